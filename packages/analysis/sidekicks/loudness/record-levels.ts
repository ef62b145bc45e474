import { createCurveRecorder, stepSeconds } from '../../decode/series/curve-recorder.ts';
import type { Curve } from '@assay/domain/series/series.ts';
import { addedLu, type Target } from './targets.ts';
import { type Level, minMeasuredLufs } from './read-level.ts';

/** Maximum number of channels with a curve of peaks. Programmes do not have more channels. */
const maxChannels = 16;
/** Resolution of the stored levels, in LU and dB. */
const scale = 0.01;

export function recordLevels(
  channels: number,
  target: Target,
): { record: (level: Level) => void; curves: () => Curve[] } {
  const { standard, targetLufs, rules } = target;
  // The curve has the measured loudness, so the target of mono sound is lower there.
  const measuredTarget = Math.round((targetLufs - addedLu(target, channels)) / scale) * scale;
  const limit = (label: string, rule: Target['rules'][keyof Target['rules']]) =>
    rule === undefined ? [] : [{ value: rule.threshold, label: `${standard} ${label}`, ruleCode: rule.code }];
  const loudness = createCurveRecorder({
    name: 'loudness',
    unit: 'LUFS',
    channels: ['momentary', 'shortTerm'],
    stepSeconds,
    scale,
    limits: [
      { value: measuredTarget, label: `${standard} target`, ruleCode: rules.programme.code },
      ...limit('short-term maximum', rules.shortTerm),
    ],
  });
  const peaks = createCurveRecorder({
    name: 'peaks',
    unit: 'dBTP',
    channels: channelNames(Math.min(channels, maxChannels)),
    stepSeconds,
    scale,
    limits: limit('maximum', rules.truePeak),
  });
  const measured = (value: number, min: number) => (value > min ? value : null);
  return {
    record({ startSeconds, momentaryLufs, shortTermLufs, peaksDbtp }) {
      const step = Math.round(startSeconds / stepSeconds);
      loudness.set(step, [
        measured(momentaryLufs, minMeasuredLufs),
        measured(shortTermLufs, minMeasuredLufs),
      ]);
      peaks.set(
        step,
        peaksDbtp.map((peak) => measured(peak, -Infinity)),
      );
    },
    curves: () => [loudness.curve(), peaks.curve()].filter((curve) => curve !== null),
  };
}

function channelNames(channels: number): string[] {
  if (channels === 2) return ['left', 'right'];
  return Array.from({ length: channels }, (_, index) => `channel ${index + 1}`);
}
