import type { MediaTools } from '../media/media-tools.ts';
import { packetSpan, probe, ProbeRefused } from '../media/ffprobe.ts';
import { Unmeasurable } from './unmeasurable.ts';

/**
 * The duration of a local video in seconds, by taking its packets apart, whatever its headers claim. Throws
 * `Unmeasurable` when ffprobe cannot, or finds no video in it.
 */
export async function demuxedDuration(tools: MediaTools, path: string, signal: AbortSignal): Promise<number> {
  try {
    const { streams } = await probe(tools, path, signal);
    if (!streams.some((stream) => stream.codec_type === 'video'))
      throw new Unmeasurable('it has no video stream');
    const durationSeconds = await packetSpan(tools, path, signal);
    if (durationSeconds > 0) return durationSeconds;
    throw new Unmeasurable('it has no duration');
  } catch (error) {
    if (error instanceof ProbeRefused) throw new Unmeasurable('it cannot be read as video');
    throw error;
  }
}
