import type { MediaTools } from '../decode/media-tools.ts';
import { packetSpan, probe, ProbeRefused } from '../decode/ffprobe.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import { durationOf, type VideoDuration } from './video-duration.ts';

/**
 * Returns the duration of a local video, computed from the timestamps of all its packets. Throws `Unmeasurable` if
 * ffprobe cannot read the file, or if the file has no video stream or no valid duration.
 */
export async function demuxedDuration(
  tools: MediaTools,
  path: string,
  signal: AbortSignal,
): Promise<VideoDuration> {
  try {
    const report = await probe(tools, path, signal);
    if (!report.streams.some((stream) => stream.codec_type === 'video'))
      throw new Unmeasurable('no video stream');
    const span = await packetSpan(tools, path, report, signal);
    const headerSeconds = report.format.duration ?? null;
    const duration = span && durationOf(span.startSeconds, span.endSeconds, headerSeconds);
    if (duration === null) throw new Unmeasurable('no duration');
    return duration;
  } catch (error) {
    if (error instanceof ProbeRefused) throw new Unmeasurable('not a readable video', { cause: error });
    throw error;
  }
}
