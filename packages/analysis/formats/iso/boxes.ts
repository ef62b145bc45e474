// A box starts with its size and type (ISO/IEC 14496-12, 4.2). Offsets count from the start of the parsed bytes.

export interface Box {
  type: string;
  dataStart: number;
  end: number;
}

/** Yields the boxes between two offsets, without boxes smaller than `minDataBytes`. Stops at the first invalid box. */
export function* boxesIn(view: DataView, start = 0, end = view.byteLength): Generator<Box> {
  for (let at = start; at < end;) {
    const box = boxAt(view, at, end);
    if (box === null || box.end > end) return;
    if (box.end - box.dataStart >= (minDataBytes[box.type] ?? 0)) yield box;
    at = box.end;
  }
}

/** Minimum size in bytes of a box's data, by type of box. The fields of a smaller box cannot be read. */
const minDataBytes: Record<string, number> = {
  mvhd: 32,
  tkhd: 24,
  mdhd: 24,
  hdlr: 12,
  elst: 8,
  stts: 8,
  stsc: 8,
  stco: 8,
  co64: 8,
  stsz: 12,
  stz2: 12,
};

/** Returns the box at the offset `at`; null if its header is incomplete or its size is smaller than its header. */
export function boxAt(view: DataView, at: number, end: number): Box | null {
  if (at + 8 > view.byteLength) return null;
  const type = typeAt(view, at + 4);
  const short = view.getUint32(at);
  if (short === 1 && at + 16 > view.byteLength) return null;
  // Size 0 means that the box extends to the end of its container.
  const size = short === 0 ? end - at : short === 1 ? Number(view.getBigUint64(at + 8)) : short;
  const dataStart = at + (short === 1 ? 16 : 8);
  return at + size < dataStart ? null : { type, dataStart, end: at + size };
}

export function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}

/** Returns the unsigned 32-bit number at an offset; 0 if the number would extend beyond the end of the bytes. */
export function uint32(view: DataView, at: number): number {
  return at + 4 <= view.byteLength ? view.getUint32(at) : 0;
}
