import { loadModels, readPicture } from './read-picture.ts';

/** The functions that a process that reads text can run, by name. */
export const jobs = { loadModels, readPicture };
export type ReaderJobs = typeof jobs;
