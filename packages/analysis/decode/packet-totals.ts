import {
  type PacketTotals,
  ProbeRefused,
  type ProbeReport,
  ProbeTimedOut,
  readPackets,
  type StreamPackets,
} from './ffprobe.ts';
import type { MediaTools } from './media-tools.ts';

/** Returns whether the packets of a file have more facts than its headers. The headers of PCM have its bit rate. */
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
  try {
    await readPackets(tools, path, { fields: ['size', 'flags'] }, signal, (packet) => {
      const { startSeconds, endSeconds } = packet;
      const [size, flags] = packet.further;
      const bytes = Number(size);
      if (!Number.isFinite(bytes)) return;
      let stream = totals.get(packet.stream);
      if (stream === undefined) {
        stream = { bytes: 0, startSeconds, endSeconds, keyFrameSeconds: 0, lastKeySeconds: startSeconds };
        totals.set(packet.stream, stream);
      }
      stream.bytes += bytes;
      stream.startSeconds = Math.min(stream.startSeconds, startSeconds);
      stream.endSeconds = Math.max(stream.endSeconds, endSeconds);
      if (flags?.startsWith('K') === true) {
        stream.keyFrameSeconds = Math.max(stream.keyFrameSeconds, startSeconds - stream.lastKeySeconds);
        stream.lastKeySeconds = startSeconds;
      }
    });
  } catch (error) {
    if (error instanceof ProbeRefused || error instanceof ProbeTimedOut) return null;
    throw error;
  }
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
