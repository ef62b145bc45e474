import type { Decision } from '../contracts/decision.ts';
import type { Report } from '../contracts/report.ts';
import { sentenceCase } from '../lib/characters.ts';
import { type Severity, worstSeverity } from '../sidekick.ts';
import { FormatFault } from './format-fault.ts';
import type { ReportFormat } from './format-names.ts';
import { oneLine } from './one-line.ts';
import { type FrameRange, framesOf, type Timeline, timelineOf } from './timeline.ts';

/** A marker of an editing program. Each text is one line. */
export interface Marker extends FrameRange {
  severity: Severity;
  title: string;
  /** Severity, rule, details, and the reason of the decision, of each issue. */
  notes: readonly string[];
}

export interface MarkedTimeline {
  /** Name of the file. */
  name: string;
  timeline: Timeline;
  markers: readonly Marker[];
}

/**
 * Returns the issues of a report that have a time, as markers in the order of their frames. Issues of one frame are one
 * marker, because Resolve, Final Cut and Avid show only one marker at a frame. Throws `FormatFault` if the file has no
 * frames that a time code can name.
 */
export function markedTimeline(
  format: ReportFormat,
  report: Report,
  startTimecode: string | null,
): MarkedTimeline {
  const timeline = timelineOf(report, startTimecode);
  if (timeline === null)
    throw new FormatFault(
      'format',
      `${format} needs a constant frame rate that time codes can count, which the file does not have; csv and vtt need none`,
    );
  const placed = report.issues
    .map((issue) => ({ issue, range: framesOf(issue.anchor, timeline) }))
    .filter((one): one is { issue: Report['issues'][number]; range: FrameRange } => one.range !== null)
    .toSorted((a, b) => a.range.frame - b.range.frame);
  const markers = [...Map.groupBy(placed, ({ range }) => range.frame)].map(([frame, same]) => ({
    frame,
    frames: Math.max(...same.map(({ range }) => range.frames)),
    severity: worstSeverity(same.map(({ issue }) => issue.severity)),
    title: same.map(({ issue }) => titleOf(issue)).join('; '),
    notes: same.map(({ issue: { severity, ruleCode, details, decision } }) => {
      const reason = (decision?.reason ?? null) === null ? '' : ` Decision: ${decision!.reason}`;
      return `${sentenceCase(severity)}, ${oneLine(`${ruleCode}: ${details}${reason}`)}`;
    }),
  }));
  const frames = Math.max(timeline.frames, ...markers.map((marker) => marker.frame + marker.frames));
  return { name: oneLine(report.asset.name), timeline: { ...timeline, frames }, markers };
}

const decided: Record<Decision['decision'], string> = {
  accepted: 'To be mended',
  waived: 'May stay',
  disputed: 'Not a defect',
};

/** Returns the summary of an issue, after what was decided about it. */
function titleOf({ summary, decision }: Report['issues'][number]): string {
  return oneLine(decision === null ? summary : `${decided[decision.decision]}: ${summary}`);
}
