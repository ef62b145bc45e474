import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** An image as pdf.js decodes it, with 8 bits per channel, row by row from the top. */
export interface DecodedImage {
  width: number;
  height: number;
  /** `mask` contains the opacity of the fill colour, `rgba` colours with opacity, and the others colours only. */
  kind: 'mask' | 'grey' | 'rgb' | 'rgba';
  data: Uint8Array;
}
export const channelsOf = { mask: 1, grey: 1, rgb: 3, rgba: 4 } as const satisfies Record<
  DecodedImage['kind'],
  number
>;

/** An image as pdf.js returns it. `kind` is a value of pdf.js's `ImageKind`; an image mask has no kind. */
export interface PdfJsImage {
  width: number;
  height: number;
  kind?: number;
  data?: Uint8Array | Uint8ClampedArray | null;
}
const kinds = new Map<number | undefined, DecodedImage['kind']>([
  [1, 'grey'],
  [2, 'rgb'],
  [3, 'rgba'],
]);

/** Returns an image of the page by its id in the operator list; null if pdf.js could not decode the image. */
export function decodedObject(page: PDFPageProxy, id: string): Promise<PdfJsImage | null> {
  // pdf.js stores images that several pages share in `commonObjs`; their ids start with `g_`.
  const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    objects.get(id, resolve);
  });
}

/**
 * Converts an image of pdf.js; null if the image has no pixels. Missing rows become white or, in a mask, transparent.
 */
export function decodedImage(image: PdfJsImage | null, isMask: boolean): DecodedImage | null {
  if (!image?.data || image.data.length === 0 || image.width < 1 || image.height < 1) return null;
  const { width, height, data } = image;
  const kind = isMask ? 'mask' : kinds.get(image.kind);
  if (kind === undefined) return null;
  if (kind === 'mask') return { width, height, kind, data: unpacked(data, width, height, 255, 0) };
  if (kind === 'grey') return { width, height, kind, data: unpacked(data, width, height, 0, 255) };
  const length = width * height * channelsOf[kind];
  const whole = new Uint8Array(data.buffer, data.byteOffset, Math.min(length, data.length));
  if (whole.length === length) return { width, height, kind, data: whole };
  const padded = new Uint8Array(length).fill(255);
  padded.set(whole);
  return { width, height, kind, data: padded };
}

/** Expands bits to bytes. Each row starts at a new byte, with the highest bit first (ISO 32000-2, 8.9.5.2). */
function unpacked(
  bits: ArrayLike<number>,
  width: number,
  height: number,
  zero: number,
  one: number,
): Uint8Array {
  const bytes = new Uint8Array(width * height);
  const rowBytes = (width + 7) >> 3;
  let to = 0;
  for (let y = 0; y < height; y++) {
    const row = y * rowBytes;
    for (let x = 0; x < width; x++) {
      const byte = bits[row + (x >> 3)] ?? 0xff;
      bytes[to++] = (byte >> (7 - (x & 7))) & 1 ? one : zero;
    }
  }
  return bytes;
}
