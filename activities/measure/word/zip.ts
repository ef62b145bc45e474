import { Readable } from 'node:stream';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { RangedSource } from '../../../domain/ranged-source.ts';
import { Unmeasurable } from '../unmeasurable.ts';

/** No document has more parts than this. */
const maxEntries = 10_000;
/** A part that unpacks to more is a bomb, or nothing that a person wrote. */
const maxUnpackedBytes = 256 * 2 ** 20;
const pieceBytes = 2 ** 18;

export interface Zip {
  has(name: string): boolean;
  /** The unpacked bytes of an entry, checked against the size that it claims while they come. */
  read(name: string): Promise<AsyncIterable<Buffer>>;
}

/** Reads a zip archive over ranges. Throws `Unmeasurable` when it is damaged or out of all proportion. */
export async function openZip(source: RangedSource): Promise<Zip> {
  const entries = new Map<string, Entry>();
  let file: ZipFile;
  try {
    file = await fromRandomAccessReaderPromise(new SourceReader(source), source.sizeBytes, {
      lazyEntries: true,
      autoClose: false,
    });
    for await (const entry of file.eachEntry()) {
      if (entries.size === maxEntries) throw new Unmeasurable('it has too many parts');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw damaged(error);
  }

  return {
    has: (name) => entries.has(name),
    async read(name) {
      const entry = entries.get(name);
      if (entry === undefined) throw new Unmeasurable(`it lacks the part ${name}`);
      if (entry.uncompressedSize > maxUnpackedBytes) throw new Unmeasurable('it unpacks to too much');
      try {
        return checked(await file.openReadStreamPromise(entry));
      } catch (error) {
        throw damaged(error);
      }
    },
  };
}

async function* checked(stream: Readable): AsyncIterable<Buffer> {
  try {
    for await (const bytes of stream) yield bytes as Buffer;
  } catch (error) {
    throw damaged(error);
  }
}

/** yauzl asks for a subclass. */
class SourceReader extends RandomAccessReader {
  readonly #source: RangedSource;

  constructor(source: RangedSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(pieces(this.#source, start, end));
  }
}

async function* pieces(source: RangedSource, start: number, end: number): AsyncIterable<Uint8Array> {
  for (let at = start; at < end; at += pieceBytes) yield source.read(at, Math.min(at + pieceBytes, end));
}

function damaged(error: unknown): Error {
  if (error instanceof Unmeasurable) return error;
  return new Unmeasurable('it is a damaged archive');
}
