import { lengthOf } from '../../contract/time-ranges.ts';
import { measurementEvidence, newFinding, roundedUp } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { firstStretches } from '../../formats/capped-collections.ts';
import type { VideoRules } from './rules.ts';
import { spanOf } from './stretch-finding.ts';
import type { LevelStretch } from './watch-levels.ts';

/**
 * Returns one finding for all stretches, because one correction in grading fixes them all. Its place is the stretch
 * with the largest share, and its evidence contains the first 50 stretches.
 * @param hasBars whether the picture has bars in the whole video
 */
export function judgeLevels(
  measured: readonly LevelStretch[],
  endSeconds: number,
  hasBars: boolean,
  rule: VideoRules['levels.tolerance'],
): Finding[] {
  const all = measured.filter(({ percent }) => percent > rule.threshold);
  const stretches = all.map((stretch) => ({
    percent: roundedUp(stretch.percent, 2),
    range: {
      startSeconds: stretch.startSeconds,
      endSeconds: Math.max(stretch.startSeconds, Math.min(stretch.endSeconds, endSeconds)),
    },
  }));
  if (stretches.length === 0) return [];
  const worst = stretches.reduce((a, b) => (b.percent > a.percent ? b : a));
  const seconds = stretches.reduce((sum, { range }) => sum + lengthOf(range), 0);
  const others =
    stretches.length === 1
      ? ''
      : ` There are ${stretches.length} such stretches, ${seconds.toFixed(0)} s in all.`;
  const isInBars = hasBars && all.every(({ innerPercent }) => innerPercent <= rule.threshold);
  const inBars = isInBars
    ? ' The excess is in the black of the bars; the picture inside is within the limits.'
    : '';
  return [
    newFinding(rule, {
      summary:
        `Up to ${worst.percent} % of the picture exceeds the level limits ${spanOf(worst.range)}` +
        (isInBars ? ', in the bars' : '') +
        (stretches.length === 1 ? '' : `, and less in ${stretches.length - 1} other stretches`),
      details:
        `Red, green, blue or luma is below 5 or above 246 (8 bits) in up to ${worst.percent} % of the picture ` +
        `${spanOf(worst.range)}; ${rule.threshold} % is permitted. One picture of each second was measured.${inBars}${others}`,
      headline: `${worst.percent} % of the picture beyond the level limits`,
      reasoning:
        'Broadcasters reject such levels. Equipment clips them, which changes colours and loses detail.',
      evidence: firstStretches(stretches).first.map(({ percent, range }) =>
        measurementEvidence(rule, `levels.tolerance:${range.startSeconds}`, percent, {
          kind: 'time',
          ...range,
        }),
      ),
      anchor: { kind: 'time', ...worst.range },
      action: 'correct',
      resolution: isInBars
        ? 'Raise the black of the bars to level 16, or crop the bars.'
        : 'Correct the levels in grading, or check the range and the matrix that the stream declares.',
    }),
  ];
}
