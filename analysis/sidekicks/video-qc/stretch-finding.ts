import { lengthOf, timecode, type TimeRange } from '../../media/time-ranges.ts';
import { findRule, type RuleCode } from '../catalogue.ts';
import { type FindingParts, measurementEvidence, newFinding } from '../contract.ts';
import type { Finding } from '../finding.ts';

interface StretchParts extends Pick<FindingParts, 'severity' | 'reasoning' | 'action'> {
  /** What is found: `Black picture`. */
  what: string;
  /** Only what is longer than the rule's threshold is reported, and not what is as long. */
  isBeyond?: boolean;
  /** More than where it is and how long: whole sentences. */
  more?: string;
  /** What mends it; where it is follows. */
  resolution: (span: string) => string;
}

/** A stretch of time that is longer than a rule allows. */
export function stretchFinding(ruleCode: RuleCode, range: TimeRange, parts: StretchParts): Finding {
  const { what, isBeyond = false, more, resolution, ...rest } = parts;
  const { threshold } = findRule(ruleCode)!.rule;
  const seconds = Number(lengthOf(range).toFixed(3));
  const anchor = { kind: 'time' as const, startSeconds: range.startSeconds, endSeconds: range.endSeconds };
  const span = spanOf(range);
  const limit = isBeyond ? `more than ${threshold} s` : `${threshold} s or more`;
  return newFinding(ruleCode, {
    ...rest,
    summary: `${what} for ${seconds.toFixed(1)} s ${span}`,
    details: [`${what} ${span}: ${seconds} s, where ${limit} is reported.`, more]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
    headline: `${seconds.toFixed(1)} s of ${what[0]!.toLowerCase()}${what.slice(1)}`,
    evidence: [measurementEvidence(ruleCode, `${ruleCode}:${range.startSeconds}`, seconds, anchor)],
    anchor,
    resolution: resolution(span),
  });
}

export function spanOf({ startSeconds, endSeconds }: TimeRange): string {
  return `from ${timecode(startSeconds)} to ${timecode(endSeconds)}`;
}
