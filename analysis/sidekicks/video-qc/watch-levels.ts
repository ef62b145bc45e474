import type { WholePictures } from '../../media/ffmpeg.ts';
import { pushCapped } from '../capped-collections.ts';
import { findRule } from '../catalogue.ts';
import type { Watch } from '../watch.ts';
import { hdrTransfers, type VideoStream } from './judge-format.ts';
import { createLevelCounter, matrices, type Matrix, pictureBytes } from './level-counter.ts';

/** Maximum size of a picture in bytes. Larger pictures than 8K with 10 bits and 4:2:0 are not examined. */
const maxPictureBytes = 100 * 2 ** 20;

/** Seconds in which the picture shows levels beyond the limits. Adjacent seconds are joined. */
export interface LevelStretch {
  startSeconds: number;
  endSeconds: number;
  /** Largest percentage of the picture that is beyond the limits. */
  percent: number;
}

/**
 * Measures the share of each second's first picture that is beyond the limits of EBU R 103. Returns null if the levels
 * of this stream are not examined: high dynamic range, RGB, grey, and very large pictures.
 */
export function watchLevels(stream: VideoStream): Watch<LevelStretch[]> | null {
  const request = wholePicture(stream);
  if (request === null) return null;
  const permitted = findRule('levels.tolerance')!.rule.threshold!;
  const shareBeyond = createLevelCounter(request, matricesOf(stream));
  const stretches: LevelStretch[] = [];
  let second = 0;
  return {
    wholePictures: {
      ...request,
      bytes: pictureBytes(request),
      onPicture: (planes) => {
        const percent = shareBeyond(planes) * 100;
        const [startSeconds, endSeconds] = [second, ++second];
        if (percent <= permitted) return;
        const last = stretches.at(-1);
        if (last?.endSeconds === startSeconds) {
          last.endSeconds = endSeconds;
          last.percent = Math.max(last.percent, percent);
        } else pushCapped(stretches, { startSeconds, endSeconds, percent });
      },
    },
    seen: () => stretches,
  };
}

function wholePicture(stream: VideoStream): Pick<WholePictures, 'width' | 'height' | 'format'> | null {
  const { width = 0, height = 0, pix_fmt = '', color_transfer = '', side_data_list } = stream;
  const format = formatOf(pix_fmt);
  if (width < 1 || height < 1 || format === null || hdrTransfers.includes(color_transfer)) return null;
  // ffmpeg rotates pictures before it passes them to filters.
  const isRotated = side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  const request = { ...(isRotated ? { width: height, height: width } : { width, height }), format };
  return pictureBytes(request) > maxPictureBytes ? null : request;
}

function formatOf(pixelFormat: string): WholePictures['format'] | null {
  const [, chroma, bits] = /^yuv[aj]?(4[24][024])p(\d+)?(?:le|be)?$/.exec(pixelFormat) ?? [];
  if (chroma === '420' || chroma === '422' || chroma === '444')
    return bits === undefined ? `yuv${chroma}p` : `yuv${chroma}p10le`;
  if (pixelFormat === 'nv12') return 'yuv420p';
  return /^p01[0-6]/.test(pixelFormat) ? 'yuv420p10le' : null;
}

/** Without a declared matrix, colours are within the limits if they are by BT.601 or by BT.709. */
function matricesOf({ color_space }: VideoStream): Matrix[] {
  switch (color_space) {
    case 'bt709':
      return [matrices.bt709];
    case 'bt470bg':
    case 'smpte170m':
      return [matrices.bt601];
    case 'bt2020nc':
    case 'bt2020c':
      return [matrices.bt2020];
    default:
      return [matrices.bt601, matrices.bt709];
  }
}
