import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { ParserFailed } from '../parsers/run-job.ts';
import type { MediaTools } from '../decode/media-tools.ts';
import { inWorkDirectory, type WorkRoot } from '../decode/work-directory.ts';
import type { Parsers } from '../parsers/parser-pool.ts';
import { demuxedDuration } from './demuxed-duration.ts';
import { checkSound } from './demuxed-sound.ts';
import type { measureContent } from './measure-content.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import type { ContentMeasurement, MeasurementOutcome } from './measurement.ts';

/** Maximum processor time of one measurement in a parser process, in milliseconds. */
const maxComputeMs = 8_000;

/**
 * Maximum resident memory in bytes of a parser process that measures. The number of slots of a media worker is computed
 * from this value. The largest document, a DOC file of 100 MiB, needs less.
 */
export const measurementBytes = 2 ** 29;

/**
 * Maximum length of a cause in characters. The cut may split a surrogate pair, and Postgres rejects lone surrogates in
 * JSON, so `toWellFormed` replaces them.
 */
const maxCauseCharacters = 500;

interface Runtime {
  parsers: Parsers<{ measureContent: typeof measureContent }>;
  tools: MediaTools;
  workDir: WorkRoot;
  /** The workspace of the file. */
  workspaceId: string;
}

/** Thrown if a file can only be measured as a local copy, but is larger than `maxLocalBytes`. */
export class LocalCopyTooLarge extends Error {}

/**
 * Measures a file in a parser process, which reads only the parts of the file that it needs. If the result is
 * undecided, ffprobe measures a local copy. The result is also undecided if the parser process crashes or exceeds its
 * limits on a video.
 * @param maxLocalBytes maximum size in bytes of a file that may be downloaded
 * @throws {LocalCopyTooLarge} if a larger file must be downloaded
 */
export async function measureSource(
  runtime: Runtime,
  source: RangedSource,
  mimeType: string,
  signal: AbortSignal,
  maxLocalBytes = Infinity,
): Promise<MeasurementOutcome> {
  try {
    const content = await measureInParser(runtime, source, mimeType, signal);
    if (content.outcome !== 'undecided') return content;
    if (source.sizeBytes > maxLocalBytes) throw new LocalCopyTooLarge();
    return await (mimeType.startsWith('audio/')
      ? measureSoundLocally(runtime, source, signal)
      : measureLocally(runtime, source, content, signal));
  } catch (error) {
    if (error instanceof Unmeasurable) {
      const cause =
        error.cause instanceof Error
          ? { cause: error.cause.message.slice(0, maxCauseCharacters).toWellFormed() }
          : {};
      return { outcome: 'unmeasurable', reason: error.message, ...cause };
    }
    if (!(error instanceof ParserFailed)) throw error;
    return {
      outcome: 'unmeasurable',
      reason: 'damaged or too complex file',
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
    const limits = { signal, maxComputeMs, maxMemoryBytes: measurementBytes };
    return await parsers.run('measureContent', { mimeType }, source, limits);
  } catch (error) {
    if (!(error instanceof ParserFailed && mimeType.startsWith('video/'))) throw error;
    return { outcome: 'undecided', cause: error.message };
  }
}

/** Sound has a flat price, so its duration is not measured. */
async function measureSoundLocally(
  { workDir, workspaceId, tools }: Runtime,
  source: RangedSource,
  signal: AbortSignal,
): Promise<MeasurementOutcome> {
  await inWorkDirectory(workDir, { workspaceId, signal }, async (directory) =>
    checkSound(tools, await directory.localCopyOf(source)(), signal),
  );
  return { outcome: 'measured', value: null, details: {} };
}

async function measureLocally(
  { workDir, workspaceId, tools }: Runtime,
  source: RangedSource,
  { cause }: { cause?: string },
  signal: AbortSignal,
): Promise<MeasurementOutcome> {
  const { seconds, headerSeconds } = await inWorkDirectory(
    workDir,
    { workspaceId, signal },
    async (directory) => demuxedDuration(tools, await directory.localCopyOf(source)(), signal),
  );
  const details = { method: 'demuxed', headerSeconds, ...(cause === undefined ? {} : { cause }) };
  return { outcome: 'measured', value: seconds, details };
}
