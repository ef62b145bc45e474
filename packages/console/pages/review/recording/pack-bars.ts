import type { Issue } from '@assay/client/shapes.ts';
import { type Severity, severities } from '@assay/domain/sidekick.ts';
import type { Range } from './viewport.ts';

/** The smallest side of a bar in CSS pixels (WCAG 2.2, 2.5.8). */
export const barSize = 24;
const maxRows = 3;

/** A bar on the time axis: one issue, or several that have no room beside each other. */
export interface Bar {
  /** The issues of the bar in the order of their start times. */
  issues: Issue[];
  row: number;
  left: number;
  /** Width of the area that can be pressed, at least `barSize`. */
  width: number;
  /** Width of the time range of the issues in CSS pixels. */
  length: number;
  severity: Severity;
}

export interface Family {
  /** The part of the rule's code before the dot. */
  name: string;
  rows: number;
  bars: Bar[];
}

/** Returns the time range of an issue; null for an issue without one, such as an issue of the whole file. */
export function stretchOf({ anchor }: Issue): { startSeconds: number; endSeconds: number } | null {
  return anchor.kind === 'time' ? anchor : null;
}

/** Returns the bars of the visible issues, by rule family, without overlaps. @param width of the axis in CSS pixels */
export function packBars(issues: readonly Issue[], { from, to }: Range, width: number): Family[] {
  const perSecond = width / (to - from);
  const timed = issues.filter((issue) => stretchOf(issue) !== null);
  const families = Map.groupBy(timed, ({ ruleCode }) => ruleCode.split('.')[0]!);
  return [...families].map(([name, members]) => {
    const bars: Bar[] = [];
    const lastOfRow: Bar[] = [];
    const visible = members
      .map((issue) => ({ issue, ...stretchOf(issue)! }))
      .filter(({ startSeconds, endSeconds }) => endSeconds >= from && startSeconds <= to)
      .sort((a, b) => a.startSeconds - b.startSeconds);
    for (const { issue, startSeconds, endSeconds } of visible) {
      const start = Math.max(0, (startSeconds - from) * perSecond);
      const length = Math.max(2, Math.min(width, (endSeconds - from) * perSecond) - start);
      const left = Math.max(0, Math.min(start, width - barSize));
      const extent = Math.max(barSize, length);
      const free = [0, 1, 2].slice(0, maxRows).find((row) => {
        const last = lastOfRow[row];
        return last === undefined || last.left + last.width <= left;
      });
      if (free !== undefined) {
        const bar = { issues: [issue], row: free, left, width: extent, length, severity: issue.severity };
        lastOfRow[free] = bar;
        bars.push(bar);
        continue;
      }
      // Joins the bar that begins last, so that joint bars stay short.
      const joined = lastOfRow.reduce((best, bar) => (bar.left > best.left ? bar : best));
      joined.issues.push(issue);
      joined.length = Math.max(joined.length, left + length - joined.left);
      joined.width = Math.max(joined.width, left + extent - joined.left);
      joined.severity = severities.find((each) => each === joined.severity || each === issue.severity)!;
    }
    return { name, rows: Math.max(1, ...bars.map(({ row }) => row + 1)), bars };
  });
}
