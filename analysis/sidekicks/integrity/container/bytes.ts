/** Four characters, or as many as are there. */
export function fourcc(bytes: Uint8Array, at = 0): string {
  return Buffer.from(bytes.subarray(at, at + 4)).toString('latin1');
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
