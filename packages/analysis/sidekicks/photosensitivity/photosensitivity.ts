import type { Sidekick } from '../../contract/contract.ts';
import { judgeApart } from '../../contract/judge-apart.ts';
import type { Watch } from '../../contract/watch.ts';
import { type DisplayFormat, displayFormat, lumaFrameRate } from './display-format.ts';
import { createFlashCounter } from './flash-counter.ts';
import type { FlashMeasurements, judgeFlashes } from './judge-flashes.ts';
import { lights } from './light.ts';
import { createLuminanceChanges } from './luminance-changes.ts';
import { cells, columns, rows, visualField } from './picture-grid.ts';
import { recordFlashes } from './record-flashes.ts';
import { createRedChanges } from './red-changes.ts';
import { rules } from './rules.ts';
import { height, width } from './stripes/luma-picture.ts';
import { watchStripes } from './stripes/watch-stripes.ts';
import { createMotionDetector } from './whole-motion.ts';

const extended = rules['flash.extended'];

/**
 * Finds flashes and patterns of stripes in the examined video stream. Reports more than three flashes in a second over
 * more than a quarter of the frame, or of a ten-degree field of view. Reports more than five seconds of flashing over
 * more than a quarter of the frame. Reports more than five light-dark pairs of stripes over more than 40 % of the
 * frame, or over more than 25 % if the stripes alternate.
 */
export const photosensitivity: Sidekick<FlashMeasurements, { judgeFlashes: typeof judgeFlashes }> = {
  watch: (media) => {
    const format = displayFormat(media);
    return format === null ? null : watchFlashes(format);
  },
  examine: ({ parsers, signal }, observation) =>
    judgeApart(observation, signal, (...judged) => parsers.run('judgeFlashes', undefined, ...judged)),
};

/**
 * Counts flashes and finds stripes. For flashes, ffmpeg scales each frame to one pixel per cell of the picture grid.
 */
export function watchFlashes({
  rate,
  picturesPerSecond,
  aspectRatio,
  transfer,
}: DisplayFormat): Watch<FlashMeasurements> {
  const options = {
    field: visualField(aspectRatio),
    picturesPerSecond,
    ongoingSeconds: extended.threshold,
  };
  const light = lights[transfer];
  const general = createFlashCounter(createLuminanceChanges(cells, light), options);
  const red = createFlashCounter(createRedChanges(cells, light), options);
  const movesAsWhole = createMotionDetector();
  const lumaFormat = lumaFrameRate({ rate, picturesPerSecond });
  const stripes = watchStripes(lumaFormat.picturesPerSecond, light);
  const { record, curves } = recordFlashes({ general, red }, picturesPerSecond, light);
  return {
    frames: {
      width: columns,
      height: rows,
      rate,
      onFrame: (rgb) => {
        const isMoving = movesAsWhole(rgb);
        general.push(rgb, isMoving);
        red.push(rgb, isMoving);
        record(rgb);
      },
    },
    lumaFrames: { width, height, rate: lumaFormat.rate, onFrame: stripes.push },
    seen: () => ({ general: general.finish(), red: red.finish(), stripes: stripes.finish() }),
    curves,
  };
}
