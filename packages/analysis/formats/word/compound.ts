import { type CFB$Container, find, read } from 'cfb';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { Unmeasurable } from '../format-errors.ts';

/** A compound file ([MS-CFB]). Streams have full paths, because an embedded document may have streams of equal name. */
export interface CompoundFile {
  has(path: string): boolean;
  /** Returns the bytes of the stream at `path`; null if the stream does not exist. */
  stream(path: string): DataView | null;
}

/** Opens a compound file. Throws `Unmeasurable` if the file is damaged. */
export async function openCompound(source: RangedSource): Promise<CompoundFile> {
  // `Buffer.from` shares the memory of the bytes. A copy would double the memory use, and a file of 100 MiB must fit in
  // the memory limit of a measurement.
  const { buffer, byteOffset, length } = await source.read(0, source.sizeBytes);
  const container = parsed(Buffer.from(buffer, byteOffset, length));
  return {
    has: (path) => find(container, path) !== null,
    stream(path) {
      const content = find(container, path)?.content;
      if (content === undefined) return null;
      const bytes = content instanceof Uint8Array ? content : Uint8Array.from(content);
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

/** Kinds of compound files by a stream that they contain. */
const kinds: readonly (readonly [stream: string, kind: string])[] = [
  ['/WordDocument', 'a Word 97–2003 document; name the file .doc'],
  ['/Workbook', 'an Excel workbook (XLS); export it as a PDF'],
  ['/Book', 'an Excel workbook (XLS); export it as a PDF'],
  ['/PowerPoint Document', 'a PowerPoint presentation (PPT); export it as a PDF'],
  ['/__properties_version1.0', 'an Outlook message (MSG); export it as a PDF'],
];

/** Returns what a compound file is. */
export function compoundKind(compound: CompoundFile): string {
  return kinds.find(([stream]) => compound.has(stream))?.[1] ?? 'a compound file of another kind';
}
