import { timecode } from '../../contract/time-ranges.ts';
import { firstStretches } from '../../formats/capped-collections.ts';
import { findingsPerItem, measurementEvidence, newFinding, roundedUp } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { rules } from './rules.ts';
import { spanOf } from './stretch-finding.ts';
import type { LevelStretch } from './watch-levels.ts';

const { threshold } = rules['levels.tolerance'];

export function judgeLevels(stretches: readonly LevelStretch[], endSeconds: number): Finding[] {
  return findingsPerItem(
    rules['levels.tolerance'],
    'stretches beyond the level limits',
    firstStretches(stretches),
    (stretch) => {
      const range = {
        ...stretch,
        endSeconds: Math.max(stretch.startSeconds, Math.min(stretch.endSeconds, endSeconds)),
      };
      const percent = roundedUp(stretch.percent, 2);
      const anchor = {
        kind: 'time' as const,
        startSeconds: range.startSeconds,
        endSeconds: range.endSeconds,
      };
      return newFinding(rules['levels.tolerance'], {
        summary: `Up to ${percent} % of the picture exceeds the level limits from ${timecode(range.startSeconds)}`,
        details:
          `Red, green, blue or luma is below 5 or above 246 (8 bits) in up to ${percent} % of the picture ${spanOf(range)}; ` +
          `${threshold} % is permitted. One picture of each second was measured.`,
        headline: `${percent} % of the picture beyond the level limits`,
        reasoning:
          'Broadcasters reject such levels. Equipment clips them, which changes colours and loses detail.',
        evidence: [
          measurementEvidence(
            rules['levels.tolerance'],
            `levels.tolerance:${range.startSeconds}`,
            percent,
            anchor,
          ),
        ],
        anchor,
        action: 'correct',
        resolution:
          'Correct the levels in grading, or check the range and the matrix that the stream declares.',
      });
    },
  );
}
