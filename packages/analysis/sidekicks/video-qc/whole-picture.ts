import type { WholePictures } from '../../decode/filter-graph.ts';
import { hdrTransferOf } from '../../decode/streams.ts';
import type { VideoStream } from './judge-format.ts';
import { pictureBytes } from './level-counter.ts';

/** Maximum size of an uncompressed picture in bytes. 8K with 10 bits and 4:2:0 is within the limit. */
const maxPictureBytes = 100 * 2 ** 20;

/** Size and format of the pictures that are examined in full size, one per second. */
export type WholePicture = Omit<WholePictures, 'onPicture'>;

/**
 * Returns the size and format in which pictures of a stream are examined. Returns null for pictures that are not
 * examined: high dynamic range, unknown size, more than `maxPictureBytes`, and formats other than YUV with 4:2:0, 4:2:2
 * or 4:4:4.
 */
export function wholePicture(stream: VideoStream): WholePicture | null {
  const { width = 0, height = 0, pix_fmt = '', side_data_list } = stream;
  const format = formatOf(pix_fmt);
  if (width < 1 || height < 1 || format === null || hdrTransferOf(stream) !== null) return null;
  // ffmpeg rotates pictures before it passes them to filters.
  const isRotated = side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  const request = { ...(isRotated ? { width: height, height: width } : { width, height }), format };
  const bytes = pictureBytes(request);
  return bytes > maxPictureBytes ? null : { ...request, bytes };
}

function formatOf(pixelFormat: string): WholePictures['format'] | null {
  const [, chroma, bits] = /^yuv[aj]?(4[24][024])p(\d+)?(?:le|be)?$/.exec(pixelFormat) ?? [];
  if (chroma === '420' || chroma === '422' || chroma === '444')
    return bits === undefined ? `yuv${chroma}p` : `yuv${chroma}p10le`;
  if (pixelFormat === 'nv12') return 'yuv420p';
  return /^p01[0-6]/.test(pixelFormat) ? 'yuv420p10le' : null;
}
