import type { Anchor, Issue } from '../contracts/issue.ts';
import type { TimelinePart } from './align-curves.ts';
import { isSamePlace, sharedStretch, sharesBox, type Stretch } from './same-place.ts';

/** The parts of an issue that a comparison uses. */
export interface ComparableIssue extends Pick<Issue, 'id' | 'ruleCode' | 'severity' | 'summary' | 'anchor'> {
  /** Null if nothing was measured. */
  measurement: { measured: unknown; threshold: number | null; unit: string | null } | null;
  /** The words that the issue is about, in a form that ignores how they were read or set. Null if there are none. */
  words: string | null;
}

export const changes = ['severity', 'measured', 'wording', 'place'] as const;
export type Change = (typeof changes)[number];

export interface IssuePair {
  before: ComparableIssue;
  after: ComparableIssue;
}

export interface Comparison {
  /** Issues of the older asset that the newer one does not have. */
  fixed: ComparableIssue[];
  /** Issues of both, without a noticeable change. */
  remaining: IssuePair[];
  /** Issues of both that differ. */
  changed: (IssuePair & { changes: Change[] })[];
  /** Issues of the newer asset that the older one did not have. */
  new: ComparableIssue[];
}

/** Seconds by which the times of one defect differ in two recordings: two values of the curves that aligned them. */
const toleranceSeconds = 0.2;
/** Maximum number of issues with which an issue is compared in each list, so that the costs are bounded. */
const maxNeighbours = 6;

/** Defects of which a recording has one issue, at the worst place. An encoding can move it. */
const atWorstPlace = new Set(['loudness.true_peak', 'loudness.short_term', 'length.mismatch']);

/** Returns the parts of an issue that a comparison uses. */
export function comparable({
  id,
  ruleCode,
  severity,
  summary,
  anchor,
  contributors,
}: Issue): ComparableIssue {
  const contents = (contributors[0]?.evidence ?? []).map(({ content }) => content);
  const field = (name: string) =>
    contents.flatMap((content) =>
      typeof content === 'object' && content !== null && !Array.isArray(content) && name in content
        ? [content[name]]
        : [],
    )[0];
  const [measured, threshold, unit] = [field('measured'), field('threshold'), field('unit')];
  const quoted = anchor.kind === 'text' ? anchor.quote : (field('quote') ?? field('text'));
  return {
    ...{ id, ruleCode, severity, summary, anchor },
    measurement:
      measured === undefined
        ? null
        : {
            measured,
            threshold: typeof threshold === 'number' ? threshold : null,
            unit: typeof unit === 'string' ? unit : null,
          },
    words: typeof quoted === 'string' && quoted !== '' ? wordsOf(quoted) : null,
  };
}

/** Returns text without case, spaces and punctuation, and without the letters that are read as digits. */
function wordsOf(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%£$€¥]/gu, '');
  return letters.replaceAll('o', '0').replaceAll(/[il|]/g, '1') || text;
}

/**
 * Compares the issues of an asset with those of the asset that it replaces. Two issues are the same defect if their
 * rules find the same (`defectOf`) and they are in the same place: the asset as a whole, the same words, an overlapping
 * box of the same page or picture, or a stretch of time of which they share at least half of the longer one.
 * Each issue is compared with a limited number of others, so the time grows with the number of issues only.
 * @param timeline the parts of the older recording that the newer one has; null if the times are the same
 * @param defectOf returns the code of the defect that a rule finds
 */
export function compareIssues(
  before: readonly ComparableIssue[],
  after: readonly ComparableIssue[],
  timeline: readonly TimelinePart[] | null,
  defectOf: (ruleCode: string) => string,
): Comparison {
  const partners = new Map<ComparableIssue, ComparableIssue>();
  const moved = new Set<ComparableIssue>();
  const groups = Map.groupBy(after, ({ ruleCode }) => defectOf(ruleCode));
  for (const [defect, some] of Map.groupBy(before, ({ ruleCode }) => defectOf(ruleCode)))
    matchDefect(some, groups.get(defect) ?? [], { defect, timeline, partners, moved });
  const taken = new Set(partners.values());
  const pairs = before.flatMap((issue) => {
    const partner = partners.get(issue);
    if (partner === undefined) return [];
    return [{ before: issue, after: partner, changes: changesOf(issue, partner, moved.has(issue)) }];
  });
  const order = new Map(after.map((issue, index) => [issue, index]));
  pairs.sort((a, b) => order.get(a.after)! - order.get(b.after)!);
  return {
    fixed: before.filter((issue) => !partners.has(issue)),
    remaining: pairs
      .filter(({ changes }) => changes.length === 0)
      .map(({ before, after }) => ({ before, after })),
    changed: pairs.filter(({ changes }) => changes.length > 0),
    new: after.filter((issue) => !taken.has(issue)),
  };
}

/** An issue of the older asset, with its place in the newer one. Null if the newer asset lacks the place. */
interface Placed {
  issue: ComparableIssue;
  anchor: Anchor | null;
}

/** Finds the partners of issues of one defect. `moved` gets those whose place has changed. */
function matchDefect(
  before: readonly ComparableIssue[],
  after: readonly ComparableIssue[],
  {
    defect,
    timeline,
    partners,
    moved,
  }: {
    defect: string;
    timeline: readonly TimelinePart[] | null;
    partners: Map<ComparableIssue, ComparableIssue>;
    moved: Set<ComparableIssue>;
  },
): void {
  if (after.length === 0) return;
  let old: Placed[] = before.map((issue) => ({ issue, anchor: placeIn(timeline, issue.anchor) }));
  let young = [...after];
  const settle = (found: Iterable<readonly [ComparableIssue, ComparableIssue]>) => {
    const taken = new Set<ComparableIssue>();
    for (const [issue, partner] of found) {
      partners.set(issue, partner);
      taken.add(partner);
    }
    if (taken.size === 0) return;
    old = old.filter(({ issue }) => !partners.has(issue));
    young = young.filter((issue) => !taken.has(issue));
  };
  const sameKeys = (keyOf: (issue: ComparableIssue, anchor: Anchor | null) => string | null) => {
    const byKey = new Map<string, ComparableIssue[]>();
    for (const issue of young.toReversed()) {
      const key = keyOf(issue, issue.anchor);
      if (key === null) continue;
      const same = byKey.get(key);
      if (same === undefined) byKey.set(key, [issue]);
      else same.push(issue);
    }
    settle(
      old.flatMap(({ issue, anchor }) => {
        const key = keyOf(issue, anchor);
        const partner = key === null ? undefined : byKey.get(key)?.pop();
        return partner === undefined ? [] : [[issue, partner] as const];
      }),
    );
  };
  sameKeys(({ summary, words }, anchor) => anchor && `${placeKey(anchor)} ${words} ${summary}`);
  const hasSameWords = (a: ComparableIssue, b: ComparableIssue) => a.words === b.words;
  settle(nearest(old, young, (a, b) => (hasSameWords(a.issue, b) ? closeness(a.anchor, b) : 0)));
  // Words that are on another page, or at another place of it, are still there. Those of videos are in time.
  sameKeys(({ words, anchor: { kind } }) => (words === null || kind === 'time' ? null : words));
  settle(nearest(old, young, (a, b) => (isTold(a.issue, b) ? closeness(a.anchor, b) : 0)));
  const shortened = nearest(old, young, (a, b) => (hasSameWords(a.issue, b) ? sharedShare(a.anchor, b) : 0));
  for (const [issue] of shortened) moved.add(issue);
  settle(shortened);
  if (!atWorstPlace.has(defect) || old.length !== 1 || young.length !== 1) return;
  moved.add(old[0]!.issue);
  settle([[old[0]!.issue, young[0]!]]);
}

/** Returns whether the places of two issues with different words can be told: they have boxes, times or positions. */
function isTold(a: ComparableIssue, b: ComparableIssue): boolean {
  return [a, b].every(
    ({ anchor }) => anchor.kind !== 'asset' && (anchor.kind !== 'page' || anchor.bbox !== undefined),
  );
}

/** Returns an anchor at its time in the newer recording. Null if the newer recording lacks this part. */
function placeIn(timeline: readonly TimelinePart[] | null, anchor: Anchor): Anchor | null {
  if (anchor.kind !== 'time' || timeline === null) return anchor;
  const stretch = newStretch(timeline, anchor);
  return stretch && { ...anchor, ...stretch };
}

/** Returns where the newer recording has a stretch of the older one. Null if it lacks the stretch. */
export function newStretch(
  timeline: readonly TimelinePart[],
  { startSeconds, endSeconds }: Stretch,
): Stretch | null {
  const found = timeline.flatMap((part, index) => {
    // Curves can end before the sound, so the first and the last part go on.
    const first = index === 0 ? -Infinity : part.startSeconds - toleranceSeconds / 2;
    const last = index === timeline.length - 1 ? Infinity : part.endSeconds + toleranceSeconds / 2;
    const start = Math.max(startSeconds, first) + part.offsetSeconds;
    const end = Math.min(endSeconds, last) + part.offsetSeconds;
    return start > end || end < 0 ? [] : [{ start: Math.max(0, start), end }];
  });
  if (found.length === 0) return null;
  return {
    startSeconds: Math.min(...found.map(({ start }) => start)),
    endSeconds: Math.max(...found.map(({ end }) => end)),
  };
}

function placeKey(anchor: Anchor): string {
  if (anchor.kind !== 'time') return JSON.stringify(anchor);
  const { startSeconds, endSeconds, bbox } = anchor;
  return `time ${startSeconds.toFixed(1)} ${endSeconds.toFixed(1)} ${JSON.stringify(bbox)}`;
}

/** Returns how near two places are, up to 1. 0: they are different places. */
function closeness(a: Anchor | null, { anchor: b }: ComparableIssue): number {
  if (a === null) return 0;
  if (a.kind !== 'time' || b.kind !== 'time') return isSamePlace(a, b) ? 1 : 0;
  if (!isSamePlace(widen(a), widen(b))) return 0;
  const { shared, longer } = sharedStretch(widen(a), widen(b));
  return shared / longer;
}

/** Returns the share of the shorter stretch that two stretches have in common, if it is at least half of it. */
function sharedShare(a: Anchor | null, { anchor: b }: ComparableIssue): number {
  if (a?.kind !== 'time' || b.kind !== 'time' || !sharesBox(a, b)) return 0;
  const { shared, shorter } = sharedStretch(widen(a), widen(b));
  return shared >= shorter / 2 ? shared / shorter : 0;
}

function widen<Place extends Stretch>(place: Place): Place {
  const { startSeconds, endSeconds } = place;
  return {
    ...place,
    startSeconds: startSeconds - toleranceSeconds,
    endSeconds: endSeconds + toleranceSeconds,
  };
}

/**
 * Pairs issues, the nearest first. An issue is compared with the issues that are next to it in a sorted list: of its
 * page, or of the stretches that are about as long.
 * @param nearness returns 0 for issues that are no pair
 */
function nearest(
  old: readonly Placed[],
  young: readonly ComparableIssue[],
  nearness: (before: Placed, after: ComparableIssue) => number,
): Map<ComparableIssue, ComparableIssue> {
  const lists = new Map<string, { at: number; issue: ComparableIssue }[]>();
  for (const issue of young) {
    const [key] = listsOf(issue.anchor);
    const list = lists.get(key!) ?? [];
    list.push({ at: positionIn(issue.anchor), issue });
    lists.set(key!, list);
  }
  for (const list of lists.values()) list.sort((a, b) => a.at - b.at);
  const candidates = old.flatMap((before) => {
    if (before.anchor === null) return [];
    const at = positionIn(before.anchor);
    return listsOf(before.anchor).flatMap((key) => {
      const list = lists.get(key) ?? [];
      let [low, high] = [0, list.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle]!.at < at) low = middle + 1;
        else high = middle;
      }
      return list
        .slice(Math.max(0, low - maxNeighbours), low + maxNeighbours)
        .map(({ issue }) => ({ before, after: issue, near: nearness(before, issue) }))
        .filter(({ near }) => near > 0);
    });
  });
  candidates.sort((a, b) => b.near - a.near);
  const found = new Map<ComparableIssue, ComparableIssue>();
  const taken = new Set<ComparableIssue>();
  for (const { before, after } of candidates) {
    if (found.has(before.issue) || taken.has(after)) continue;
    found.set(before.issue, after);
    taken.add(after);
  }
  return found;
}

/** Returns the lists that can have the partners of an issue. The issue itself belongs to the first. */
function listsOf(anchor: Anchor): string[] {
  if (anchor.kind === 'page') return [`page ${anchor.page}`];
  if (anchor.kind !== 'time') return [anchor.kind];
  // Stretches of which half is shared have lengths that differ by a factor of at most two.
  const length = Math.round(Math.log2(Math.max(1, anchor.endSeconds - anchor.startSeconds)));
  return [0, -1, 1, -2, 2].map((by) => `time ${length + by}`);
}

function positionIn(anchor: Anchor): number {
  switch (anchor.kind) {
    case 'time':
      return anchor.startSeconds;
    case 'text':
      return anchor.start;
    case 'region':
      return anchor.y;
    case 'page':
      return anchor.bbox?.[1] ?? 0;
    case 'asset':
      return 0;
  }
}

/** Returns what differs noticeably between two issues of one defect. */
function changesOf(before: ComparableIssue, after: ComparableIssue, isMoved: boolean): Change[] {
  const hasValues = before.measurement !== null && after.measurement !== null;
  const hasWords = before.words !== null && after.words !== null;
  const isReworded =
    before.words !== after.words || (!hasValues && !hasWords && before.summary !== after.summary);
  return [
    ...(before.severity === after.severity ? [] : ['severity' as const]),
    ...(hasValues && isNoticeable(before.measurement!, after.measurement!) ? ['measured' as const] : []),
    ...(isReworded ? ['wording' as const] : []),
    ...(isMoved ? ['place' as const] : []),
  ];
}

type Measurement = NonNullable<ComparableIssue['measurement']>;

/**
 * Returns whether two measured values differ noticeably: by more than a tenth of the larger distance from the threshold
 * (or of the value, without a threshold), and by more than 0.2 decibels or seconds, which encodings and cuts change.
 */
function isNoticeable(before: Measurement, after: Measurement): boolean {
  const [a, b] = [before.measured, after.measured];
  if (typeof a !== 'number' || typeof b !== 'number') return JSON.stringify(a) !== JSON.stringify(b);
  const distance = (value: number, { threshold }: Measurement) => Math.abs(value - (threshold ?? 0));
  const tenth = Math.max(distance(a, before), distance(b, after)) / 10;
  const least = /^(?:LU|LUFS|dB\w*|s)$/.test(after.unit ?? '') ? 0.2 : 0;
  return Math.abs(a - b) > Math.max(tenth, least) + 1e-9;
}
