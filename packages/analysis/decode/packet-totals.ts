import {
  ffprobe,
  maxPacketCharacters,
  type PacketTotals,
  packetsTimeoutMs,
  ProbeRefused,
  type ProbeReport,
  ProbeTimedOut,
  type StreamPackets,
} from './ffprobe.ts';
import { createLineReader } from './line-reader.ts';
import type { MediaTools } from './media-tools.ts';

/** Returns whether the packets of a file tell more than its headers. The headers of PCM tell its bit rate. */
export function needsPackets({ streams }: Pick<ProbeReport, 'streams'>): boolean {
  return streams.some(
    ({ codec_type: type, codec_name: codec = '', disposition }) =>
      disposition?.attached_pic !== 1 &&
      (type === 'video' || (type === 'audio' && !codec.startsWith('pcm_'))),
  );
}

/**
 * Reads the packets of the video and audio streams of a local file, without decoding them. Returns null if ffprobe
 * cannot read them or exceeds its time limit.
 */
export async function packetTotals(
  tools: MediaTools,
  path: string,
  signal: AbortSignal,
): Promise<PacketTotals | null> {
  const totals = new Map<number, StreamPackets & { lastKeySeconds: number }>();
  const lines = createLineReader(maxPacketCharacters, (line) => {
    const [type, index, pts, dts, duration, size, flags] = line.split(',');
    if (type !== 'video' && type !== 'audio') return;
    const at = Number.isFinite(Number(pts)) ? Number(pts) : Number(dts);
    const bytes = Number(size);
    if (!Number.isFinite(at) || !Number.isFinite(bytes)) return;
    const end = at + (Number.isFinite(Number(duration)) ? Number(duration) : 0);
    let stream = totals.get(Number(index));
    if (stream === undefined) {
      stream = { bytes: 0, startSeconds: at, endSeconds: end, keyFrameSeconds: 0, lastKeySeconds: at };
      totals.set(Number(index), stream);
    }
    stream.bytes += bytes;
    stream.startSeconds = Math.min(stream.startSeconds, at);
    stream.endSeconds = Math.max(stream.endSeconds, end);
    if (flags?.startsWith('K') === true) {
      stream.keyFrameSeconds = Math.max(stream.keyFrameSeconds, at - stream.lastKeySeconds);
      stream.lastKeySeconds = at;
    }
  });
  const entries = 'packet=codec_type,stream_index,pts_time,dts_time,duration_time,size,flags';
  const args = ['-of', 'csv=print_section=0', '-show_entries', entries];
  try {
    await ffprobe(tools, args, path, signal, await packetsTimeoutMs(path), lines.write);
  } catch (error) {
    if (error instanceof ProbeRefused || error instanceof ProbeTimedOut) return null;
    throw error;
  }
  lines.end();
  return new Map(
    [...totals].map(([index, { lastKeySeconds, ...stream }]) => [
      index,
      {
        ...stream,
        keyFrameSeconds: Math.max(stream.keyFrameSeconds, stream.endSeconds - lastKeySeconds),
      },
    ]),
  );
}
