import { commonSeconds, lengthOf } from '../../contract/time-ranges.ts';
import { isCut, type PlacedReading } from '../../text/join-lines.ts';
import { isLongAndAlike, maxPauseSeconds, mayBeSameText } from '../../text/same-text.ts';
import type { ShownLine, VideoText } from '../../text/shown-text.ts';
import { areInOnePlace } from './super.ts';

/** Maximum number of earlier lines in the same place with which a line is compared. The latest ones are compared. */
const maxCompared = 5;

/**
 * Joins lines with similar text in the same place, at the same time or one after the other. The reader of text may
 * return one line as two lines if the line fades in, or if the background moves. If an object passes behind a line,
 * the reader may find only the words beside the object.
 */
export function joinReadings(lines: readonly ShownLine[], video: VideoText): ShownLine[] {
  const joined: ShownLine[] = [];
  let open: number[] = [];
  for (const line of lines.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    open = open.filter((at) => joined[at]!.endSeconds + maxPauseSeconds >= line.startSeconds);
    const near = open.filter((at) => areInOnePlace(joined[at]!, line)).slice(-maxCompared);
    const same = near.find(
      (at) =>
        isSameText(joined[at]!, line) ||
        (haveSameEnds(joined[at]!, line) && isLongAndAlike(joined[at]!, line)),
    );
    if (same !== undefined) {
      joined[same] = join(joined[same]!, line, video);
      continue;
    }
    const other = near.find((at) => isPart(joined[at]!, line, video));
    if (other === undefined) open.push(joined.push(line) - 1);
    else joined[other] = joinPart(joined[other]!, line, video);
  }
  return joined;
}

/** Maximum distance of the ends of two readings of one line, as a share (0–1) of the picture's width. */
const maxEndDistance = 0.01;

function haveSameEnds({ box: one }: ShownLine, { box: other }: ShownLine): boolean {
  return [0, 2].every((side) => Math.abs(one[side]! - other[side]!) <= maxEndDistance);
}

/**
 * Returns whether two lines in one place may have the same text. A place shows one text at a time, so a similar reading
 * for most of the same time is wrong, however confident it is.
 */
function isSameText(earlier: ShownLine, line: ShownLine): boolean {
  const shorter = Math.min(lengthOf(earlier), lengthOf(line));
  const isWrong = 2 * commonSeconds(earlier, line) > shorter;
  return mayBeSameText(withoutAccents(earlier), {
    ...withoutAccents(line),
    ...(isWrong && { confidence: 0 }),
  });
}

/** Returns whether one line has some words of the other at their place in it. */
function isPart(earlier: ShownLine, line: ShownLine, { width, height }: VideoText): boolean {
  const inPixels = ({ text, confidence, box: [left, top, right, bottom] }: ShownLine): PlacedReading => ({
    text,
    confidence,
    box: [left * width, top * height, right * width, bottom * height],
  });
  return isCut(inPixels(earlier), inPixels(line));
}

/** Returns a line without accents, which the reader of text confuses: “CĂ” and “ÇÃ”. */
function withoutAccents(line: ShownLine): ShownLine {
  return { ...line, text: line.text.normalize('NFD').replace(/\p{M}/gu, '') };
}

/** Minimum seconds for which a reading is shown if its contrast counts. A briefer one may be a fade. */
const minSteadySeconds = 1;

function join(earlier: ShownLine, line: ShownLine, video: VideoText): ShownLine {
  const [better, other] = earlier.confidence >= line.confidence ? [earlier, line] : [line, earlier];
  const { letters } =
    [better, other].find((each) => each.letters !== null && lengthOf(each) >= minSteadySeconds) ?? better;
  return joinAs({ ...better, letters: letters ?? other.letters }, earlier, line, video);
}

/** Joins a line and a part of it. The words that are missing in the part have no more contrast than its words. */
function joinPart(earlier: ShownLine, line: ShownLine, video: VideoText): ShownLine {
  const [whole, part] = earlier.text.length > line.text.length ? [earlier, line] : [line, earlier];
  const contrast = Math.min(
    ...[whole, ...(lengthOf(part) >= minSteadySeconds ? [part] : [])].flatMap(
      ({ letters }) => letters?.contrast ?? [],
    ),
  );
  return joinAs({ ...whole, letters: whole.letters && { ...whole.letters, contrast } }, earlier, line, video);
}

/**
 * Returns a line with the times of two readings. A reading without exact times is ignored if a longer one has exact
 * times, and their starts and ends differ by no more than the interval of the read pictures.
 */
function joinAs(
  joined: ShownLine,
  earlier: ShownLine,
  line: ShownLine,
  { intervalSeconds }: VideoText,
): ShownLine {
  const startSeconds = earlier.startSeconds;
  const endSeconds = Math.max(earlier.endSeconds, line.endSeconds);
  const [longer, shorter] = lengthOf(earlier) > lengthOf(line) ? [earlier, line] : [line, earlier];
  if (
    longer.isExact &&
    !shorter.isExact &&
    longer.startSeconds - startSeconds <= intervalSeconds &&
    endSeconds - longer.endSeconds <= intervalSeconds
  )
    return { ...joined, startSeconds: longer.startSeconds, endSeconds: longer.endSeconds, isExact: true };
  return { ...joined, startSeconds, endSeconds, isExact: earlier.isExact && line.isExact };
}
