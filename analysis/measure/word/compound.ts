import { type CFB$Container, find, read } from 'cfb';
import type { RangedSource } from '../../../lib/ranged-source.ts';
import { Unmeasurable } from '../measurement.ts';

/** A compound file ([MS-CFB]). Streams are named by their full paths, because a document may embed others. */
export interface CompoundFile {
  has(path: string): boolean;
  /** Returns the bytes of a stream; null if there is none. */
  stream(path: string): DataView | null;
}

/** Opens a compound file. Throws `Unmeasurable` if it is damaged. */
export async function openCompound(source: RangedSource): Promise<CompoundFile> {
  const container = parsed(Buffer.from(await source.read(0, source.sizeBytes)));
  return {
    has: (path) => find(container, path) !== null,
    stream(path) {
      const content = find(container, path)?.content;
      if (content === undefined) return null;
      const bytes = Uint8Array.from(content);
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
  };
}

function parsed(bytes: Buffer): CFB$Container {
  try {
    return read(bytes, { type: 'buffer' });
  } catch {
    throw new Unmeasurable('damaged compound file');
  }
}
