import { loadJob } from '../parsers/load-job.ts';
import { sidekickJobs } from '../sidekicks/parser-jobs.ts';

/** All functions that a parser process can run, by name. */
export const jobs = {
  measureContent: loadJob(async () => (await import('../measure/measure-content.ts')).measureContent),
  joinText: loadJob(async () => (await import('../text/join-text.ts')).joinText),
  findScannedPages: loadJob(
    async () => (await import('../formats/pdf/scanned-pages/find-scanned-pages.ts')).findScannedPages,
  ),
  pagePixels: loadJob(async () => (await import('../formats/pdf/scanned-pages/page-pixels.ts')).pagePixels),
  ...sidekickJobs,
};
export type Jobs = typeof jobs;
