import { CustomSource, Input, type InputFormat } from 'mediabunny';
import type { RangedSource } from '../../lib/ranged-source.ts';
import { headBytes, inPieces, type PieceReader } from './block-reader.ts';
import { Unmeasurable } from './unmeasurable.ts';

/** A file whose index is larger than this has none worth the name. */
const budgetBytes = 32 * 2 ** 20;

/**
 * Lets `use` read a media file with mediabunny, and what that has fetched of it. Null when it is not of the formats
 * named, or not readable as one; a source that cannot be read is thrown on, so that it does not pass for a fault of the
 * file.
 */
export async function withMediaInput<T>(
  source: RangedSource,
  formats: InputFormat[],
  use: (input: Input, pieces: PieceReader) => Promise<T>,
): Promise<T | null> {
  let readFault: Error | null = null;
  const pieces = inPieces(source, headBytes);
  const input = new Input({
    formats,
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
    return await use(input, pieces);
  } catch (error) {
    // eslint-disable-next-line @typescript-eslint/only-throw-error, @typescript-eslint/no-unnecessary-condition -- assigned in the callback
    if (readFault !== null) throw readFault;
    if (error instanceof Unmeasurable) throw error;
    return null;
  } finally {
    input.dispose();
  }
}
