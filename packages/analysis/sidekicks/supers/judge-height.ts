import type { ShownLine, VideoText } from '../../text/shown-text.ts';
import type { Finding } from '../../contract/finding.ts';
import { minHeight } from './height-limits.ts';
import { rules, type SupersRules } from './rules.ts';
import { lowerCaseShare, lowerMedian, rowsOf, type Super } from './super.ts';
import { describeSuper, superFinding } from './super-finding.ts';

/** Share (0–1) by which a height may be below the minimum: one of 30 lines in HD, the error of the measurement. */
const tolerance = 1 / 30;

interface MeasuredHeight {
  measured: number;
  minimum: number;
  isOnBlock: boolean;
  rows: number;
}

/**
 * Returns a finding if the capitals and digits of a row of a super are lower than the minimum. Lower-case letters are
 * judged only if no line has capitals or digits. Their minimum is then `lowerCaseShare` of the minimum for capitals,
 * and the finding is minor.
 */
export function judgeHeight(
  found: Super,
  video: VideoText,
  rule: SupersRules['supers.height'],
): Finding | null {
  // A profile gives the minimum in HD; the other minimums have the same ratio to it as in the guidance.
  const scale = rule.threshold / rules['supers.height'].threshold;
  const capitals = smallestRow(found, video, ({ letters }) => letters?.capitalHeight ?? null, scale);
  const isByCapitals = capitals !== null;
  const height =
    capitals ??
    smallestRow(found, video, ({ letters }) => letters?.lowerCaseHeight ?? null, scale * lowerCaseShare);
  if (height === null || height.measured >= height.minimum * (1 - tolerance)) return null;
  const measured = Number(height.measured.toFixed(1));
  const minimum = Number(height.minimum.toFixed(1));
  const letters = isByCapitals ? 'capitals and digits' : 'lower-case letters';
  const share = isByCapitals ? '' : `, ${lowerCaseShare} of the minimum for capitals,`;
  const row = height.rows === 1 ? '' : ` in the smallest of its ${height.rows} rows`;
  const ground = height.isOnBlock ? ' on a block of one colour' : '';
  return superFinding(rule, found, video, {
    ...(isByCapitals ? {} : { severity: 'minor' as const }),
    what: `Superimposed text with ${letters} of ${measured} lines, below ${minimum}`,
    details:
      `The ${letters} of ${describeSuper(found)} are ${measured} lines high${row}. The minimum${share} is ${minimum} lines for text` +
      `${ground} in a picture of ${video.width} × ${video.height}.`,
    measured,
    threshold: minimum,
    unit: 'lines',
    headline: `${measured} lines instead of ${minimum}`,
    reasoning: isByCapitals
      ? 'Viewers cannot read small print that is smaller than the guidance asks for.'
      : 'The text has only lower-case letters, for which the guidance has no number.',
    action: 'correct',
    resolution: `Enlarge the text so that its capitals are at least ${Math.ceil(minimum / (isByCapitals ? 1 : lowerCaseShare))} lines high.`,
  });
}

/** Returns the height of the smallest row, and its minimum; null if there is no height or no minimum. */
function smallestRow(
  { lines }: Super,
  video: VideoText,
  heightOf: (line: ShownLine) => number | null,
  share: number,
): MeasuredHeight | null {
  // A super is on a block if most of its lines are, because the background of a single line may be measured wrongly.
  const isOnBlock = 2 * lines.filter(({ letters }) => letters?.isOnBlock).length > lines.length;
  const minimum = minHeight(video, isOnBlock);
  const heights = rowsOf(lines).flatMap(
    (row) => lowerMedian(row.flatMap((line) => heightOf(line) ?? [])) ?? [],
  );
  if (minimum === null || heights.length === 0) return null;
  return { measured: Math.min(...heights), minimum: minimum * share, isOnBlock, rows: heights.length };
}
