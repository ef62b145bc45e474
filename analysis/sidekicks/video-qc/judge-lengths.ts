import { lengthOf, type TimeRange } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import { measurementEvidence, newFinding } from '../contract.ts';
import type { Finding } from '../finding.ts';
import { spanOf } from './stretch-finding.ts';

/** How sound and picture differ at one end of the file. */
const differences = {
  late: {
    what: (by: string) => `The sound starts ${by} after the picture`,
    reasoning: 'The beginning of the picture has no sound',
  },
  early: {
    what: (by: string) => `The sound starts ${by} before the picture`,
    reasoning: 'Sound goes on before there is a picture',
  },
  shorter: {
    what: (by: string) => `The sound ends ${by} before the picture`,
    reasoning: 'The end of the picture has no sound',
  },
  longer: {
    what: (by: string) => `The sound ends ${by} after the picture`,
    reasoning: 'Sound goes on when the picture has ended',
  },
};

/**
 * Where only one of sound and picture is there, at the start and at the end of a file.
 * @param picture from the first picture that was decoded to the end of the last
 * @param sound from the first sample to the last
 * @param rate pictures in a second
 */
export function judgeLengths(picture: TimeRange, sound: TimeRange, rate: number): Finding[] {
  return [
    ...judgeEnd(
      sound.startSeconds > picture.startSeconds ? 'late' : 'early',
      between(picture.startSeconds, sound.startSeconds),
      rate,
    ),
    ...judgeEnd(
      sound.endSeconds > picture.endSeconds ? 'longer' : 'shorter',
      between(picture.endSeconds, sound.endSeconds),
      rate,
    ),
  ];
}

function judgeEnd(how: keyof typeof differences, range: TimeRange, rate: number): Finding[] {
  const seconds = Number(lengthOf(range).toFixed(3));
  const frames = Number((seconds * rate).toFixed(1));
  const isGross = seconds > findRule('length.gross_mismatch')!.rule.threshold!;
  if (!isGross && frames <= findRule('length.mismatch')!.rule.threshold!) return [];
  const ruleCode = isGross ? 'length.gross_mismatch' : 'length.mismatch';
  const { threshold, unit } = findRule(ruleCode)!.rule;
  const { what, reasoning } = differences[how];
  const anchor = { kind: 'time' as const, ...range };
  return [
    newFinding(ruleCode, {
      summary: what(`${seconds.toFixed(2)} s (${frames} frames)`),
      details: `Decoded, only one of sound and picture is there ${spanOf(range)}: ${seconds} s, where more than ${threshold} ${unit} is reported.`,
      reasoning: `${reasoning}; something may be cut off, or sound and picture may drift apart.`,
      headline: what(`${seconds.toFixed(2)} s`),
      evidence: [
        measurementEvidence(
          ruleCode,
          `${ruleCode}:${range.startSeconds}`,
          isGross ? seconds : frames,
          anchor,
        ),
      ],
      anchor,
      action: 'replace',
      resolution: 'Export sound and picture again with the same length, and check that they are in step.',
    }),
  ];
}

function between(one: number, other: number): TimeRange {
  return { startSeconds: Math.min(one, other), endSeconds: Math.max(one, other) };
}
