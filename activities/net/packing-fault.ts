import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** What nobody answers a webhook with; 20 kB of a page unpack to a tenth of it. */
const maxUnpackedBytes = 2 ** 20;
/** Of two, the inner may be as long as the outer may unpack to, and unpacking that takes the worker's time. */
const maxCodings = 1;

const unpackings: Record<string, (packed: Buffer, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/**
 * What is wrong with how an answer is packed: more than once, or so that reading it would fill memory, with more than 1 MiB. It is
 * unpacked up to there and no further. Null where nothing is, as with one that cannot be unpacked.
 * @param contentEncoding the header's value (RFC 9110, 8.4)
 */
export function packingFault(body: Buffer, contentEncoding: string | undefined): string | null {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxCodings) return 'the answer is packed more than once';
  const unpack = unpackings[codings[0] ?? 'identity'];
  if (unpack === undefined) return null;
  try {
    unpack(body, { maxOutputLength: maxUnpackedBytes });
    return null;
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return isBomb ? 'the answer is a compressed bomb' : null;
  }
}
