import { copyFile, open, type FileHandle } from 'node:fs/promises';

// ISO/IEC 14496-12, 4.2: boxes begin with their size and type; a size of 1 says that one of 64 bits follows.

interface Box {
  type: string;
  start: number;
  end: number;
}

/**
 * Copies an MP4 to one of this size, with nothing on disk where it grew: behind the media data and within their box, so
 * that every offset stays what it is, or behind the first fragment, and the index of fragments is changed.
 */
export async function growMp4(file: string, target: string, sizeBytes: number): Promise<void> {
  await copyFile(file, target);
  const handle = await open(target, 'r+');
  try {
    const boxes = await boxesOf(handle);
    const { type, start, end } = holeOf(boxes);
    const tail = Buffer.alloc(boxes.at(-1)!.end - end);
    await handle.read(tail, 0, tail.length, end);
    const index = boxes.find((box) => box.type === 'mfra');
    if (index !== undefined) {
      moveFragments(tail.subarray(index.start - end), end, sizeBytes - boxes.at(-1)!.end);
    }
    const tailAt = sizeBytes - tail.length;
    const header = Buffer.alloc(16);
    header.writeUInt32BE(1, 0);
    header.write(type, 4, 'latin1');
    header.writeBigUInt64BE(BigInt(tailAt - start), 8);
    await handle.truncate(end);
    await handle.truncate(sizeBytes);
    await handle.write(header, 0, header.length, start);
    await handle.write(tail, 0, tail.length, tailAt);
  } finally {
    await handle.close();
  }
}

/** The box that is to grow, from where its header is to be written to where its content ends now. */
function holeOf(boxes: readonly Box[]): Box {
  const [, fragment] = boxes.filter(({ type }) => type === 'moof');
  if (fragment !== undefined) return { type: 'free', start: fragment.start, end: fragment.start };
  const at = boxes.findIndex(({ type }) => type === 'mdat');
  // The empty box before it is there to make room for a size of 64 bits.
  return { type: 'mdat', start: boxes[at - 1]!.start, end: boxes[at]!.end };
}

/** Adds to the offsets from one on in an index of fragments (8.8.9 and 8.8.10) as ffmpeg writes it, with 64 bits each. */
function moveFragments(index: Buffer, from: number, bytes: number): void {
  for (let at = 8; index.toString('latin1', at + 4, at + 8) === 'tfra'; at += index.readUInt32BE(at)) {
    const lengths = index.readUInt32BE(at + 16);
    const numberBytes = [4, 2, 0].reduce((sum, shift) => sum + ((lengths >> shift) & 3) + 1, 0);
    const entries = index.readUInt32BE(at + 20);
    for (let entry = 0; entry < entries; entry++) {
      const offsetAt = at + 24 + entry * (16 + numberBytes) + 8;
      const offset = index.readBigUInt64BE(offsetAt);
      if (offset >= from) index.writeBigUInt64BE(offset + BigInt(bytes), offsetAt);
    }
  }
}

async function boxesOf(handle: FileHandle): Promise<Box[]> {
  const boxes: Box[] = [];
  const header = Buffer.alloc(16);
  for (let start = 0; (await handle.read(header, 0, 16, start)).bytesRead >= 8;) {
    const short = header.readUInt32BE(0);
    const end = start + (short === 1 ? Number(header.readBigUInt64BE(8)) : short);
    boxes.push({ type: header.toString('latin1', 4, 8), start, end });
    start = end;
  }
  return boxes;
}

/** The size of an MP4's index: the box called moov. */
export async function indexBytes(file: string): Promise<number> {
  const handle = await open(file);
  try {
    const index = (await boxesOf(handle)).find(({ type }) => type === 'moov');
    if (index === undefined) throw new Error(`${file} has no moov`);
    return index.end - index.start;
  } finally {
    await handle.close();
  }
}
