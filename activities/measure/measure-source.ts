import type { RangedSource } from '../../domain/ranged-source.ts';
import { IsolateFailed } from '../isolate/isolate-error.ts';
import type { MediaWorkshop } from '../media-deps.ts';
import { inWorkDirectory } from '../media/work-directory.ts';
import { demuxedDuration } from './demuxed-duration.ts';
import type { ContentMeasurement } from './measure-content.ts';
import { Unmeasurable } from './unmeasurable.ts';

/** Processor time for what parses in JavaScript. */
const maxComputeMs = 8_000;

/** What was decided of a file; `cause` is for operators. */
export type Decided = Exclude<ContentMeasurement, { outcome: 'undecided' }> & { cause?: string };

/**
 * In an isolate over ranged reads; what cannot be told that way, and a video that is too much for it, by ffmpeg on a
 * local copy.
 */
export async function measureSource(
  workshop: MediaWorkshop,
  source: RangedSource,
  mimeType: string,
  signal: AbortSignal,
): Promise<Decided> {
  try {
    const content = await measureInIsolate(workshop, source, mimeType, signal);
    return content.outcome === 'undecided'
      ? await measureLocally(workshop, source, content, signal)
      : content;
  } catch (error) {
    if (error instanceof Unmeasurable) return { outcome: 'unmeasurable', reason: error.message };
    if (!(error instanceof IsolateFailed)) throw error;
    return {
      outcome: 'unmeasurable',
      reason: 'it is damaged, or too complex to be read',
      cause: error.message,
    };
  }
}

async function measureInIsolate(
  { isolates }: MediaWorkshop,
  source: RangedSource,
  mimeType: string,
  signal: AbortSignal,
): Promise<ContentMeasurement & { cause?: string }> {
  try {
    return await isolates.run('measureContent', { mimeType }, source, { signal, maxComputeMs });
  } catch (error) {
    if (!(error instanceof IsolateFailed && mimeType.startsWith('video/'))) throw error;
    return { outcome: 'undecided', cause: error.message };
  }
}

async function measureLocally(
  { workDir, tools }: MediaWorkshop,
  source: RangedSource,
  { cause }: { cause?: string },
  signal: AbortSignal,
): Promise<Decided> {
  const { seconds, headerSeconds } = await inWorkDirectory(workDir, async (directory) =>
    demuxedDuration(tools, await directory.localCopyOf(source)(), signal),
  );
  const details = { method: 'demuxed', headerSeconds, ...(cause === undefined ? {} : { cause }) };
  return { outcome: 'measured', value: seconds, details };
}
