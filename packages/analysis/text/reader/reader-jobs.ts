import { loadModels, readPicture } from './read-picture.ts';

export const jobs = { loadModels, readPicture };
export type ReaderJobs = typeof jobs;
