import { CustomSource, Input, MATROSKA, MP4, QTFF } from 'mediabunny';
import type { RangedSource } from '../../domain/ranged-source.ts';
import { probe, ProbeRefused } from '../media/ffprobe.ts';
import { inPieces } from './in-pieces.ts';
import { Unmeasurable } from './unmeasurable.ts';

/** A file whose index is larger than this has none worth the name, and is judged on a local copy. */
const budgetBytes = 32 * 2 ** 20;

export interface VideoDuration {
  /** Seconds, as exact as the file tells them. */
  durationSeconds: number;
  /** What read it. */
  method: 'sample-tables' | 'ffprobe';
}

/**
 * The duration of a video from what is in it: the end of its longest track by the sample tables, fragments or
 * clusters, never by the word of a header. What cannot be read that way is judged by ffprobe on a local copy.
 * Throws `Unmeasurable` when neither can make anything of it.
 */
export async function videoDuration(
  source: RangedSource,
  mimeType: string,
  localFile: () => Promise<string>,
  signal: AbortSignal,
): Promise<VideoDuration> {
  if (mimeType !== 'video/x-msvideo') {
    const durationSeconds = await fromSampleTables(source);
    if (durationSeconds !== null) return { durationSeconds, method: 'sample-tables' };
  }
  return { durationSeconds: await fromProbe(await localFile(), signal), method: 'ffprobe' };
}

/** Null when the file is not one that mediabunny can read, or has no samples. */
async function fromSampleTables(source: RangedSource): Promise<number | null> {
  // A fault of the storage must not pass for a fault of the file.
  let readFault: Error | null = null;
  const pieces = inPieces(source);
  const input = new Input({
    formats: [MP4, QTFF, MATROSKA],
    source: new CustomSource({
      getSize: () => source.sizeBytes,
      read: async (start, end) => {
        if (pieces.bytesRead > budgetBytes) throw new Error('the read budget is used up');
        try {
          return await pieces.read(start, end);
        } catch (error) {
          readFault ??= error as Error;
          throw error;
        }
      },
    }),
  });
  try {
    // What is shown before the first sample is nothing, as in ffprobe's duration.
    const firstSeconds = Math.max(0, await input.getFirstTimestamp());
    const durationSeconds = (await input.computeDuration()) - firstSeconds;
    return durationSeconds > 0 && Number.isFinite(durationSeconds) ? durationSeconds : null;
  } catch {
    // eslint-disable-next-line @typescript-eslint/only-throw-error, @typescript-eslint/no-unnecessary-condition -- assigned in the callback
    if (readFault !== null) throw readFault;
    return null;
  } finally {
    input.dispose();
  }
}

async function fromProbe(path: string, signal: AbortSignal): Promise<number> {
  try {
    const { format, streams } = await probe(path, signal);
    if (!streams.some((stream) => stream.codec_type === 'video'))
      throw new Unmeasurable('it has no video stream');
    const durations = [format.duration, ...streams.map((stream) => stream.duration)].filter(
      (value) => value !== undefined,
    );
    const longest = Math.max(0, ...durations);
    if (longest > 0) return longest;
    throw new Unmeasurable('it has no duration');
  } catch (error) {
    if (error instanceof ProbeRefused) throw new Unmeasurable(`it cannot be read as video: ${error.message}`);
    throw error;
  }
}
