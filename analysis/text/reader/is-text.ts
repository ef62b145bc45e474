import type { DetectedLine } from './detect-lines.ts';
import type { RecognisedText } from './recognise-line.ts';

// The limits were chosen on pictures without text: test patterns, fractals, noise and photographs.

/** Minimum confidence in a line that is read. */
const minConfidence = 0.6;
/** A line that cannot be read must at least look like one: its probability, characters, and width by its height. */
const minProbability = 0.8;
const minCharacters = 4;
const minAspect = 3;
/** A line that is taller than this share of the picture must be certain: edges and bars look like large letters. */
const maxHeightShare = 0.2;
const certain = 0.9;

/**
 * Returns whether a line is text. Edges and textures, which the detector takes for text, have few characters or little
 * confidence. A line that cannot be read is text if it looks like a line.
 */
export function isText(
  { box, probability }: DetectedLine,
  { text, confidence }: RecognisedText,
  pictureHeight: number,
): boolean {
  const characters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const isAmount = characters > 0 && /[£€$¢¥%+]/u.test(text);
  if (characters < 2 && !isAmount) return false;
  if (confidence >= minConfidence)
    return confidence >= certain || box.height <= maxHeightShare * pictureHeight;
  return (
    probability >= minProbability &&
    characters >= minCharacters &&
    box.width >= minAspect * box.height &&
    box.height <= maxHeightShare * pictureHeight
  );
}
