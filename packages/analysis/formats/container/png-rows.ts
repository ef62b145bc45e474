import { createInflate } from 'node:zlib';

/** Samples of a pixel by colour type (PNG specification, 11.2.1). */
const samples: Partial<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Start and step of the columns and rows of each pass of an interlaced picture (PNG specification, 8.2). */
const passes = [
  [0, 8, 0, 8],
  [4, 8, 0, 8],
  [0, 4, 4, 8],
  [2, 4, 0, 4],
  [0, 2, 2, 4],
  [1, 2, 0, 2],
  [0, 1, 1, 2],
] as const;
/** Size of the largest picture data that is unpacked, in bytes. It takes about 8 s. */
const maxDataBytes = 2 ** 31;

/**
 * Unpacks the picture data of a PNG, and compares their size with the size that the header states. Returns a
 * description of the difference if the data have fewer rows, or more by at least one; otherwise null. Decoders do not
 * report rows beyond the height of the header.
 * @param header content of the chunk IHDR
 * @param data contents of the chunks IDAT
 */
export async function wrongRows(header: Buffer, data: readonly Buffer[]): Promise<string | null> {
  if (header.length < 13) return null;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bits = header[8]! * (samples[header[9]!] ?? 0);
  const isInterlaced = header[12] === 1;
  // A byte before each row contains its filter.
  const rowBytes = Math.ceil((width * bits) / 8) + 1;
  const expected = isInterlaced ? interlacedBytes(width, height, bits) : rowBytes * height;
  if (bits === 0 || expected > maxDataBytes) return null;
  const found = await unpackedBytes(data, expected + rowBytes);
  if (found === null) return null;
  if (found >= expected + rowBytes)
    return `the picture has more rows than the ${height} that its header states`;
  if (found >= expected) return null;
  return isInterlaced
    ? `the picture data end after ${Math.floor((100 * found) / expected)} % of the picture`
    : `the picture data end after ${Math.floor(found / rowBytes)} of the ${height} rows that the header states`;
}

function interlacedBytes(width: number, height: number, bits: number): number {
  let bytes = 0;
  for (const [left, columnStep, top, rowStep] of passes) {
    const columns = Math.ceil(Math.max(0, width - left) / columnStep);
    const rows = Math.ceil(Math.max(0, height - top) / rowStep);
    if (columns > 0) bytes += rows * (Math.ceil((columns * bits) / 8) + 1);
  }
  return bytes;
}

/**
 * Returns the number of unpacked bytes, counted up to `enough`. Returns null if the data are damaged, which decoders
 * report.
 */
async function unpackedBytes(data: readonly Buffer[], enough: number): Promise<number | null> {
  const inflate = createInflate();
  let bytes = 0;
  const counted = (async () => {
    for await (const chunk of inflate) {
      bytes += (chunk as Buffer).length;
      if (bytes >= enough) return;
    }
  })();
  try {
    for (const part of data) if (part.length > 0 && !inflate.destroyed) inflate.write(part);
    if (!inflate.destroyed) inflate.end();
    await counted;
  } catch (error) {
    // The data of a truncated file end early.
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') return null;
  }
  return bytes;
}
