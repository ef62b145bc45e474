import { open, type FileHandle } from 'node:fs/promises';
import {
  type Element,
  elementAt,
  elementsIn,
  maxHeadBytes,
  unsignedIn,
} from '@assay/analysis/formats/matroska/ebml.ts';

// Element ids of RFC 8794 and RFC 9559.

const ids = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cluster: 0x1f43b675,
  cues: 0x1c53bb6b,
  cueTrackPositions: 0xb7,
  cueClusterPosition: 0xf1,
  void: 0xec,
};
const voidHeadBytes = 9;

/**
 * Copies a Matroska file written by ffmpeg, and grows the copy to `sizeBytes`. Inserts a sparse Void element before
 * every cluster that the cues list, except the first cluster of the file. Updates all positions.
 */
export async function growMatroska(file: string, target: string, sizeBytes: number): Promise<void> {
  const source = await open(file);
  const grown = await open(target, 'w');
  try {
    await grow(source, grown, sizeBytes);
  } finally {
    await source.close();
    await grown.close();
  }
}

async function grow(source: FileHandle, grown: FileHandle, sizeBytes: number): Promise<void> {
  const [header, segment] = await elementsOf(source, 0);
  if (segment?.id !== ids.segment) throw new Error('the Matroska file has no segment');
  const elements = await elementsOf(source, segment.dataStart);
  const clusters = elements.filter(({ id }) => id === ids.cluster);
  const cues = elements.find(({ id }) => id === ids.cues)!;
  const cueBytes = await readOf(source, cues);
  const isCuesFirst = cues.at < clusters[0]!.at;
  const parts = elements.filter(({ id }) => ![ids.cluster, ids.cues, ids.seekHead, ids.void].includes(id));

  // Positions are encoded with eight bytes, so the size of an element does not depend on the value of a position.
  const segmentStart = header!.end + 12;
  const seekHeadBytes = seekHeadOf([...parts, cues].map(({ id }) => ({ id, position: 0 }))).length;
  const newCueBytes = movedCues(cueBytes, () => 0).length;
  let at = segmentStart + seekHeadBytes;
  const seekEntries: { id: number; position: number }[] = [];
  for (const part of parts) {
    seekEntries.push({ id: part.id, position: at - segmentStart });
    at = await copy(source, part, grown, at);
  }
  const cuesAt = isCuesFirst ? at : sizeBytes - newCueBytes;
  seekEntries.push({ id: ids.cues, position: cuesAt - segmentStart });
  if (isCuesFirst) at += newCueBytes;

  const known = new Set(positionsIn(cueBytes).map((position) => segment.dataStart + position));
  const mediaBytes = clusters.reduce((sum, cluster) => sum + cluster.end - cluster.at, 0);
  const mediaEnd = isCuesFirst ? sizeBytes : cuesAt;
  let holes = clusters.slice(1).filter((cluster) => known.has(cluster.at)).length;
  let room = mediaEnd - at - mediaBytes;
  const movedTo = new Map<number, number>();
  for (const [index, cluster] of clusters.entries()) {
    if (index > 0 && known.has(cluster.at)) {
      const hole = Math.floor(room / holes--);
      const head = Buffer.concat([identifier(ids.void), longSize(hole - voidHeadBytes)]);
      await grown.write(head, 0, head.length, at);
      at += hole;
      room -= hole;
    }
    movedTo.set(cluster.at - segment.dataStart, at - segmentStart);
    at = await copy(source, cluster, grown, at);
  }

  const newCues = movedCues(cueBytes, (position) => movedTo.get(position)!);
  await grown.write(newCues, 0, newCues.length, cuesAt);
  const head = Buffer.concat([
    await readOf(source, header!),
    ...[identifier(ids.segment), longSize(sizeBytes - segmentStart)],
    seekHeadOf(seekEntries),
  ]);
  await grown.write(head, 0, head.length, 0);
}

/** Builds a SeekHead element, which lists the positions of elements in the segment. */
function seekHeadOf(entries: readonly { id: number; position: number }[]): Buffer {
  const seeks = entries.map(({ id, position }) =>
    element(ids.seek, element(ids.seekId, identifier(id)), element(ids.seekPosition, bigEndian(position))),
  );
  return element(ids.seekHead, ...seeks);
}

/** Returns the cues with every cluster position replaced by `moved(position)`. */
function movedCues(cues: Buffer, moved: (position: number) => number): Buffer {
  const children = (bytes: Buffer, parent: Element) => [...elementsIn(bytes, parent.dataStart, parent.end)];
  const root = elementAt(cues, 0)!;
  const points = children(cues, root).map((point) => {
    const parts = children(cues, point).map((part) => {
      if (part.id !== ids.cueTrackPositions) return cues.subarray(part.at, part.end);
      const fields = children(cues, part).map((field) =>
        field.id === ids.cueClusterPosition
          ? element(field.id, bigEndian(moved(unsignedIn(cues, field))))
          : cues.subarray(field.at, field.end),
      );
      return element(part.id, ...fields);
    });
    return element(point.id, ...parts);
  });
  return element(root.id, ...points);
}

function positionsIn(cues: Buffer): number[] {
  const positions: number[] = [];
  movedCues(cues, (position) => positions.push(position));
  return positions;
}

/** Returns the elements from an offset to the end of the file, but not their children. */
async function elementsOf(handle: FileHandle, from: number): Promise<Element[]> {
  const elements: Element[] = [];
  const head = Buffer.alloc(maxHeadBytes);
  for (let at = from; ;) {
    const { bytesRead } = await handle.read(head, 0, head.length, at);
    const found = elementAt(head.subarray(0, bytesRead), 0);
    if (found === null) return elements;
    elements.push({ id: found.id, at, dataStart: at + found.dataStart, end: at + found.end });
    at += found.end;
  }
}

/** Copies an element and returns the offset after the copy. */
async function copy(source: FileHandle, from: Element, target: FileHandle, at: number): Promise<number> {
  const bytes = await readOf(source, from);
  await target.write(bytes, 0, bytes.length, at);
  return at + bytes.length;
}

async function readOf(handle: FileHandle, { at, end }: Element): Promise<Buffer> {
  const bytes = Buffer.alloc(end - at);
  await handle.read(bytes, 0, bytes.length, at);
  return bytes;
}

function element(id: number, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content);
  return Buffer.concat([identifier(id), longSize(data.length), data]);
}

function identifier(id: number): Buffer {
  const digits = id.toString(16);
  return Buffer.from(digits, 'hex');
}

/** Encodes a size in the longest form, which has eight bytes. */
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
