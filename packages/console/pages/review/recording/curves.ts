import type { Points } from '../../../chart/draw-curve.ts';
import type { Curve } from '../view.ts';

/** How a curve is drawn and written. The vertical scale is fixed, so that two files can be compared. */
export interface CurveStyle {
  title: string;
  low: number;
  high: number;
  /** Values at which a grid line is drawn across the plot. */
  grid: readonly number[];
  digits: number;
  /** The extreme that the summary names. */
  extreme: 'highest' | 'lowest';
  /** True for a waveform: each channel has its own part of the lane, with bars around its centre. */
  isWaveform?: boolean;
  /** True if the values are shares (0–1) that are shown as percentages. */
  isPercent?: boolean;
}

/** The curves in the order of the lanes, by the name of the series. */
export const curveStyles: Record<string, CurveStyle> = {
  peaks: { title: 'Waveform', low: 0, high: 1, grid: [], digits: 1, extreme: 'highest', isWaveform: true },
  loudness: {
    title: 'Loudness',
    low: -50,
    high: 0,
    grid: [-40, -30, -20, -10],
    digits: 1,
    extreme: 'highest',
  },
  flashes: { title: 'Flashes', low: 0, high: 12, grid: [], digits: 1, extreme: 'highest' },
  'flash-area': {
    title: 'Flash area',
    low: 0,
    high: 1,
    grid: [0.5],
    digits: 0,
    extreme: 'highest',
    isPercent: true,
  },
  luminance: { title: 'Luminance', low: 0, high: 1, grid: [0.5], digits: 2, extreme: 'highest' },
  phase: { title: 'Phase', low: -1, high: 1, grid: [0], digits: 2, extreme: 'lowest' },
};

const units: Record<string, string | undefined> = { LUFS: 'LUFS', dBTP: 'dBTP', 'flashes/s': '/s' };
const channelNames: Record<string, string | undefined> = { momentary: 'M', shortTerm: 'S' };

/** Returns the short name of a channel: M and S are the names of EBU Tech 3341. */
export function channelName(name: string): string {
  return channelNames[name] ?? name;
}

/** Returns a value without its unit, for example `−23.1`. */
export function formatValue(value: number | null, { digits, isPercent = false }: CurveStyle): string {
  if (value === null) return '–';
  return (isPercent ? value * 100 : value).toFixed(digits).replace('-', '−');
}

/** Returns the unit as it is written after a number. Correlations and luminance have none. */
export function unitOf({ unit }: Pick<Curve, 'unit'>, { isPercent = false }: CurveStyle): string {
  if (isPercent) return '%';
  return units[unit] ?? '';
}

/** Returns the highest or lowest value (`style.extreme`) of a channel at a time. Null if it is not known. */
export function valueAt(
  curve: Curve,
  channel: Points | Curve['channels'][number],
  seconds: number,
  style: CurveStyle,
): number | null {
  const index = Math.floor((seconds - curve.startSeconds) / curve.stepSeconds);
  const values = style.extreme === 'lowest' ? channel.min : channel.max;
  return values[index] ?? null;
}

/** Returns the values of all channels at a time, for example `M −23.1 · S −22.4 LUFS`. */
export function valuesAt(curve: Curve, seconds: number, style: CurveStyle): string {
  const values = curve.channels.map((channel) => {
    const value = formatValue(valueAt(curve, channel, seconds, style), style);
    return curve.channels.length === 1 ? value : `${channelName(channel.name)} ${value}`;
  });
  return `${values.join(' · ')} ${unitOf(curve, style)}`.trim();
}

/** Returns the extreme of a curve and its time. Returns null if nothing was measured. */
export function extremeOf(curve: Curve, { extreme }: CurveStyle): { value: number; seconds: number } | null {
  let found: { value: number; seconds: number } | null = null;
  for (const channel of curve.channels) {
    for (const [index, value] of (extreme === 'lowest' ? channel.min : channel.max).entries()) {
      if (value === null) continue;
      if (found !== null && (extreme === 'lowest' ? value >= found.value : value <= found.value)) continue;
      found = { value, seconds: curve.startSeconds + index * curve.stepSeconds };
    }
  }
  return found;
}

/** Returns the amplitude of a peak, where 1 is full scale. @param peak dBTP */
export function amplitudeOf(peak: number | null): number | null {
  return peak === null ? null : 10 ** (peak / 20);
}
