import { measureContent } from './measure/measure-content.ts';
import { sidekickJobs } from './sidekicks/parser-jobs.ts';

/** All functions that a parser process can run, by name. */
export const jobs = { measureContent, ...sidekickJobs };
export type Jobs = typeof jobs;
