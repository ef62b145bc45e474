import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { RangedSource } from '../../../lib/ranged-source.ts';
import { Unmeasurable } from '../unmeasurable.ts';

/** No document has more parts than this. */
const maxEntries = 10_000;
/** A part that unpacks to more is a bomb, or nothing that a person wrote. */
const maxUnpackedBytes = 256 * 2 ** 20;
const pieceBytes = 2 ** 18;
/** APPNOTE.TXT 4.3.16: the end of central directory record, without its comment of at most 65,535 bytes. */
const endRecordBytes = 22;
const tailBytes = 2 ** 16 + endRecordBytes;

export interface Zip {
  /** Names are those of parts of a package: upper and lower case are one. */
  has(name: string): boolean;
  /** The unpacked bytes of an entry, checked against the size that it claims while they come. */
  read(name: string): Promise<AsyncIterable<Buffer>>;
  /** The names of entries that do not unpack to what was packed, by their checksums, as far as there is time for it. */
  damaged(): Promise<string[]>;
}

/** Reads a zip archive over ranges. Throws `Unmeasurable` when it is damaged or out of all proportion. */
export async function openZip(source: RangedSource): Promise<Zip> {
  const entries = new Map<string, Entry>();
  let file: ZipFile;
  try {
    file = await openWhole(source).catch(async (error: unknown) => {
      const archive = await withoutTrailingBytes(source);
      if (archive === null) throw error;
      return openWhole(archive);
    });
    for await (const entry of file.eachEntry()) {
      if (entries.size === maxEntries) throw new Unmeasurable('it has too many parts');
      // ECMA-376 part 2, 6.3.2: part names are compared without regard to case, and no two are the same.
      const name = entry.fileName.toLowerCase();
      if (entries.has(name)) throw new Unmeasurable('it has two parts of one name');
      entries.set(name, entry);
    }
  } catch (error) {
    throw damaged(error);
  }

  const zip: Zip = {
    has: (name) => entries.has(name.toLowerCase()),
    async read(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw new Unmeasurable(`it lacks the part ${name}`);
      if (entry.uncompressedSize > maxUnpackedBytes) throw new Unmeasurable('it unpacks to too much');
      try {
        return checked(await file.openReadStreamPromise(entry));
      } catch (error) {
        throw damaged(error);
      }
    },
    async damaged() {
      const found: string[] = [];
      let unpackedBytes = 0;
      for (const [name, entry] of entries) {
        unpackedBytes += entry.uncompressedSize;
        if (unpackedBytes > maxUnpackedBytes) break;
        if (!(await isWhole(zip, name, entry.crc32))) found.push(entry.fileName);
      }
      return found;
    },
  };
  return zip;
}

async function isWhole(zip: Zip, name: string, checksum: number): Promise<boolean> {
  let value = 0;
  try {
    for await (const bytes of await zip.read(name)) value = crc32(bytes, value);
  } catch (error) {
    if (error instanceof Unmeasurable) return false;
    throw error;
  }
  return value === checksum;
}

function openWhole(source: RangedSource): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false };
  return fromRandomAccessReaderPromise(new SourceReader(source), source.sizeBytes, options);
}

/** The archive alone, where there are bytes behind it, such as a newline; yauzl wants none. Null where there are none. */
async function withoutTrailingBytes(source: RangedSource): Promise<RangedSource | null> {
  const from = Math.max(0, source.sizeBytes - tailBytes);
  const tail = Buffer.from(await source.read(from, source.sizeBytes));
  const at = tail.lastIndexOf('PK\x05\x06');
  if (at === -1 || at + endRecordBytes > tail.length) return null;
  const sizeBytes = from + at + endRecordBytes + tail.readUInt16LE(at + 20);
  return sizeBytes < source.sizeBytes ? { ...source, sizeBytes } : null;
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
