import { DecodeFailed } from '../decode/run-ffmpeg.ts';
import { decodePictures } from '../decode/raw-pictures.ts';
import type { FileToRead } from './file-to-read.ts';
import { asTextLine } from './shares.ts';
import type { ShownText } from './shown-text.ts';
import type { Picture } from '../decode/picture.ts';

/** Maximum width and height in pixels of an image that is read. Larger images are scaled down. */
const maxSide = 3840;

/** Pixel formats of ffmpeg with transparency. The palette of `pal8` may have transparent entries. */
const transparentFormats = /^(?:pal8|ya\d|yuva|rgba|argb|bgra|abgr|gbrap)/;
/** Filters that show a picture on white, as browsers show it on a page without colours. */
const onWhite = [
  'format=rgba',
  'split[shown][ground];[ground]lutrgb=r=255:g=255:b=255:a=255[white];[white][shown]overlay=format=rgb',
];

export interface ImageToRead extends FileToRead {
  /** ffmpeg's name of the pixel format. */
  pixelFormat: string;
}

/**
 * Returns the text in an image, or in the first picture of an animation. Transparent parts are white. Throws like
 * `decodePictures`, and `DecodeFailed` if the file has no picture.
 */
export async function readImageText({
  reader,
  timeoutMs,
  pixelFormat,
  ...file
}: ImageToRead): Promise<ShownText> {
  const pictures: Picture[] = [];
  await decodePictures({
    ...file,
    timeoutMs,
    threads: 1,
    // Makes the pixels square, and never enlarges the height.
    filters: [
      `scale=w='max(1,round(iw*sar*min(1,min(${maxSide}/(iw*sar),${maxSide}/ih))))':h='max(1,round(ih*min(1,min(${maxSide}/(iw*sar),${maxSide}/ih))))':flags=area`,
      ...(transparentFormats.test(pixelFormat) ? onWhite : []),
    ],
    maxPixels: maxSide ** 2,
    maxPictures: 1,
    onPicture: (picture) => void pictures.push(picture),
  });
  const [picture] = pictures;
  if (picture === undefined) throw new DecodeFailed('the file has no picture');
  const { width, height } = picture;
  const lines = await reader.read(picture, file);
  return { kind: 'image', width, height, lines: lines.map((line) => asTextLine(line, picture)) };
}
