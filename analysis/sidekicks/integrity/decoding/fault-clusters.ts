import type { TimeRange } from '../../../media/time-ranges.ts';
import type { Fault } from './fault-messages.ts';

/** One line that told of a fault, and how much had been decoded when it came. */
export interface FaultLine {
  fault: Exclude<Fault, 'truncation'>;
  text: string;
  /** Null where nothing had been decoded yet. */
  atSeconds: number | null;
}

/** Faults near each other. */
export interface FaultCluster {
  /** Null where they came before anything was decoded, and not again. */
  range: TimeRange | null;
  lines: number;
  /** The first few that differ. */
  messages: string[];
}

/** Nearer than this, faults are one; and within this of the ends, what is ordinary there is none. */
const nearSeconds = 1;
/** A line comes while the stretch after the last tick of the clock is decoded. */
export const clockSeconds = 0.2;
const maxMessages = 20;
const maxClusters = 20;

/** Joins the lines of a decoding of `endSeconds` into stretches; those past the twentieth are one with it. */
export function clusterFaults(lines: readonly FaultLine[], endSeconds: number): FaultCluster[] {
  const clusters: FaultCluster[] = [];
  for (const line of inTime(withoutOrdinary(lines, endSeconds))) {
    const last = clusters.at(-1);
    if (last !== undefined && (clusters.length === maxClusters || isNear(last, line)))
      add(last, line, endSeconds);
    else clusters.push(newCluster(line, endSeconds));
  }
  // Decoders work on several pictures at a time, and complain in no fixed order.
  return clusters.map((cluster) => ({ ...cluster, messages: cluster.messages.toSorted() }));
}

/** Leaves out what comes of how a file was cut out of a longer one, and ffmpeg's echo of that. */
function withoutOrdinary(lines: readonly FaultLine[], endSeconds: number): FaultLine[] {
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

/** Demuxers read ahead before anything is decoded; what they say there again later, is placed later. */
function inTime(lines: readonly FaultLine[]): FaultLine[] {
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
