import { EncodedPacketSink, type Input, MP4, QTFF } from 'mediabunny';
import type { RangedSource } from '../../domain/ranged-source.ts';
import { headBytes } from './in-pieces.ts';
import { withMediaInput } from './media-input.ts';
import { Unmeasurable } from './unmeasurable.ts';
import type { VideoDuration } from './video-duration.ts';

/**
 * The duration of an MP4 or QuickTime video in seconds, from what is in it: from the first sample to the end of the
 * longest track by the sample tables or fragments, never by the word of a header. Null when it cannot be told that way.
 * Throws `Unmeasurable` when the samples lie beyond the end of the file.
 */
export async function isoDuration(source: RangedSource): Promise<VideoDuration | null> {
  return withMediaInput(source, [MP4, QTFF], async (input) => {
    if ((await input.getTracks()).length === 0) return null;
    if ((await input.getPrimaryVideoTrack()) === null) throw new Unmeasurable('it has no video stream');
    // What is shown before the first sample is nothing, as in ffprobe's duration.
    const firstSeconds = Math.max(0, await input.getFirstTimestamp());
    const seconds = (await input.computeDuration()) - firstSeconds;
    if (!(seconds > 0 && Number.isFinite(seconds))) return null;
    if (!(await isIndexLast(source))) await refuseCutOff(input);
    return { seconds, headerSeconds: await input.getDurationFromMetadata() };
  });
}

/** A file whose index comes behind what it lists, and was found, is not cut off. */
async function isIndexLast(source: RangedSource): Promise<boolean> {
  // ISO/IEC 14496-12, 4.2: boxes begin with their size and type.
  const head = Buffer.from(await source.read(0, Math.min(headBytes, source.sizeBytes)));
  for (let at = 0; at + 8 <= head.length;) {
    const type = head.toString('latin1', at + 4, at + 8);
    if (type === 'mdat') return true;
    const size = head.readUInt32BE(at);
    if (type === 'moov' || size < 8) return false;
    at += size;
  }
  return false;
}

/** The index of a file that was cut off still names the samples that are missing. */
async function refuseCutOff(input: Input): Promise<void> {
  for (const track of await input.getTracks()) {
    const sink = new EncodedPacketSink(track);
    const promised = await sink.getPacket(Number.MAX_SAFE_INTEGER, { metadataOnly: true });
    if (promised === null) continue;
    const last = await sink.getPacket(Number.MAX_SAFE_INTEGER);
    if (last === null || last.data.byteLength < promised.byteLength) {
      throw new Unmeasurable('it is cut off: samples that it lists lie beyond its end');
    }
  }
}
