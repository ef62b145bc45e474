import type { Report } from '@assay/domain/contracts/report.ts';
import { oneLine } from '@assay/domain/report-formats/one-line.ts';
import { placeOf } from '@assay/domain/report-formats/words.ts';
import type { CurvePoints } from '@assay/domain/series/points.ts';
import type { SeriesLimit, SeriesName } from '@assay/domain/series/series.ts';
import { type Severity, severities } from '@assay/domain/sidekick.ts';

/** The curves of a report, in the order in which they are shown. */
export const reportCurves = ['loudness', 'luminance', 'flashes'] as const satisfies SeriesName[];
/** Maximum number of points of a curve. More cannot be told apart on the width of a page. */
export const maxCurvePoints = 700;

/** A curve of a file, with at most `maxCurvePoints` points. */
export interface ReportCurve extends CurvePoints {
  name: (typeof reportCurves)[number];
  limits: readonly SeriesLimit[];
  /** False if only the first part of the file was decoded. */
  complete: boolean;
}

/** Curves on one time axis, with the issues that have a time. Times are in seconds from the start of the file. */
export interface CurvesView {
  durationSeconds: number;
  ticks: readonly { seconds: number; text: string }[];
  lanes: readonly CurveLane[];
  /** The issues that have a time, by severity. Severities without such issues are left out. */
  marks: readonly { severity: Severity; issues: readonly MarkedIssue[] }[];
  /** False if only the first part of the file was decoded. */
  complete: boolean;
  /** The content of the curves in words, for readers who do not see them. */
  alternative: string;
}

export interface CurveLane extends LaneStyle {
  curve: ReportCurve;
  /** The highest value of each channel with its time, and the limits, as a sentence. */
  summary: string;
  /** Limits with their values, the highest first. Several rules can have the same limit. */
  limits: readonly { value: number; number: string; text: string }[];
}

export interface MarkedIssue {
  number: number;
  startSeconds: number;
  endSeconds: number;
}

interface LaneStyle {
  title: string;
  unit: string;
  /** Factor that converts a stored value to a number in `unit`. */
  factor: number;
  /** Values at the bottom and at the top. They are fixed, so that two files can be compared. */
  low: number;
  high: number;
  /** Values that have a number at the left. */
  scale: readonly number[];
  /** Decimals of the summary. */
  digits: number;
  channelNames: Readonly<Record<string, string>>;
}

const styles: Record<ReportCurve['name'], LaneStyle> = {
  loudness: {
    ...{ title: 'Loudness', unit: 'LUFS', factor: 1, low: -50, high: 0, scale: [-40, -20, 0], digits: 1 },
    channelNames: { momentary: 'momentary', shortTerm: 'short-term' },
  },
  luminance: {
    ...{
      title: 'Luminance',
      unit: '% of white',
      factor: 100,
      low: 0,
      high: 1,
      scale: [0, 0.5, 1],
      digits: 0,
    },
    channelNames: { mean: 'mean' },
  },
  flashes: {
    ...{ title: 'Flashes', unit: 'per second', factor: 1, low: 0, high: 12, scale: [0, 6, 12], digits: 1 },
    channelNames: { general: 'general', red: 'red' },
  },
};

/** Steps between the ticks of a time axis, in seconds. */
const tickSteps = [
  ...[0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800],
  ...[1, 2, 4, 8, 12, 24, 48, 96, 192].map((hours) => hours * 3_600),
];
const maxTicks = 7;

/** Returns the curves of a report. Null if there are none. */
export function curvesViewOf(report: Report, curves: readonly ReportCurve[]): CurvesView | null {
  const shown = reportCurves.flatMap((name) => curves.filter((curve) => curve.name === name));
  if (shown.length === 0) return null;
  const { asset, issues } = report;
  const timeText = (seconds: number) =>
    placeOf({ kind: 'time', startSeconds: seconds, endSeconds: seconds }, asset);
  const ends = shown.map(({ startSeconds, stepSeconds, channels }) => {
    const steps = Math.max(0, ...channels.map(({ max }) => max.length));
    return startSeconds + steps * stepSeconds;
  });
  const durationSeconds = Math.max(asset.media?.durationSeconds ?? 0, ...ends);
  if (durationSeconds === 0) return null;
  const lanes = shown.map((curve) => laneOf(curve, timeText));
  const marks = severities
    .map((severity) => ({
      severity,
      issues: issues.flatMap(({ anchor, referenceNumber, ...issue }) =>
        anchor.kind === 'time' && issue.severity === severity
          ? [
              {
                number: referenceNumber,
                startSeconds: Math.min(anchor.startSeconds, durationSeconds),
                endSeconds: Math.min(anchor.endSeconds, durationSeconds),
              },
            ]
          : [],
      ),
    }))
    .filter((mark) => mark.issues.length > 0);
  const complete = shown.every((curve) => curve.complete);
  const texts = [
    `Curves of the file from ${timeText(0)} to ${timeText(durationSeconds)}.`,
    ...lanes.map(({ summary }) => summary),
    marks.length === 0
      ? 'No issue has a time.'
      : `Issues with a time: ${marks.map((mark) => `${mark.issues.length} ${mark.severity}`).join(', ')}.`,
  ];
  return {
    ...{ durationSeconds, lanes, marks, complete },
    ticks: ticksOf(durationSeconds, timeText),
    alternative: texts.join(' '),
  };
}

function laneOf(curve: ReportCurve, timeText: (seconds: number) => string): CurveLane {
  const style = styles[curve.name];
  const { unit, factor, digits, channelNames } = style;
  const summaries = curve.channels.flatMap(({ name, max }) => {
    const highest = max.reduce<number>((best, value, index) => {
      const known = max[best] ?? null;
      return value !== null && (known === null || value > known) ? index : best;
    }, 0);
    const value = max[highest] ?? null;
    if (value === null) return [];
    const channel = channelNames[name] ?? name;
    if (curve.name === 'flashes' && value === 0) return [`no ${channel} flashes`];
    const at = timeText(curve.startSeconds + highest * curve.stepSeconds);
    return [`highest ${channel} ${numberOf(value * factor, digits)} ${unit} at ${at}`];
  });
  const byLabel = new Map(curve.limits.map((limit) => [`${limit.value} ${limit.label}`, limit]));
  const limits = [...byLabel.values()]
    .toSorted((a, b) => b.value - a.value)
    .map(({ value, label }) => {
      const number = String(Number((value * factor).toFixed(2))).replace('-', '−');
      return { value, number, text: oneLine(`${label} ${number}`) };
    });
  const limitTexts = limits.map(({ text }) => text).join(', ');
  const limitsText =
    limits.length === 0 ? '' : `; ${limits.length === 1 ? 'limit' : 'limits'}: ${limitTexts}`;
  return {
    ...style,
    ...{ curve, limits },
    summary: `${style.title}: ${summaries.join(', ') || 'nothing was measured'}${limitsText}.`,
  };
}

/** Returns a number with a minus sign instead of a hyphen. */
export function numberOf(value: number, digits: number): string {
  return value.toFixed(digits).replace('-', '−');
}

function ticksOf(
  durationSeconds: number,
  timeText: (seconds: number) => string,
): { seconds: number; text: string }[] {
  const step = tickSteps.find((each) => durationSeconds / each <= maxTicks) ?? durationSeconds;
  const count = Math.floor(durationSeconds / step) + 1;
  return Array.from({ length: count }, (_, index) => ({
    seconds: index * step,
    text: timeText(index * step).replace(/\.00$/, ''),
  }));
}
