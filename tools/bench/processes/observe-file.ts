import type { MediaTools } from '@assay/analysis/media/media-tools.ts';
import type { SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import { observeFile } from '../../../activities/analyse/observe-file.ts';
import { serveJobs } from './serve-jobs.ts';

export interface ObserveJob {
  tools: MediaTools;
  path: string;
  codes: SidekickCode[];
}

/**
 * Decodes and observes a file as a media worker does. Returns the length of the observations as JSON, in characters.
 */
serveJobs(async ({ tools, path, codes }: ObserveJob): Promise<{ characters: number }> => {
  const signal = new AbortController().signal;
  const { observations } = await observeFile({ tools, path, codes, signal, progress: () => undefined });
  return { characters: JSON.stringify(observations).length };
});
