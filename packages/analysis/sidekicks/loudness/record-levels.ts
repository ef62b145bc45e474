import { createCurveRecorder, stepSeconds } from '../../decode/series/curve-recorder.ts';
import type { Curve } from '@assay/domain/series/series.ts';
import { levelLimits, levelScale } from './level-limits.ts';
import type { Target } from './targets.ts';
import { type Level, minMeasuredLufs } from './read-level.ts';

/** Maximum number of channels with a curve of peaks. Programmes do not have more channels. */
const maxChannels = 16;

export function recordLevels(
  channels: number,
  target: Target,
): { record: (level: Level) => void; curves: () => Curve[] } {
  const limits = levelLimits(target, channels);
  const loudness = createCurveRecorder({
    name: 'loudness',
    unit: 'LUFS',
    channels: ['momentary', 'shortTerm'],
    stepSeconds,
    scale: levelScale,
    limits: limits.loudness,
  });
  const peaks = createCurveRecorder({
    name: 'peaks',
    unit: 'dBTP',
    channels: channelNames(Math.min(channels, maxChannels)),
    stepSeconds,
    scale: levelScale,
    limits: limits.peaks,
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
