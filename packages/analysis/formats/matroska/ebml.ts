/** An element of an EBML document (RFC 8794). Offsets count from the start of the bytes that were parsed. */
export interface Element {
  /** Element ID including its length marker, as in the standards, such as 0x1a45dfa3. */
  id: number;
  at: number;
  dataStart: number;
  /**
   * Offset after the last byte of the element, which may be beyond the parsed bytes. Infinity if the size is unknown.
   */
  end: number;
}

/** Maximum size of an element header in Matroska, in bytes: four bytes of ID and eight bytes of size. */
export const maxHeadBytes = 12;

/** Returns the element that starts at the offset `at`; null if no valid element starts there. */
export function elementAt(bytes: Uint8Array, at: number): Element | null {
  const id = variableInteger(bytes, at, 4, true);
  if (id === null) return null;
  const size = variableInteger(bytes, at + id.bytes, 8, false);
  if (size === null) return null;
  const dataStart = at + id.bytes + size.bytes;
  return { id: id.value, at, dataStart, end: dataStart + size.value };
}

/** Yields the sibling elements from `start` on. The last element may extend beyond `end`. */
export function* elementsIn(bytes: Uint8Array, start = 0, end = bytes.length): Generator<Element> {
  for (let at = start; at < end;) {
    const element = elementAt(bytes, at);
    if (element === null) return;
    yield element;
    at = element.end;
  }
}

/**
 * Reads a variable-size integer (RFC 8794, section 4). The number of leading zero bits is the number of bytes that
 * follow the first byte. Returns null if there is no valid integer of at most `maxBytes` bytes.
 * @param keepMarker true to keep the length marker in the value, as in element IDs
 */
export function variableInteger(
  bytes: Uint8Array,
  at: number,
  maxBytes: number,
  keepMarker: boolean,
): { value: number; bytes: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (length > maxBytes || at + length > bytes.length) return null;
  const marker = 0x80 >> (length - 1);
  let value = keepMarker ? first : first & (marker - 1);
  for (let index = 1; index < length; index++) value = value * 256 + bytes[at + index]!;
  // If all data bits are set, the size is unknown (RFC 8794, 6.2).
  const unknown = !keepMarker && value === 2 ** (7 * length) - 1;
  return { value: unknown ? Infinity : value, bytes: length };
}

/** Returns the unsigned integer in an element's data; 0 if the data are empty. */
export function unsignedIn(bytes: Uint8Array, { dataStart, end }: Element): number {
  let value = 0;
  for (let at = dataStart; at < Math.min(end, dataStart + 8); at++) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

/** Returns the floating-point number in an element's data; NaN unless the data have 4 or 8 bytes. */
export function floatIn(bytes: Uint8Array, { dataStart, end }: Element): number {
  if (end > bytes.length) return NaN;
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataStart, end - dataStart);
  if (view.byteLength === 4) return view.getFloat32(0);
  return view.byteLength === 8 ? view.getFloat64(0) : NaN;
}
