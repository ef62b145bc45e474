import { type Curve, type CurveDescription, noValue } from '@assay/domain/series/series.ts';

/** Seconds that each value of a curve covers. The loudness filter logs at this interval. */
export const stepSeconds = 0.1;

/** Maximum number of values of a channel: 24 hours, which need 1.7 MB. Later values are dropped. */
const maxSteps = 24 * 36_000;

export interface CurveRecorder {
  /**
   * Records a value of each channel. Values outside the range of a 16-bit integer are limited to it.
   * @param step number of the step, from 0
   * @param values null for channels in which nothing was measured
   */
  set: (step: number, values: readonly (number | null)[]) => void;
  /** Returns the curve up to the last recorded step; null if no step was recorded. */
  curve: () => Curve | null;
}

/** Returns a recorder of a curve that starts with the file. Steps without a record have no value. */
export function createCurveRecorder(description: Omit<CurveDescription, 'startSeconds'>): CurveRecorder {
  const { scale } = description;
  const channels = description.channels.length;
  let values = new Int16Array(1_024 * channels).fill(noValue);
  let steps = 0;
  const reserve = (length: number) => {
    if (length <= values.length) return;
    const larger = new Int16Array(Math.max(length, 2 * values.length)).fill(noValue);
    larger.set(values);
    values = larger;
  };
  return {
    set(step, row) {
      if (!(step >= 0 && step < maxSteps)) return;
      steps = Math.max(steps, step + 1);
      reserve(steps * channels);
      for (let channel = 0; channel < channels; channel++) {
        const value = row[channel] ?? null;
        values[step * channels + channel] =
          value === null ? noValue : Math.max(-32_767, Math.min(32_767, Math.round(value / scale)));
      }
    },
    curve: () =>
      steps === 0 ? null : { ...description, startSeconds: 0, values: values.slice(0, steps * channels) },
  };
}
