import type { MediaTools } from '../media/media-tools.ts';
import { packetSpan, probe, ProbeRefused } from '../media/ffprobe.ts';
import { Unmeasurable } from './unmeasurable.ts';
import { durationOf, type VideoDuration } from './video-duration.ts';

/**
 * The duration of a local video in seconds, by taking its packets apart, whatever its headers claim. Throws
 * `Unmeasurable` when ffprobe cannot, or finds no video in it.
 */
export async function demuxedDuration(
  tools: MediaTools,
  path: string,
  signal: AbortSignal,
): Promise<VideoDuration> {
  try {
    const report = await probe(tools, path, signal);
    if (!report.streams.some((stream) => stream.codec_type === 'video'))
      throw new Unmeasurable('it has no video stream');
    const span = await packetSpan(tools, path, report, signal);
    const headerSeconds = report.format.duration ?? null;
    const duration = span && durationOf(span.startSeconds, span.endSeconds, headerSeconds);
    if (duration === null) throw new Unmeasurable('it has no duration');
    return duration;
  } catch (error) {
    if (error instanceof ProbeRefused) throw new Unmeasurable('it cannot be read as video');
    throw error;
  }
}
