/** An element of an EBML document (RFC 8794), by where it is in the bytes that it was found in. */
export interface Element {
  /** With its length marker, as standards write it: 0x1a45dfa3. */
  id: number;
  at: number;
  dataStart: number;
  /** Behind its last byte, which may lie beyond the bytes at hand. Infinity where the size is said to be unknown. */
  end: number;
}

/** The longest that the head of an element is here: four bytes of identifier, eight of size. */
export const maxHeadBytes = 12;

/** The element that begins at an offset; null when none does. */
export function elementAt(bytes: Uint8Array, at: number): Element | null {
  const id = variableInteger(bytes, at, 4, true);
  if (id === null) return null;
  const size = variableInteger(bytes, at + id.bytes, 8, false);
  if (size === null) return null;
  const dataStart = at + id.bytes + size.bytes;
  return { id: id.value, at, dataStart, end: dataStart + size.value };
}

/** The elements side by side from `start` on, the last of which may reach beyond `end`. */
export function* elementsIn(bytes: Uint8Array, start = 0, end = bytes.length): Generator<Element> {
  for (let at = start; at < end;) {
    const element = elementAt(bytes, at);
    if (element === null) return;
    yield element;
    at = element.end;
  }
}

/** RFC 8794, 4: the number of leading zero bits tells how many bytes follow. */
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
  // All bits set: unknown (6.2).
  const unknown = !keepMarker && value === 2 ** (7 * length) - 1;
  return { value: unknown ? Infinity : value, bytes: length };
}

/** The number in an element's data, 0 where it has none. */
export function unsignedIn(bytes: Uint8Array, { dataStart, end }: Element): number {
  let value = 0;
  for (let at = dataStart; at < Math.min(end, dataStart + 8); at++) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

/** The floating-point number in an element's data; NaN where it is none. */
export function floatIn(bytes: Uint8Array, { dataStart, end }: Element): number {
  if (end > bytes.length) return NaN;
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataStart, end - dataStart);
  if (view.byteLength === 4) return view.getFloat32(0);
  return view.byteLength === 8 ? view.getFloat64(0) : NaN;
}
