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
 * Whether an answer is packed so that reading it would fill memory or take long: in more than one coding, or to more than 1 MiB. It is
 * unpacked up to there and no further. One that cannot be unpacked is none.
 * @param contentEncoding the header's value (RFC 9110, 8.4)
 */
export function isBomb(body: Buffer, contentEncoding: string | undefined): boolean {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > maxCodings) return true;
  const unpack = unpackings[codings[0] ?? 'identity'];
  if (unpack === undefined) return false;
  try {
    unpack(body, { maxOutputLength: maxUnpackedBytes });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}
