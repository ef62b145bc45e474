import type { Comparison } from './comparison.ts';

export type Part = NonNullable<Comparison['timeline']>[number];

/** Returns the time in the earlier recording of a time in the newer one. Null if the earlier one lacks it. */
export function earlierTime(timeline: readonly Part[] | null, seconds: number): number | null {
  if (timeline === null) return seconds;
  const [first, last] = [timeline[0], timeline.at(-1)];
  const part = timeline.find(({ startSeconds, endSeconds, offsetSeconds }) => {
    const at = seconds - offsetSeconds;
    return at >= startSeconds && at < endSeconds;
  });
  if (part !== undefined) return seconds - part.offsetSeconds;
  // Before the first part and after the last one, the recordings run on, although their contents differ.
  const before = first === undefined ? -1 : seconds - first.offsetSeconds;
  if (before >= 0 && before < first!.startSeconds) return before;
  const after = last === undefined ? -1 : seconds - last.offsetSeconds;
  return after >= 0 && after >= last!.endSeconds ? after : null;
}

/** Returns the time in the newer recording of a time in the earlier one: of what is cut out, the time of the cut. */
export function newerTime(timeline: readonly Part[] | null, seconds: number): number {
  if (timeline === null || timeline.length === 0) return seconds;
  const part = timeline.find(({ endSeconds }) => seconds < endSeconds) ?? timeline.at(-1)!;
  return Math.max(0, Math.max(seconds, part === timeline[0] ? 0 : part.startSeconds) + part.offsetSeconds);
}

/** Returns what was cut out or inserted, as text. @param format returns the text of a time in the newer recording */
export function cutsOf(timeline: readonly Part[], format: (seconds: number) => string): string[] {
  return timeline.flatMap(({ startSeconds, offsetSeconds }, index) => {
    const by = offsetSeconds - (timeline[index - 1]?.offsetSeconds ?? 0);
    const length = `${Math.round(Math.abs(by) * 10) / 10} s`;
    const at = index === 0 ? 'the start' : format(startSeconds + offsetSeconds);
    if (Math.abs(by) < 0.05) return [];
    return [by < 0 ? `${length} cut out at ${at}` : `${length} inserted before ${at}`];
  });
}
