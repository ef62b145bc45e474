import { measureContent } from '../measure/measure-content.ts';
import { sidekickJobs } from '../sidekicks/parser-jobs.ts';
import { findScannedPages } from '../formats/pdf/scanned-pages/find-scanned-pages.ts';
import { pagePixels } from '../formats/pdf/scanned-pages/page-pixels.ts';

/** All functions that a parser process can run, by name. */
export const jobs = { measureContent, findScannedPages, pagePixels, ...sidekickJobs };
export type Jobs = typeof jobs;
