import type { MediaTools } from '../../analysis/media/media-tools.ts';
import type { SidekickCode } from '../../analysis/sidekicks/catalogue.ts';
import { observe } from '../../activities/analyse/observe-asset.ts';
import { serve } from './serve.ts';

export interface ObserveJob {
  tools: MediaTools;
  path: string;
  codes: SidekickCode[];
}

/** Observes a file as a media worker does; answers how much was seen, in characters of JSON. */
serve(async ({ tools, path, codes }: ObserveJob): Promise<{ characters: number }> => {
  const signal = new AbortController().signal;
  const observations = await observe({ tools, path, codes, signal, progress: () => undefined });
  return { characters: JSON.stringify(observations).length };
});
