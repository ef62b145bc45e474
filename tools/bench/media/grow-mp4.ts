import { copyFile, open, type FileHandle } from 'node:fs/promises';
import { boxAt } from '@assay/analysis/formats/iso/boxes.ts';

// ISO/IEC 14496-12, 4.2: a box begins with its size and type. If the size is 1, a 64-bit size follows.

interface Box {
  type: string;
  start: number;
  end: number;
}

/**
 * Copies an MP4 and grows the copy to `sizeBytes` with sparse holes.
 *
 * In a file without fragments, the copy has one hole at the end of the media data box, so all offsets remain valid. In
 * a file with fragments, the copy has holes of equal size between the fragments, and updated offsets in the fragment
 * index.
 */
export async function growMp4(file: string, target: string, sizeBytes: number): Promise<void> {
  await copyFile(file, target);
  const handle = await open(target, 'r+');
  try {
    const boxes = await boxesOf(handle);
    const isInFragments = boxes.some(({ type }) => type === 'moof');
    await (isInFragments ? growFragments : growMedia)(handle, boxes, sizeBytes);
  } finally {
    await handle.close();
  }
}

async function growMedia(handle: FileHandle, boxes: readonly Box[], sizeBytes: number): Promise<void> {
  const at = boxes.findIndex(({ type }) => type === 'mdat');
  // The empty box before the media data box provides the space for a 64-bit size.
  const { start } = boxes[at - 1]!;
  const { end } = boxes[at]!;
  const tail = await readOf(handle, end, boxes.at(-1)!.end);
  const tailAt = sizeBytes - tail.length;
  await handle.truncate(end);
  await handle.truncate(sizeBytes);
  await writeHead(handle, 'mdat', start, tailAt);
  await handle.write(tail, 0, tail.length, tailAt);
}

async function growFragments(handle: FileHandle, boxes: readonly Box[], sizeBytes: number): Promise<void> {
  const fileEnd = boxes.at(-1)!.end;
  const index = boxes.find(({ type }) => type === 'mfra')!;
  const starts = boxes.filter(({ type }) => type === 'moof').map(({ start }) => start);
  const hole = Math.floor((sizeBytes - fileEnd) / (starts.length - 1));
  const movedBy = (start: number) => starts.indexOf(start) * hole;
  const entries = await readOf(handle, index.start, fileEnd);
  moveFragments(entries, movedBy);
  await handle.truncate(index.start);
  await handle.truncate(sizeBytes);
  await handle.write(entries, 0, entries.length, sizeBytes - entries.length);
  // The last fragment is moved first, because each fragment is moved to a place that later fragments may occupy.
  for (const start of starts.slice(1).toReversed()) {
    const fragment = await readOf(handle, start, starts[starts.indexOf(start) + 1] ?? index.start);
    const moved = start + movedBy(start);
    await handle.write(fragment, 0, fragment.length, moved);
    await writeHead(handle, 'free', moved - hole, moved);
  }
  const end = index.start + movedBy(starts.at(-1)!);
  await writeHead(handle, 'free', end, sizeBytes - entries.length);
}

/** Shifts the offsets in a fragment index (ISO/IEC 14496-12, 8.8.9 and 8.8.10). ffmpeg writes them with 64 bits. */
function moveFragments(index: Buffer, movedBy: (offset: number) => number): void {
  for (let at = 8; index.toString('latin1', at + 4, at + 8) === 'tfra'; at += index.readUInt32BE(at)) {
    const lengths = index.readUInt32BE(at + 16);
    const numberBytes = [4, 2, 0].reduce((sum, shift) => sum + ((lengths >> shift) & 3) + 1, 0);
    const entries = index.readUInt32BE(at + 20);
    for (let entry = 0; entry < entries; entry++) {
      const offsetAt = at + 24 + entry * (16 + numberBytes) + 8;
      const offset = Number(index.readBigUInt64BE(offsetAt));
      index.writeBigUInt64BE(BigInt(offset + movedBy(offset)), offsetAt);
    }
  }
}

/** Writes the header of a box with a 64-bit size. */
async function writeHead(handle: FileHandle, type: string, start: number, end: number): Promise<void> {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1, 0);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(BigInt(end - start), 8);
  await handle.write(head, 0, head.length, start);
}

async function readOf(handle: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  await handle.read(bytes, 0, bytes.length, start);
  return bytes;
}

async function boxesOf(handle: FileHandle): Promise<Box[]> {
  const boxes: Box[] = [];
  const { size } = await handle.stat();
  for (let start = 0; start < size;) {
    const head = await readOf(handle, start, start + 16);
    const box = boxAt(new DataView(head.buffer, head.byteOffset, head.length), 0, size - start);
    if (box === null) break;
    boxes.push({ type: box.type, start, end: start + box.end });
    start += box.end;
  }
  return boxes;
}

/** Returns the size in bytes of an MP4's index, which is the `moov` box. */
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
