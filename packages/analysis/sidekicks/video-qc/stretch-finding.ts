import { timecode } from '@assay/domain/time-code.ts';
import { lengthOf, type TimeRange } from '../../contract/time-ranges.ts';
import { type FindingParts, measurementEvidence, newFinding } from '../../contract/contract.ts';
import type { Rule } from '../../contract/description.ts';
import type { Finding } from '../../contract/finding.ts';

interface StretchParts extends Pick<FindingParts, 'severity' | 'reasoning' | 'action'> {
  /** The name of the defect, such as `Black picture`. */
  what: string;
  /** Tolerance in seconds of the comparison with the limit; absent: none. */
  toleranceSeconds?: number;
  /** A further sentence of the details. */
  more?: string;
  /** Returns the remedy for a stretch. `span` is a text such as `from 0:01.00 to 0:03.00`. */
  resolution: (span: string) => string;
}

/** Returns a finding whose measured value is the length of a time range in seconds. */
export function stretchFinding(rule: Rule, range: TimeRange, parts: StretchParts): Finding {
  const { what, toleranceSeconds = 0, more, resolution, ...rest } = parts;
  const { threshold } = rule;
  const seconds = Number(lengthOf(range).toFixed(3));
  const anchor = { kind: 'time' as const, startSeconds: range.startSeconds, endSeconds: range.endSeconds };
  const span = spanOf(range);
  const verb =
    seconds > threshold!
      ? 'exceeds'
      : seconds < threshold!
        ? `is within ${toleranceSeconds} s of`
        : 'reaches';
  const limit = `${verb} the limit of ${threshold} s`;
  return newFinding(rule, {
    ...rest,
    summary: `${what} for ${seconds.toFixed(1)} s ${span}`,
    details: [`${what} ${span}: ${seconds} s ${limit}.`, more]
      .filter((sentence) => sentence !== undefined)
      .join(' '),
    headline: `${seconds.toFixed(1)} s of ${what[0]!.toLowerCase()}${what.slice(1)}`,
    evidence: [measurementEvidence(rule, `${rule.code}:${range.startSeconds}`, seconds, anchor)],
    anchor,
    resolution: resolution(span),
  });
}

export function spanOf({ startSeconds, endSeconds }: TimeRange): string {
  return `from ${timecode(startSeconds)} to ${timecode(endSeconds)}`;
}
