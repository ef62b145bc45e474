import { lengthOf, type TimeRange } from '../../contract/time-ranges.ts';
import { measurementEvidence, newFinding } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { VideoRules } from './rules.ts';
import { spanOf } from './stretch-finding.ts';

/** Texts of the findings, by how the sound starts or ends relative to the picture. */
const differences = {
  late: {
    summary: (by: string) => `The sound starts ${by} after the picture`,
    reasoning: 'The beginning of the picture has no sound',
  },
  early: {
    summary: (by: string) => `The sound starts ${by} before the picture`,
    reasoning: 'There is sound before the first picture',
  },
  shorter: {
    summary: (by: string) => `The sound ends ${by} before the picture`,
    reasoning: 'The end of the picture has no sound',
  },
  longer: {
    summary: (by: string) => `The sound ends ${by} after the picture`,
    reasoning: 'There is sound after the last picture',
  },
};

/** Difference, in frames and in seconds, that the priming, the blocks and the padding of sound codecs cause. */
const maxPaddingFrames = 5;
const maxPaddingSeconds = 0.25;

/**
 * Returns findings if a file has only sound or only picture at its start or at its end, for longer than the limit.
 * @param picture time range from the start of the first decoded frame to the end of the last decoded frame
 * @param sound time range from the first audio sample to the last
 * @param rate frames per second
 */
export function judgeLengths(
  picture: TimeRange,
  sound: TimeRange,
  rate: number,
  rules: VideoRules,
): Finding[] {
  return [
    ...judgeEnd(
      sound.startSeconds > picture.startSeconds ? 'late' : 'early',
      between(picture.startSeconds, sound.startSeconds),
      rate,
      rules,
    ),
    ...judgeEnd(
      sound.endSeconds > picture.endSeconds ? 'longer' : 'shorter',
      between(picture.endSeconds, sound.endSeconds),
      rate,
      rules,
    ),
  ];
}

function judgeEnd(
  how: keyof typeof differences,
  range: TimeRange,
  rate: number,
  rules: VideoRules,
): Finding[] {
  const seconds = Number(lengthOf(range).toFixed(3));
  const frames = Number((seconds * rate).toFixed(1));
  const isGross = seconds > rules['length.gross_mismatch'].threshold;
  if (!isGross && frames <= rules['length.mismatch'].threshold) return [];
  const rule = rules[isGross ? 'length.gross_mismatch' : 'length.mismatch'];
  const { threshold, unit } = rule;
  const { summary, reasoning } = differences[how];
  const isPadding = how !== 'early' && frames <= maxPaddingFrames && seconds <= maxPaddingSeconds;
  const anchor = { kind: 'time' as const, ...range };
  return [
    newFinding(rule, {
      severity: isPadding ? 'info' : rule.severity,
      summary: summary(`${seconds.toFixed(2)} s (${frames} frames)`),
      details: `The decoded file has only sound or only picture ${spanOf(range)}: ${isGross ? `${seconds} s exceeds` : `${frames} frames (${seconds} s) exceed`} the limit of ${threshold} ${unit}.`,
      reasoning: `${reasoning}. Content may be cut off, or sound and picture may be out of sync.`,
      headline: summary(`${seconds.toFixed(2)} s`),
      evidence: [
        measurementEvidence(rule, `${rule.code}:${range.startSeconds}`, isGross ? seconds : frames, anchor),
      ],
      anchor,
      action: 'replace',
      resolution: 'Export sound and picture again with the same length, and check that they are in sync.',
    }),
  ];
}

function between(one: number, other: number): TimeRange {
  return { startSeconds: Math.min(one, other), endSeconds: Math.max(one, other) };
}
