import type { Picture } from './picture.ts';
import { DecodeFailed } from './run-ffmpeg.ts';

/** Splits a stream of PPM pictures without gaps, as ffmpeg writes it. */
export interface PictureReader {
  /** Resolves after `onPicture` has finished for every picture that ends in the chunk. */
  write: (chunk: Uint8Array) => Promise<void>;
  /** Returns whether the bytes written so far end with a complete picture. */
  isComplete: () => boolean;
}

/** Maximum length of a PPM header in bytes. ffmpeg writes shorter headers: `P6`, width, height and highest value. */
const maxHeaderBytes = 64;

/**
 * Returns a reader that passes each picture to `onPicture`, and waits for its promise before the next picture. `write`
 * throws `DecodeFailed` if the data are not PPM, or if a picture has more than `maxPixels` pixels.
 */
export function createPictureReader(
  maxPixels: number,
  onPicture: (picture: Picture) => Promise<void>,
): PictureReader {
  let header = '';
  let picture: Picture | null = null;
  let filled = 0;

  function readHeader(chunk: Uint8Array, from: number): number {
    let at = from;
    while (picture === null && at < chunk.length) {
      header += String.fromCharCode(chunk[at++]!);
      const [, width, height] = /^P6\s(\d+)\s(\d+)\s255\s$/.exec(header) ?? [];
      if (width === undefined) {
        if (header.length >= maxHeaderBytes) throw new DecodeFailed('ffmpeg returned no picture');
        continue;
      }
      const pixels = Number(width) * Number(height);
      if (!(pixels >= 1 && pixels <= maxPixels))
        throw new DecodeFailed(`a picture has ${pixels} pixels, more than ${maxPixels}`);
      picture = { width: Number(width), height: Number(height), rgb: new Uint8Array(3 * pixels) };
    }
    return at;
  }

  return {
    async write(chunk) {
      for (let at = 0; at < chunk.length;) {
        if (picture === null) {
          at = readHeader(chunk, at);
          continue;
        }
        const { rgb } = picture;
        const part = chunk.subarray(at, at + rgb.length - filled);
        rgb.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < rgb.length) continue;
        const done = picture;
        picture = null;
        header = '';
        filled = 0;
        await onPicture(done);
      }
    },
    isComplete: () => header === '',
  };
}
