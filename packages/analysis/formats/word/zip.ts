import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { withBlockCache } from '../block-reader.ts';
import { Unmeasurable } from '../format-errors.ts';

/** Maximum number of entries in an archive. Real documents have fewer. */
const maxEntries = 10_000;
/** Maximum unpacked size of one part in bytes. Protects against decompression bombs. */
const maxUnpackedBytes = 256 * 2 ** 20;
const readBytes = 2 ** 18;
/**
 * Size in bytes of the end of central directory record without its comment of up to 65,535 bytes (APPNOTE.TXT 4.3.16).
 */
const endRecordBytes = 22;
const tailBytes = 2 ** 16 + endRecordBytes;

export interface Zip {
  /** Returns true if the archive contains the entry `name`. Names are case-insensitive. */
  has(name: string): boolean;
  /** Streams the unpacked bytes of an entry. Throws if their number differs from the declared size. */
  read(name: string): Promise<AsyncIterable<Buffer>>;
  /** Returns the names of entries with a wrong checksum, among the first `maxUnpackedBytes` unpacked bytes. */
  damaged(): Promise<string[]>;
}

/**
 * Opens a zip archive. Reads are cached in blocks, because yauzl reads each entry of the central directory separately.
 * Throws `Unmeasurable` if the archive is damaged or exceeds a limit.
 */
export async function openZip(file: RangedSource): Promise<Zip> {
  const source = withBlockCache(file);
  const entries = new Map<string, Entry>();
  let archive: ZipFile;
  try {
    archive = await openWhole(source).catch(async (error: unknown) => {
      const whole = await withoutTrailingBytes(source);
      if (whole === null) throw error;
      return openWhole(whole);
    });
    for await (const entry of archive.eachEntry()) {
      if (entries.size === maxEntries) throw new Unmeasurable(`more than ${maxEntries} parts`);
      // Part names are unique and case-insensitive (ECMA-376 part 2, 6.3.2).
      const name = entry.fileName.toLowerCase();
      if (entries.has(name)) throw new Unmeasurable('two parts with the same name');
      entries.set(name, entry);
    }
  } catch (error) {
    throw damaged(error);
  }

  const zip: Zip = {
    has: (name) => entries.has(name.toLowerCase()),
    async read(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw new Unmeasurable(`missing part ${name}`);
      if (entry.uncompressedSize > maxUnpackedBytes)
        throw new Unmeasurable(`part of more than ${maxUnpackedBytes} unpacked bytes`);
      try {
        return checked(await archive.openReadStreamPromise(entry));
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

/**
 * Returns a source that ends at the end of the archive, because yauzl rejects trailing bytes such as a newline. Returns
 * null if the archive has no trailing bytes or no end record.
 */
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

/** Adapts a `RangedSource` to yauzl, which requires a subclass of its `RandomAccessReader`. */
class SourceReader extends RandomAccessReader {
  readonly #source: RangedSource;

  constructor(source: RangedSource) {
    super();
    this.#source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(chunksOf(this.#source, start, end));
  }
}

async function* chunksOf(source: RangedSource, start: number, end: number): AsyncIterable<Uint8Array> {
  for (let at = start; at < end; at += readBytes) yield source.read(at, Math.min(at + readBytes, end));
}

function damaged(error: unknown): Error {
  if (error instanceof Unmeasurable) return error;
  return new Unmeasurable('damaged archive');
}
