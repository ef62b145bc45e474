import { parseIso6709, type Position, positionOf } from '../position.ts';
import { type Box, boxAt, boxesIn, typeAt } from './boxes.ts';

/** Maximum number of places in the file with the type of a file type box that are looked at. */
const maxMovies = 16;
const maxFileTypeBytes = 1_024;
/** Maximum number of boxes in one box, and maximum depth of boxes in boxes. */
const maxBoxes = 1_000;
const maxDepth = 4;
/** Boxes that contain other boxes, as far as they lead to a position. */
const containers: readonly string[] = ['moov', 'trak', 'udta'];
const locationKey = 'com.apple.quicktime.location.ISO6709';

/**
 * Returns the positions in the movies that are attached to a picture, as in motion photos. The positions are in user
 * data (`©xyz`; `loci`, 3GPP TS 26.244, 8.9) and in the keys of QuickTime metadata.
 */
export function placesInAttachedMovies(file: Buffer): Position[] {
  const places: Position[] = [];
  let from = 0;
  for (let count = 0; count < maxMovies; count++) {
    const found = file.indexOf('ftyp', from, 'latin1');
    if (found === -1) break;
    from = found + 4;
    const start = found - 4;
    if (start < 0 || file.readUInt32BE(start) < 16 || file.readUInt32BE(start) > maxFileTypeBytes) continue;
    const view = new DataView(file.buffer, file.byteOffset + start, file.length - start);
    for (const box of firstBoxes(view)) if (box.type === 'moov') places.push(...placesIn(view, box));
  }
  return places;
}

/** Yields the boxes between two offsets, at most `maxBoxes`. */
function* firstBoxes(view: DataView, start = 0, end = view.byteLength): Generator<Box> {
  let count = 0;
  for (const box of boxesIn(view, start, end)) {
    if (++count > maxBoxes) return;
    yield box;
  }
}

function placesIn(view: DataView, parent: Box, depth = 1): Position[] {
  const places: (Position | null)[] = [];
  for (const box of firstBoxes(view, parent.dataStart, parent.end)) {
    if (containers.includes(box.type) && depth < maxDepth) places.push(...placesIn(view, box, depth + 1));
    if (box.type === '\xa9xyz') places.push(parseIso6709(textIn(view, box.dataStart + 4, box.end)));
    if (box.type === 'loci') places.push(lociPosition(view, box));
    if (box.type === 'meta') places.push(...metaPlaces(view, box));
  }
  return places.filter((place) => place !== null);
}

function textIn(view: DataView, start: number, end: number): string {
  const bytes = Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  return bytes.toString('utf8', start, Math.min(end, start + 100)).replace(/\0.*$/s, '');
}

/** Reads the fixed-point longitude and latitude that follow the name and the role of a `loci` box. */
function lociPosition(view: DataView, { dataStart, end }: Box): Position | null {
  const name = dataStart + 6;
  let at = name;
  while (at < end && view.getUint8(at) !== 0) at++;
  if (at + 10 > end) return null;
  return positionOf(view.getInt32(at + 6) / 0x1_0000, view.getInt32(at + 2) / 0x1_0000);
}

/** Returns the position that the key `locationKey` names in a metadata box. */
function metaPlaces(view: DataView, meta: Box): (Position | null)[] {
  // The box is a full box in MP4, but not in QuickTime.
  const isFull = meta.end - meta.dataStart >= 12 && typeAt(view, meta.dataStart + 4) !== 'hdlr';
  const boxes = [...firstBoxes(view, meta.dataStart + (isFull ? 4 : 0), meta.end)];
  const keys = boxes.find(({ type }) => type === 'keys');
  const items = boxes.find(({ type }) => type === 'ilst');
  if (keys === undefined || items === undefined) return [];
  const names: string[] = [];
  for (const key of firstBoxes(view, keys.dataStart + 8, keys.end))
    names.push(textIn(view, key.dataStart, key.end));
  const found: (Position | null)[] = [];
  for (const item of firstBoxes(view, items.dataStart, items.end)) {
    // The type of an item is the number of its key, from 1. Its value follows the type and the locale of a data box.
    const key = Buffer.from(item.type, 'latin1').readUInt32BE();
    const data = names[key - 1] === locationKey ? boxAt(view, item.dataStart, item.end) : null;
    if (data?.type === 'data') found.push(parseIso6709(textIn(view, data.dataStart + 8, data.end)));
  }
  return found;
}
