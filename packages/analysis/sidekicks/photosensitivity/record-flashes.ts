import type { Curve } from '@assay/domain/series/series.ts';
import { createCurveRecorder, stepSeconds as shortestStep } from '../../decode/series/curve-recorder.ts';
import { type FlashCounter, maxFlashingShare } from './flash-counter.ts';
import type { Light } from './light.ts';
import { meanLuminance } from './luminance-changes.ts';
import { rules } from './rules.ts';

const kinds = ['general', 'red'] as const;
/** Resolution of the stored shares (0–1). */
const shareScale = 0.0001;

export function recordFlashes(
  counters: Record<(typeof kinds)[number], FlashCounter>,
  picturesPerSecond: number,
  displayed: Light,
): { record: (rgb: Uint8Array) => void; curves: () => Curve[] } {
  const stepSeconds = Math.max(shortestStep, 1 / picturesPerSecond);
  const limitsOf = (valueOf: (threshold: number) => number, label: string) =>
    kinds.map((kind) => {
      const ruleCode = `flash.${kind}` as const;
      return { value: valueOf(rules[ruleCode].threshold), label, ruleCode };
    });
  const flashes = createCurveRecorder({
    name: 'flashes',
    unit: 'flashes/s',
    channels: kinds,
    stepSeconds,
    scale: 0.5,
    limits: limitsOf((threshold) => threshold, 'WCAG 2.2 and ITU-R BT.1702 maximum'),
  });
  const area = createCurveRecorder({
    name: 'flash-area',
    unit: '1',
    channels: kinds,
    stepSeconds,
    scale: shareScale,
    limits: limitsOf(() => maxFlashingShare, 'WCAG 2.2 and ITU-R BT.1702 maximum'),
  });
  const luminance = createCurveRecorder({
    name: 'luminance',
    unit: '1',
    channels: ['mean'],
    stepSeconds,
    scale: shareScale,
    limits: [],
  });
  const most = kinds.map(() => ({ flashes: 0, share: 0 }));
  let light = { sum: 0, pictures: 0 };
  let step = 0;
  let picture = 0;
  const endStep = () => {
    if (light.pictures === 0) return;
    flashes.set(
      step,
      most.map((each) => each.flashes),
    );
    area.set(
      step,
      most.map((each) => each.share),
    );
    luminance.set(step, [light.sum / light.pictures]);
    for (const each of most) each.flashes = each.share = 0;
    light = { sum: 0, pictures: 0 };
  };
  return {
    /** Must be called after the counters have received the picture. */
    record(rgb) {
      // Adding 1e-6 corrects rounding errors: a quotient of 2.9999999 belongs to step 3.
      const now = Math.floor(picture++ / picturesPerSecond / stepSeconds + 1e-6);
      if (now !== step) endStep();
      step = now;
      for (const [index, kind] of kinds.entries()) {
        const each = most[index]!;
        each.flashes = counters[kind].flashesNow(each.flashes);
        each.share = Math.max(each.share, counters[kind].shareNow());
      }
      light.sum += meanLuminance(displayed, rgb);
      light.pictures += 1;
    },
    curves() {
      endStep();
      return [flashes, area, luminance].flatMap((recorder) => recorder.curve() ?? []);
    },
  };
}
