import { EncodedPacketSink, type Input, MATROSKA, MP4, QTFF } from 'mediabunny';
import type { RangedSource } from '../../domain/ranged-source.ts';
import { withMediaInput } from './media-input.ts';
import { Unmeasurable } from './unmeasurable.ts';

/**
 * The duration of an MP4, QuickTime or Matroska video in seconds, from what is in it: from the first sample to the
 * end of the longest track by the sample tables, fragments or clusters, never by the word of a header. Null when
 * it cannot be told that way. Throws `Unmeasurable` when the samples lie beyond the end of the file.
 */
export async function videoDuration(source: RangedSource): Promise<number | null> {
  return withMediaInput(source, [MP4, QTFF, MATROSKA], async (input) => {
    if ((await input.getTracks()).length === 0) return null;
    if ((await input.getPrimaryVideoTrack()) === null) throw new Unmeasurable('it has no video stream');
    // What is shown before the first sample is nothing, as in ffprobe's duration.
    const firstSeconds = Math.max(0, await input.getFirstTimestamp());
    const durationSeconds = (await input.computeDuration()) - firstSeconds;
    if (!(durationSeconds > 0 && Number.isFinite(durationSeconds))) return null;
    // Where the index is at the end, the file has an end.
    if ((await input.getFormat()) !== MATROSKA) await refuseCutOff(input);
    return durationSeconds;
  });
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
