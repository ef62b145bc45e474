import { pushCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import type { VideoStream } from './judge-format.ts';
import { createLevelCounter, matrices, type Matrix } from './level-counter.ts';
import { rules } from './rules.ts';
import type { WholePicture } from './whole-picture.ts';

/** Adjacent seconds in which more of the picture is beyond the limits of EBU R 103 than permitted. */
export interface LevelStretch {
  startSeconds: number;
  endSeconds: number;
  /** Largest percentage of the picture that is beyond the limits. */
  percent: number;
  /** Largest percentage of the picture that is beyond the limits, without the pixels at the left and right edge. */
  innerPercent: number;
}

/** Minimum number of measured pictures of a video whose first picture may be ignored. */
const minPictures = 3;

/** Measures which share of one picture per second is beyond the limits of EBU R 103. */
export function watchLevels(stream: VideoStream, picture: WholePicture): Watch<LevelStretch[]> {
  const permitted = rules['levels.tolerance'].threshold;
  const shareBeyond = createLevelCounter(picture, matricesOf(stream));
  const stretches: LevelStretch[] = [];
  let second = 0;
  return {
    wholePictures: {
      ...picture,
      onPicture: (planes) => {
        const { all, atEdges } = shareBeyond(planes);
        const percent = all * 100;
        const innerPercent = (all - atEdges) * 100;
        const [startSeconds, endSeconds] = [second, ++second];
        if (percent <= permitted) return;
        const last = stretches.at(-1);
        if (last?.endSeconds === startSeconds) {
          last.endSeconds = endSeconds;
          last.percent = Math.max(last.percent, percent);
          last.innerPercent = Math.max(last.innerPercent, innerPercent);
        } else pushCapped(stretches, { startSeconds, endSeconds, percent, innerPercent });
      },
    },
    // The first picture of a recording is often empty. If the next one is within the limits, it is not a second long.
    seen: () => stretches.filter(({ endSeconds }) => endSeconds > 1 || second < minPictures),
  };
}

/** Returns the declared matrix, or BT.601 and BT.709 if none is declared: the video may have been made for either. */
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
