import type { RangedSource } from '../../lib/ranged-source.ts';
import { ParserFailed } from '../parser-processes/run-job.ts';
import type { MediaTools } from '../media/media-tools.ts';
import { inWorkDirectory } from '../media/work-directory.ts';
import type { ParserPool } from '../parser-processes/parser-pool.ts';
import { demuxedDuration } from './demuxed-duration.ts';
import type { ContentMeasurement, measureContent } from './measure-content.ts';
import { Unmeasurable } from './unmeasurable.ts';

/** Processor time for what parses in JavaScript. */
const maxComputeMs = 8_000;

/** What measuring needs of a media runtime. */
interface Runtime {
  parsers: ParserPool<{ measureContent: typeof measureContent }>;
  tools: MediaTools;
  workDir: string;
}

/** The outcome of measuring a file; `cause` is for operators. */
export type MeasurementOutcome = Exclude<ContentMeasurement, { outcome: 'undecided' }> & { cause?: string };

/**
 * Measures a file in a parser process over ranged reads. A file that this leaves undecided, and a video that is too much
 * for its parser, is measured by ffprobe on a local copy.
 */
export async function measureSource(
  runtime: Runtime,
  source: RangedSource,
  mimeType: string,
  signal: AbortSignal,
): Promise<MeasurementOutcome> {
  try {
    const content = await measureInParser(runtime, source, mimeType, signal);
    return content.outcome === 'undecided' ? await measureLocally(runtime, source, content, signal) : content;
  } catch (error) {
    if (error instanceof Unmeasurable) return { outcome: 'unmeasurable', reason: error.message };
    if (!(error instanceof ParserFailed)) throw error;
    return {
      outcome: 'unmeasurable',
      reason: 'it is damaged, or too complex to be read',
      cause: error.message,
    };
  }
}

async function measureInParser(
  { parsers }: Runtime,
  source: RangedSource,
  mimeType: string,
  signal: AbortSignal,
): Promise<ContentMeasurement & { cause?: string }> {
  try {
    return await parsers.run('measureContent', { mimeType }, source, { signal, maxComputeMs });
  } catch (error) {
    if (!(error instanceof ParserFailed && mimeType.startsWith('video/'))) throw error;
    return { outcome: 'undecided', cause: error.message };
  }
}

async function measureLocally(
  { workDir, tools }: Runtime,
  source: RangedSource,
  { cause }: { cause?: string },
  signal: AbortSignal,
): Promise<MeasurementOutcome> {
  const { seconds, headerSeconds } = await inWorkDirectory(workDir, async (directory) =>
    demuxedDuration(tools, await directory.localCopyOf(source)(), signal),
  );
  const details = { method: 'demuxed', headerSeconds, ...(cause === undefined ? {} : { cause }) };
  return { outcome: 'measured', value: seconds, details };
}
