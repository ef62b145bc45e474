import { SeverityShape } from '../../../components/badges.tsx';
import { Untrusted } from '../../../components/texts.tsx';
import { count } from '../../../format.ts';
import type { Issue } from '@assay/client/shapes.ts';
import type { TimeFormat } from '../time-format.ts';
import { type Bar, barSize, packBars, stretchOf } from './pack-bars.ts';
import type { Range } from './viewport.ts';

interface Props {
  issues: readonly Issue[];
  selected: Issue | null;
  onSelect: (issue: Issue) => void;
  /** Called with a time range when a bar of several issues is pressed, so that the issues get separate bars. */
  onZoom: (range: Range) => void;
  range: Range;
  width: number;
  timeFormat: TimeFormat;
}

/** The issues on the time axis, one lane per rule family. Keyboard users have the same issues in the list of issues. */
export function IssueLanes({ issues, selected, onSelect, onZoom, range, width, timeFormat }: Props) {
  if (width === 0) return null;
  return packBars(issues, range, width).map(({ name, rows, bars }) => (
    <section key={name} class="lane lane-issues" aria-label={familyTitle(name)}>
      <div class="lane-head">
        <h3>
          <Untrusted text={familyTitle(name)} />
        </h3>
      </div>
      <div class="lane-bars" style={{ height: `${rows * barSize}px` }}>
        {bars.map((bar) => (
          <IssueBar
            key={bar.issues[0]!.id}
            {...{ bar, timeFormat }}
            isSelected={selected !== null && bar.issues.includes(selected)}
            onPress={() => {
              const [first] = bar.issues;
              if (bar.issues.length > 1) onZoom(extentOf(bar));
              onSelect(first!);
            }}
          />
        ))}
      </div>
    </section>
  ));
}

function IssueBar({
  bar,
  isSelected,
  timeFormat,
  onPress,
}: {
  bar: Bar;
  isSelected: boolean;
  timeFormat: TimeFormat;
  onPress: () => void;
}) {
  const { issues, severity, left, width, length, row } = bar;
  const [first] = issues;
  const { startSeconds } = stretchOf(first!)!;
  const label =
    issues.length === 1
      ? `${severity}: ${first!.summary}, ${timeFormat.format(startSeconds)}`
      : `${count(issues.length, 'issue')} from ${timeFormat.format(startSeconds)}, the worst is ${severity}. Zooms in.`;
  return (
    <button
      type="button"
      // Tab skips the bars, because there can be hundreds and the list of issues has the same entries.
      tabIndex={-1}
      class={`bar severity-${severity}`}
      aria-label={label}
      aria-pressed={isSelected}
      title={label}
      style={{ left: `${left}px`, width: `${width}px`, top: `${row * barSize}px` }}
      onClick={onPress}
    >
      <span class="bar-length" style={{ width: `${issues.length > 1 ? width : length}px` }} />
      <span class="bar-mark">
        <SeverityShape severity={severity} />
        {issues.length > 1 && issues.length}
      </span>
    </button>
  );
}

function extentOf({ issues }: Bar): Range {
  const stretches = issues.map((issue) => stretchOf(issue)!);
  const from = Math.min(...stretches.map(({ startSeconds }) => startSeconds));
  const to = Math.max(...stretches.map(({ endSeconds }) => endSeconds));
  const margin = Math.max(0.5, (to - from) / 10);
  return { from: from - margin, to: to + margin };
}

/** Returns the heading of a rule family, for example `Picture issues`. */
function familyTitle(name: string): string {
  const text = `${name.replaceAll('_', ' ').replace(/^atsc\b/, 'ATSC')} issues`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
