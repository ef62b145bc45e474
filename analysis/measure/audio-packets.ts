import { ADTS, EncodedPacketSink, MP3, OGG, WAVE } from 'mediabunny';
import type { RangedSource } from '../../lib/ranged-source.ts';
import { withMediaInput } from './media-input.ts';

/** True when an audio file has at least one packet of sound, and not a header alone. */
export async function audioPackets(source: RangedSource): Promise<boolean> {
  const found = await withMediaInput(source, [MP3, WAVE, OGG, ADTS], async (input) => {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) return false;
    const packet = await new EncodedPacketSink(track).getFirstPacket();
    return packet !== null && packet.data.byteLength > 0;
  });
  return found ?? false;
}
