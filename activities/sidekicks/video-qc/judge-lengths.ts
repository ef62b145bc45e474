import { findRule } from '../catalogue.ts';
import { measurementEvidence, newFinding } from '../contract.ts';
import type { Finding } from '../finding.ts';

/** Sound and picture of different lengths, as decoded, in seconds; `rate` is pictures in a second. */
export function judgeLengths(pictureSeconds: number, soundSeconds: number, rate: number): Finding[] {
  const seconds = Number(Math.abs(pictureSeconds - soundSeconds).toFixed(3));
  const frames = Number((seconds * rate).toFixed(1));
  const isGross = seconds > findRule('length.gross_mismatch')!.rule.threshold!;
  if (!isGross && frames <= findRule('length.mismatch')!.rule.threshold!) return [];
  const ruleCode = isGross ? 'length.gross_mismatch' : 'length.mismatch';
  const { threshold, unit } = findRule(ruleCode)!.rule;
  const how = soundSeconds > pictureSeconds ? 'longer' : 'shorter';
  const anchor = {
    kind: 'time' as const,
    startSeconds: Math.min(pictureSeconds, soundSeconds),
    endSeconds: Math.max(pictureSeconds, soundSeconds),
  };
  return [
    newFinding(ruleCode, {
      summary: `The sound is ${seconds.toFixed(2)} s (${frames} frames) ${how} than the picture`,
      details:
        `Decoded, the picture lasts ${pictureSeconds.toFixed(3)} s and the sound ${soundSeconds.toFixed(3)} s; ` +
        `a difference of more than ${threshold} ${unit} is reported.`,
      reasoning:
        how === 'shorter'
          ? 'The end of the picture has no sound; something may be cut off, or sound and picture may drift apart.'
          : 'Sound goes on when the picture has ended; something may be cut off, or sound and picture may drift apart.',
      headline: `Sound ${seconds.toFixed(2)} s ${how} than the picture`,
      evidence: [measurementEvidence(ruleCode, ruleCode, isGross ? seconds : frames, anchor)],
      anchor,
      action: 'replace',
      resolution: 'Export sound and picture again with the same length, and check that they are in step.',
    }),
  ];
}
