import { boxesOverlap, unionOf } from '@assay/domain/page-box.ts';
import { exactSeconds } from '../../text/reading-in-words.ts';
import { maxPauseSeconds } from '../../text/same-text.ts';
import type { ShownPlace } from './claim.ts';
import { type Match, matchClaims } from './match-claims.ts';
import type { Lexicon } from './register.ts';
import { commonTime, type ShownLine } from './shown-lines.ts';
import { type ShownPassage, shownPassages } from './shown-passages.ts';

/** Minimum confidence (0–1) with which each line of a claim was read. Below it, the wording may be wrong. */
export const minReadConfidence = 0.8;

/** A claim in the text that was read in an image, on a scanned page or in a video. */
export interface ShownMatch {
  passage: ShownPassage;
  match: Match;
  place: ShownPlace;
}

/**
 * Returns the claims in lines that were read in pictures, in reading order or, for a video, by start time. Claims with
 * a line below `minReadConfidence` are ignored.
 */
export function matchShownClaims(lines: readonly ShownLine[], lexicon: Lexicon): ShownMatch[] {
  const covered = new Map<ShownLine, [start: number, end: number][]>();
  const found: ShownMatch[] = [];
  for (const passage of shownPassages(lines)) {
    for (const match of matchClaims(passage.text, lexicon).matches) {
      const touched = passage.parts
        .filter(({ start, end }) => start < match.end && match.start < end)
        .map(({ line, start, end }) => ({
          line,
          start: Math.max(0, match.start - start),
          end: Math.min(end, match.end) - start,
        }));
      // In a video, a line may be in several passages, because other lines appear and disappear. A claim that was
      // already found in the same lines is skipped.
      const isKnown = touched.every(({ line, start, end }) =>
        covered.get(line)?.some((range) => range[0] < end && start < range[1]),
      );
      const place = placeOf(touched.map(({ line }) => line));
      if (isKnown || place.readConfidence < minReadConfidence) continue;
      for (const { line, start, end } of touched)
        covered.set(line, [...(covered.get(line) ?? []), [start, end]]);
      found.push({ passage, match, place });
    }
  }
  const startOf = ({ place }: ShownMatch) => place.time?.startSeconds ?? 0;
  return joinContinued(found.sort((one, other) => startOf(one) - startOf(other)));
}

function placeOf(lines: readonly ShownLine[]): ShownPlace {
  return {
    box: unionOf(lines.map(({ box }) => box)),
    readConfidence: Math.min(...lines.map(({ confidence }) => confidence)),
    time: commonTime(lines),
  };
}

/**
 * Returns the text around a claim, and the match with its position in this text. Leaves out lines around the claim that
 * were read with less than `minReadConfidence`, or are not shown during the whole time of the claim.
 */
export function clearContext({ passage, match, place }: ShownMatch): { text: string; match: Match } {
  let text = '';
  let start = 0;
  let previous = -1;
  for (const [index, part] of passage.parts.entries()) {
    const isOwn = part.start < match.end && match.start < part.end;
    if (!isOwn && !isClear(part.line, place)) continue;
    if (text !== '')
      text += previous === index - 1 ? passage.text.slice(passage.parts[previous]!.end, part.start) : ' … ';
    if (part.start <= match.start) start = text.length + match.start - part.start;
    text += passage.text.slice(part.start, part.end);
    previous = index;
  }
  return { text, match: { ...match, start, end: start + match.end - match.start } };
}

function isClear({ confidence, time }: ShownLine, place: ShownPlace): boolean {
  if (confidence < minReadConfidence) return false;
  if (time === null || place.time === null) return true;
  return (
    time.startSeconds <= place.time.startSeconds + 2 * exactSeconds &&
    time.endSeconds >= place.time.endSeconds - 2 * exactSeconds
  );
}

/** Joins claims of a video with the same words and overlapping boxes that follow each other without a long pause. */
function joinContinued(claims: readonly ShownMatch[]): ShownMatch[] {
  const joined: ShownMatch[] = [];
  // Places of claims that a later claim may continue, by rule and words. Several places can have the same words.
  const recent = new Map<string, ShownPlace[]>();
  for (const claim of claims) {
    const { place } = claim;
    const key = `${claim.match.ruleCode} ${wordsOf(claim)}`;
    const places = (recent.get(key) ?? []).filter(
      (earlier) => pauseBetween(earlier, place) <= maxPauseSeconds,
    );
    const earlier = places.find(({ box }) => boxesOverlap(box, place.box));
    if (earlier === undefined) {
      places.push(place);
      joined.push(claim);
    } else {
      earlier.time!.endSeconds = Math.max(earlier.time!.endSeconds, place.time!.endSeconds);
      earlier.time!.isExact &&= place.time!.isExact;
      earlier.box = unionOf([place.box, earlier.box]);
    }
    recent.set(key, places);
  }
  return joined;
}

/** Returns the seconds from the end of the first place to the start of the second; infinite without times. */
function pauseBetween({ time: earlier }: ShownPlace, { time }: ShownPlace): number {
  return earlier === null || time === null ? Infinity : time.startSeconds - earlier.endSeconds;
}

function wordsOf({ passage: { text }, match: { start, end } }: ShownMatch): string {
  return text.slice(start, end).toLowerCase().replace(/\s/g, '');
}
