import { ADTS, CustomSource, EncodedPacketSink, Input, type InputFormat, MP3, OGG, WAVE } from 'mediabunny';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { type BlockReader, createBlockReader, headBytes } from './block-reader.ts';
import { Unmeasurable } from './format-errors.ts';

/** Maximum number of bytes that mediabunny may read from one file. */
const maxReadBytes = 32 * 2 ** 20;

/**
 * Opens a media file with mediabunny, calls `use` with the file and its block reader, and returns the result of `use`.
 * Returns null if mediabunny cannot read the file as one of `formats`. Rethrows errors of `source`, because a failed
 * read says nothing about the format. Rethrows `Unmeasurable`.
 */
export async function withMediaInput<T>(
  source: RangedSource,
  formats: InputFormat[],
  use: (input: Input, reader: BlockReader) => Promise<T>,
): Promise<T | null> {
  const fault: { ofSource: Error | null } = { ofSource: null };
  const reader = createBlockReader(source, headBytes);
  const input = new Input({
    formats,
    source: new CustomSource({
      getSize: () => source.sizeBytes,
      read: async (start, end) => {
        if (reader.bytesRead > maxReadBytes)
          throw new Error(`the limit of ${maxReadBytes} bytes read is exceeded`);
        try {
          return await reader.read(start, end);
        } catch (error) {
          fault.ofSource ??= error as Error;
          throw error;
        }
      },
    }),
  });
  try {
    return await use(input, reader);
  } catch (error) {
    if (fault.ofSource !== null) throw fault.ofSource;
    if (error instanceof Unmeasurable) throw error;
    return null;
  } finally {
    input.dispose();
  }
}

export async function hasAudioPackets(source: RangedSource): Promise<boolean> {
  const hasPackets = await withMediaInput(source, [MP3, WAVE, OGG, ADTS], async (input) => {
    const track = await input.getPrimaryAudioTrack();
    if (track === null) return false;
    const packet = await new EncodedPacketSink(track).getFirstPacket();
    return packet !== null && packet.data.byteLength > 0;
  });
  return hasPackets ?? false;
}
