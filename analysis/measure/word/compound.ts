import { type CFB$Container, find, read } from 'cfb';
import type { RangedSource } from '../../../lib/ranged-source.ts';
import { Unmeasurable } from '../unmeasurable.ts';

/** A compound file, [MS-CFB]. Its streams are named by their whole paths: a document may have others embedded. */
export interface CompoundFile {
  has(path: string): boolean;
  /** The bytes of a stream; null where there is none. */
  stream(path: string): DataView | null;
}

/** Reads a compound file. Throws `Unmeasurable` when it is damaged. */
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
    throw new Unmeasurable('it is a damaged compound file');
  }
}
