import type { TimeRange } from '../../../contract/time-ranges.ts';
import type { Fault } from './fault-messages.ts';

export interface FaultLine {
  fault: Exclude<Fault, 'truncation'>;
  text: string;
  /** Decoded time in seconds when the line was logged; null if nothing had been decoded yet. */
  atSeconds: number | null;
}

/** Faults that are less than `nearSeconds` apart. */
export interface FaultCluster {
  /** Time range of the faults. Null if ffmpeg logged the faults only before it had decoded anything. */
  range: TimeRange | null;
  lines: number;
  /** The first 20 different messages. */
  messages: string[];
}

/**
 * Maximum distance in seconds between successive faults of one cluster. Also the length in seconds of the start and of
 * the end of a file, in which `withoutNormal` removes faults.
 */
const nearSeconds = 1;
/** Interval in seconds at which ffmpeg logs the decoded time. Each fault gets the last time that was logged before. */
export const clockSeconds = 0.2;
const maxMessages = 20;
const maxClusters = 20;

/**
 * Groups fault lines into at most `maxClusters` clusters. The last of them includes all further lines.
 * @param endSeconds duration of the decoded content
 */
export function clusterFaults(lines: readonly FaultLine[], endSeconds: number): FaultCluster[] {
  const clusters: FaultCluster[] = [];
  for (const line of byTime(withoutNormal(lines, endSeconds))) {
    const last = clusters.at(-1);
    if (last !== undefined && (clusters.length === maxClusters || isNear(last, line)))
      add(last, line, endSeconds);
    else clusters.push(newCluster(line, endSeconds));
  }
  // Decoders use several threads, so the order of their log lines varies. Sorting makes results reproducible.
  return clusters.map((cluster) => ({ ...cluster, messages: cluster.messages.toSorted() }));
}

/**
 * Removes faults that intact files have too: `cut_start` at the start and `trailing` at the end. Also removes each
 * `echo` beside a removed fault, unless a line at the same start or end reports damage.
 */
function withoutNormal(lines: readonly FaultLine[], endSeconds: number): FaultLine[] {
  const isAtStart = ({ atSeconds }: FaultLine) => (atSeconds ?? 0) < nearSeconds;
  const isAtEnd = ({ atSeconds }: FaultLine) => (atSeconds ?? 0) > endSeconds - nearSeconds;
  const ofStart = lines.some((line) => line.fault === 'cut_start' && isAtStart(line));
  const ofEnd = lines.some((line) => line.fault === 'trailing' && isAtEnd(line));
  const damaged = (isThere: (line: FaultLine) => boolean) =>
    lines.some((line) => line.fault === 'damage' && isThere(line));
  return lines.filter((line) => {
    if (line.fault === 'cut_start') return !isAtStart(line);
    if (line.fault === 'trailing') return !isAtEnd(line);
    if (line.fault !== 'echo') return true;
    if (isAtStart(line) && ofStart) return damaged(isAtStart);
    if (isAtEnd(line) && ofEnd) return damaged(isAtEnd);
    return true;
  });
}

/** Sorts lines by time. Drops a line without a time if a line with a time has the same text. */
function byTime(lines: readonly FaultLine[]): FaultLine[] {
  const placed = lines
    .filter(({ atSeconds }) => atSeconds !== null)
    .toSorted((a, b) => a.atSeconds! - b.atSeconds!);
  const texts = new Set(placed.map(({ text }) => text));
  return [...lines.filter(({ atSeconds, text }) => atSeconds === null && !texts.has(text)), ...placed];
}

function isNear({ range }: FaultCluster, { atSeconds }: FaultLine): boolean {
  if (range === null || atSeconds === null) return range === null && atSeconds === null;
  return atSeconds - range.endSeconds < nearSeconds;
}

function newCluster(line: FaultLine, endSeconds: number): FaultCluster {
  const { atSeconds } = line;
  const at = atSeconds === null ? null : Number(atSeconds.toFixed(3));
  const range = at === null ? null : { startSeconds: at, endSeconds: at };
  const cluster = { range, lines: 0, messages: [] };
  add(cluster, line, endSeconds);
  return cluster;
}

function add(cluster: FaultCluster, { atSeconds, text }: FaultLine, endSeconds: number): void {
  cluster.lines++;
  if (cluster.messages.length < maxMessages && !cluster.messages.includes(text)) cluster.messages.push(text);
  if (cluster.range === null || atSeconds === null) return;
  const until = Math.min(atSeconds + clockSeconds, Math.max(endSeconds, atSeconds));
  cluster.range.endSeconds = Math.max(cluster.range.endSeconds, Number(until.toFixed(3)));
}
