import { copyFile, open, type FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { elementAt, maxHeadBytes } from '../../activities/measure/matroska/ebml.ts';

// RFC 8794 and RFC 9559

interface Element {
  id: string;
  start: number;
  contentStart: number;
  end: number;
}

const ids = { segment: '18538067', seekHead: '114d9b74', cues: '1c53bb6b', void: 'ec' };

/**
 * Copies a Matroska file, as ffmpeg writes it, to one of this size: a Void element with nothing on disk comes behind its
 * last cluster, and what points behind that is moved.
 */
export async function growMatroska(file: string, target: string, sizeBytes: number): Promise<void> {
  await copyFile(file, target);
  const handle = await open(target, 'r+');
  try {
    const [, segment] = await elementsOf(handle, 0);
    if (segment?.id !== ids.segment) throw new Error(`${file} has no segment`);
    const elements = await elementsOf(handle, segment.contentStart);
    const last = elements.at(-1)!;
    const tail = Buffer.alloc(last.id === ids.cues ? last.end - last.start : 0);
    const tailAt = sizeBytes - tail.length;
    const holeAt = last.end - tail.length;
    await handle.read(tail, 0, tail.length, holeAt);
    await handle.truncate(holeAt);
    await handle.truncate(sizeBytes);
    const hole = Buffer.concat([Buffer.from(ids.void, 'hex'), longSize(tailAt - holeAt - 9)]);
    await handle.write(hole, 0, hole.length, holeAt);
    await handle.write(tail, 0, tail.length, tailAt);
    await handle.write(longSize(sizeBytes - segment.contentStart), 0, 8, segment.contentStart - 8);
    if (tail.length > 0) await moveCues(handle, elements, tailAt - segment.contentStart);
  } finally {
    await handle.close();
  }
}

/** Writes the position of the Cues into the SeekHead; the Void behind it, kept for this, makes room. */
async function moveCues(handle: FileHandle, elements: readonly Element[], position: number): Promise<void> {
  const [seekHead, room] = elements;
  if (seekHead?.id !== ids.seekHead || room?.id !== ids.void)
    throw new Error('it has no room in its SeekHead');
  const bytes = Buffer.alloc(seekHead.end - seekHead.contentStart);
  await handle.read(bytes, 0, bytes.length, seekHead.contentStart);
  // Seek { SeekID { Cues } SeekPosition }, the last of them, behind a CRC-32 of 6 bytes.
  const seek = bytes.indexOf(`53ab84${ids.cues}`, 'hex') - 3;
  const moved = Buffer.concat([
    bytes.subarray(6, seek),
    Buffer.from(`4dbb9253ab84${ids.cues}53ac88`, 'hex'),
    bigEndian(position),
  ]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(crc32(moved));
  const written = Buffer.concat([
    Buffer.from(ids.seekHead, 'hex'),
    longSize(moved.length + 6),
    Buffer.from('bf84', 'hex'),
    checksum,
    moved,
  ]);
  const left = room.end - seekHead.start - written.length - 9;
  const head = Buffer.concat([written, Buffer.from(ids.void, 'hex'), longSize(left)]);
  await handle.write(head, 0, head.length, seekHead.start);
}

/** The elements from an offset to the end of the file; those that have them are not opened. */
async function elementsOf(handle: FileHandle, from: number): Promise<Element[]> {
  const elements: Element[] = [];
  const head = Buffer.alloc(maxHeadBytes);
  for (let start = from; ;) {
    const { bytesRead } = await handle.read(head, 0, head.length, start);
    const element = elementAt(head.subarray(0, bytesRead), 0);
    if (element === null) return elements;
    const { id, dataStart, end } = element;
    elements.push({ id: id.toString(16), start, contentStart: start + dataStart, end: start + end });
    start += end;
  }
}

/** A size in the longest form, of eight bytes. */
function longSize(size: number): Buffer {
  const bytes = bigEndian(size);
  bytes[0] = 1;
  return bytes;
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
