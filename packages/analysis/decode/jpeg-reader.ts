/** Splits a stream of JPEGs without gaps, as ffmpeg writes it. */
export interface JpegReader {
  write: (chunk: Buffer) => void;
}

/**
 * Returns a reader that passes each JPEG to `onJpeg`. A JPEG ends with the marker EOI (ITU-T T.81, B.1.1.3). In JPEGs
 * of ffmpeg, the bytes of EOI occur only at the end, because coded data have a zero after each 0xFF.
 * @param maxBytes maximum size of a JPEG in bytes; a larger JPEG and all later data are dropped
 */
export function createJpegReader(maxBytes: number, onJpeg: (jpeg: Uint8Array) => void): JpegReader {
  let parts: Buffer[] = [];
  let length = 0;
  let lastByte = 0;
  let isBroken = false;
  const endOfJpeg = (chunk: Buffer, from: number): number => {
    if (from === 0 && lastByte === 0xff && chunk[0] === 0xd9) return 1;
    const at = chunk.indexOf('ffd9', from, 'hex');
    return at === -1 ? -1 : at + 2;
  };
  return {
    write(chunk) {
      for (let from = 0; from < chunk.length && !isBroken;) {
        const end = endOfJpeg(chunk, from);
        const part = chunk.subarray(from, end === -1 ? undefined : end);
        parts.push(part);
        length += part.length;
        isBroken = length > maxBytes;
        from += part.length;
        if (end === -1 || isBroken) continue;
        onJpeg(new Uint8Array(Buffer.concat(parts)));
        parts = [];
        length = 0;
      }
      lastByte = chunk.at(-1) ?? lastByte;
      if (isBroken) parts = [];
    },
  };
}
