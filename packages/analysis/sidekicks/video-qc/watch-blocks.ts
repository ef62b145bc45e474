import { pushCapped } from '../../formats/capped-collections.ts';
import type { Watch } from '../../contract/watch.ts';
import { createBlockMeter } from './block-meter.ts';
import type { VideoStream } from './judge-format.ts';
import { rules } from './rules.ts';
import type { WholePicture } from './whole-picture.ts';

/** Maximum number of successive seconds without visible blocks within one stretch. Chosen by this project. */
const maxGap = 2;

export interface BlockStretch {
  startSeconds: number;
  endSeconds: number;
  /** Number of examined pictures with visible blocks. One picture of each second is examined. */
  pictures: number;
  /** Largest percentage of the blocks of a picture that have a visible edge. */
  percent: number;
}

const interlaced = ['tt', 'bb', 'tb', 'bt'];

/** Measures the share of coding blocks with a visible edge in each second's first picture. */
export function watchBlocks({ field_order = '' }: VideoStream, picture: WholePicture): Watch<BlockStretch[]> {
  const minPercent = rules['picture.blocks'].threshold;
  const shareOfBlocks = createBlockMeter(picture, interlaced.includes(field_order));
  const stretches: BlockStretch[] = [];
  let second = 0;
  return {
    wholePictures: {
      ...picture,
      onPicture: (planes) => {
        const percent = shareOfBlocks(planes) * 100;
        const [startSeconds, endSeconds] = [second, ++second];
        if (percent < minPercent) return;
        const last = stretches.at(-1);
        if (last !== undefined && startSeconds - last.endSeconds <= maxGap) {
          last.endSeconds = endSeconds;
          last.pictures++;
          last.percent = Math.max(last.percent, percent);
        } else pushCapped(stretches, { startSeconds, endSeconds, pictures: 1, percent });
      },
    },
    seen: () => stretches,
  };
}
