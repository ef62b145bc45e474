import { likeness } from './likeness.ts';
import { isTrusted, mayBeSameText, numbersDiffer, standsAt } from './same-text.ts';
import type { ReadLine } from './text-reader.ts';

/** A reading, and its box in pixels. */
export type PlacedReading = Pick<ReadLine, 'text' | 'confidence' | 'box'>;

/** A line of text as it was read in one picture. */
export interface Sighting {
  /** Number of the picture, from 0. */
  picture: number;
  line: ReadLine;
}

/** All sightings of the same line of text, in time order. */
export interface JoinedLine {
  sightings: Sighting[];
  /** True if the line moves at a steady speed, as in rolling credits. */
  moves: boolean;
}

/** Maximum number of successive pictures in which a line may be missing without ending there. */
const maxGap = 1;
/** Minimum similarity (0–1) between two texts of a moving line, and minimum number of characters of a moving line. */
const minMovingLikeness = 0.85;
const minMovingCharacters = 6;
/**
 * Maximum vertical distance between the upper edges, and between the lower edges, of two sightings of a line that does
 * not move. As a share of the line's height.
 */
const maxEdgeDistance = 0.5;
/** Maximum error of the position of an edge if words of a line were missed, as a share of the line's height. */
const maxCutError = 0.75;
/** Maximum number of earlier lines with which a line is compared. The nearest lines are compared first. */
const maxCompared = 5;
/** Maximum number of lines in the result. Lines that begin later are dropped. */
const maxJoined = 5_000;
/** Minimum confidence (0–1) of a line that occurs in a single picture. With less confidence, such a line is noise. */
const minSingleConfidence = 0.8;
/** Minimum share (0–1) of a line's area that other lines cover if the line is a second reading of them. */
const minCovered = 0.6;

/**
 * Joins the lines of pictures at equal intervals. A line continues an earlier line if position and text are similar. A
 * line may be missing in one picture in between. Drops noise, and lines that are a second reading of the same
 * characters. Returns the lines in the order of their first sighting.
 */
export function joinLines(pictures: readonly (readonly ReadLine[])[]): JoinedLine[] {
  const all: JoinedLine[] = [];
  let open: JoinedLine[] = [];
  for (const [picture, lines] of pictures.entries()) {
    open = open.filter(({ sightings }) => sightings.at(-1)!.picture >= picture - 1 - maxGap);
    const continued = match(open, lines, picture);
    for (const [index, line] of lines.entries()) {
      const earlier = continued.get(index);
      if (earlier === undefined) {
        if (all.length >= maxJoined) continue;
        const joined: JoinedLine = { sightings: [{ picture, line }], moves: false };
        all.push(joined);
        open.push(joined);
      } else {
        earlier.moves ||= !isInPlace(earlier.sightings.at(-1)!.line, line);
        earlier.sightings.push({ picture, line });
      }
    }
  }
  const lines = all.filter((line) => !isNoise(line));
  return lines.filter((line) => !isOtherReading(line, lines));
}

/**
 * Returns the earlier line that each line continues, by the line's index. Matches the pairs with the highest scores
 * first, because a line can continue only one earlier line.
 */
function match(
  open: readonly JoinedLine[],
  lines: readonly ReadLine[],
  picture: number,
): Map<number, JoinedLine> {
  const pairs = lines.flatMap((line, index) =>
    open
      .map((earlier) => ({ earlier, distance: distanceOf(earlier.sightings.at(-1)!.line, line) }))
      .sort((one, other) => one.distance - other.distance)
      .slice(0, maxCompared)
      .map(({ earlier }) => ({ index, earlier, score: scoreOf(earlier, line, picture) }))
      .filter(({ score }) => score > 0),
  );
  const matched = new Map<number, JoinedLine>();
  const taken = new Set<JoinedLine>();
  for (const { index, earlier } of pairs.sort((one, other) => other.score - one.score)) {
    if (matched.has(index) || taken.has(earlier)) continue;
    matched.set(index, earlier);
    taken.add(earlier);
  }
  return matched;
}

/** Returns a score (0–2) of how well a line continues an earlier line; 0 if it does not. */
function scoreOf(earlier: JoinedLine, line: ReadLine, picture: number): number {
  const last = earlier.sightings.at(-1)!;
  // A line that does not move is preferred to a moving line.
  const stays = isInPlace(last.line, line) && !earlier.moves;
  if (!stays && (line.text.length < minMovingCharacters || !movesOn(earlier, line, picture))) return 0;
  const alike = likeness(last.line.text, line.text);
  if (stays) return continuesText(earlier, line) ? 1 + alike : 0;
  return alike >= minMovingLikeness && !numbersDiffer(last.line, line) ? alike : 0;
}

/**
 * Returns whether a line may have the text of an earlier line. The text is compared with the last reading and with the
 * last trusted reading. In a cross-fade, a picture can show two texts, and its reading may be similar to both.
 */
function continuesText({ sightings }: JoinedLine, line: ReadLine): boolean {
  const last = sightings.at(-1)!.line;
  const trusted = sightings.findLast((sighting) => isTrusted(sighting.line))?.line ?? last;
  return [last, trusted].every((reading) => mayBeSameText(reading, line) || isCut(reading, line));
}

/**
 * Returns whether one reading is a shortened version of the other, because the detector found only a part of the line.
 * The shortened version lacks words at the start or the end, and its box is narrower by about the width of these words.
 */
export function isCut(one: PlacedReading, other: PlacedReading): boolean {
  const [whole, part] = one.text.length > other.text.length ? [one, other] : [other, one];
  const perCharacter = (whole.box[2] - whole.box[0]) / whole.text.length;
  const cut = {
    before: (part.box[0] - whole.box[0]) / perCharacter,
    after: (whole.box[2] - part.box[2]) / perCharacter,
  };
  const tolerance = (maxCutError * heightOf(whole)) / perCharacter;
  return !numbersDiffer(whole, part) && standsAt(whole.text, part.text, cut, tolerance);
}

function distanceOf({ box: one }: ReadLine, { box: other }: ReadLine): number {
  return Math.abs(one[1] + one[3] - other[1] - other[3]) + Math.abs(one[0] + one[2] - other[0] - other[2]);
}

const heightOf = ({ box }: PlacedReading) => box[3] - box[1];

function isInPlace(earlier: ReadLine, line: ReadLine): boolean {
  const [one, other] = [earlier.box, line.box];
  const tolerance = maxEdgeDistance * Math.min(heightOf(earlier), heightOf(line));
  const common = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  return (
    Math.abs(one[1] - other[1]) <= tolerance &&
    Math.abs(one[3] - other[3]) <= tolerance &&
    common >= 0.5 * Math.min(one[2] - one[0], other[2] - other[0])
  );
}

/**
 * Returns whether a line continues the horizontal or vertical movement of an earlier line. The speed must be steady if
 * the earlier line has at least two sightings.
 */
function movesOn({ sightings }: JoinedLine, line: ReadLine, picture: number): boolean {
  const last = sightings.at(-1)!;
  const before = sightings.at(-2);
  const height = heightOf(line);
  if (Math.abs(heightOf(last.line) - height) > maxEdgeDistance * height) return false;
  const step = stepBetween(last, { picture, line });
  if (Math.min(Math.abs(step[0]), Math.abs(step[1])) > maxEdgeDistance * height) return false;
  if (before === undefined) return true;
  const expected = stepBetween(before, last);
  return step.every((value, axis) => Math.abs(value - expected[axis]!) <= height);
}

/** Returns the movement of the upper left corner in pixels per picture. */
function stepBetween(from: Sighting, to: Sighting): [number, number] {
  const pictures = to.picture - from.picture;
  return [0, 1].map((axis) => (to.line.box[axis]! - from.line.box[axis]!) / pictures) as [number, number];
}

function isNoise({ sightings }: JoinedLine): boolean {
  return sightings.length === 1 && sightings[0]!.line.confidence < minSingleConfidence;
}

/** Returns whether a line repeats lines with more sightings: a part of one line, or two lines read as one. */
function isOtherReading(line: JoinedLine, all: readonly JoinedLine[]): boolean {
  const [first, last] = [line.sightings[0]!, line.sightings.at(-1)!];
  const isSure = line.sightings.every((sighting) => isTrusted(sighting.line));
  const hosts = all.filter(({ sightings }) => {
    if (sightings.length <= 2 * line.sightings.length) return false;
    const [from, to] = [sightings[0]!.picture, sightings.at(-1)!.picture];
    if (from <= first.picture && to >= last.picture) return true;
    if (from > first.picture + 1 || to < last.picture - 1) return false;
    // Just before a line appears or after it disappears, the reader misreads it or finds only parts of it.
    return !isSure || (first === last && isPartOf(first.line, nearest(sightings, first.picture).line));
  });
  if (hosts.length === 0) return false;
  const { box } = first.line;
  const area = (box[2] - box[0]) * (box[3] - box[1]);
  let covered = 0;
  for (const { sightings } of hosts) {
    const other = nearest(sightings, first.picture).line.box;
    const width = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
    const height = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
    if (width > 0 && height > 0) covered += width * height;
  }
  return covered >= minCovered * area;
}

/**
 * Returns whether a text is shorter than another text, and is contained in the other text or similar to its beginning.
 */
function isPartOf({ text }: ReadLine, { text: whole }: ReadLine): boolean {
  if (text.length >= whole.length) return false;
  return whole.includes(text) || likeness(text, whole.slice(0, text.length)) >= minMovingLikeness;
}

function nearest(sightings: readonly Sighting[], picture: number): Sighting {
  return sightings.reduce((best, each) =>
    Math.abs(each.picture - picture) < Math.abs(best.picture - picture) ? each : best,
  );
}
