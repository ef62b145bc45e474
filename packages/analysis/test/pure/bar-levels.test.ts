import { expect, test } from 'vitest';
import { judgeLevels } from '../../sidekicks/video-qc/judge-levels.ts';
import { rules } from '../../sidekicks/video-qc/rules.ts';
import { createLevelCounter, matrices } from '../../sidekicks/video-qc/level-counter.ts';

/** Returns the details of the finding about a grey picture with bars of luma 0 and a white box of luma 250. */
function detailsOf(bars: { width: number; height: number }, boxWidth: number): string {
  const [width, height] = [320, 240];
  const planes = new Uint8Array((width * height * 3) / 2).fill(128);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isBar = Math.min(x, width - 1 - x) < bars.width || Math.min(y, height - 1 - y) < bars.height;
    planes[at] = isBar ? 0 : y >= 100 && y < 140 && x >= 100 && x < 100 + boxWidth ? 250 : 120;
  }
  const share = createLevelCounter({ width, height, format: 'yuv420p' }, [matrices.bt709])(planes);
  const stretch = { percent: share.all * 100, innerPercent: (share.all - share.atEdges) * 100 };
  return judgeLevels([{ startSeconds: 0, endSeconds: 6, ...stretch }], 6, true, rules['levels.tolerance'])[0]!
    .details;
}

test.for([
  ['letterbox', { width: 0, height: 30 }, '25 %'],
  ['pillarbox', { width: 40, height: 0 }, '25 %'],
] as const)('levels below black in a %s are said to be in the bars', ([, bars, percent]) => {
  expect(detailsOf(bars, 0)).toContain(`${percent} of the picture`);
  expect(detailsOf(bars, 0)).toContain('The excess is in the black of the bars');
  expect(detailsOf(bars, 60)).not.toContain('The excess is in the black of the bars');
});
