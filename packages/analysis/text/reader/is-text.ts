import type { DetectedLine } from './detect-lines.ts';
import type { RecognisedText } from './recognise-line.ts';

// The limits were chosen on pictures without text: test patterns, fractals, noise and photographs.

/** Minimum confidence in a line that is read. */
const minConfidence = 0.7;
/** The same for a line that runs up or down, is very large, or has few characters: edges look like such lines. */
const minConfidenceOfUnusual = 0.9;
const usualCharacters = 4;
const usualHeightShare = 0.2;
/** Minimum confidence in a line that was read once only. The second reading may have more. */
const minConfidenceOfFirst = 0.4;
/**
 * Limits for a line that cannot be read: minimum probability, minimum ratio of width to height, and minimum width as a
 * share of the picture.
 */
const minProbability = 0.8;
const minAspect = 3;
const minWidthShare = 0.1;

/**
 * Returns whether a line is text. Edges and textures, which the detector mistakes for text, have few characters or
 * little confidence. A line that cannot be read is text if it looks like a line.
 */
export function isText(
  { box, probability }: DetectedLine,
  { text, confidence }: RecognisedText,
  picture: { width: number; height: number },
): boolean {
  const characters = characterCount(text);
  const isAmount = characters > 0 && /[£€$¢¥%+]/u.test(text);
  if (characters < 2 && !isAmount) return false;
  const isUsual =
    characters >= usualCharacters &&
    box.width >= box.height &&
    box.height <= usualHeightShare * picture.height;
  if (confidence >= minConfidence) return isUsual || confidence >= minConfidenceOfUnusual;
  return (
    isUsual &&
    probability >= minProbability &&
    box.width >= minAspect * box.height &&
    box.width >= minWidthShare * picture.width
  );
}

/** Returns whether a line that was read once only has enough characters and confidence to be read again. */
export function mayBeText({ text, confidence }: RecognisedText): boolean {
  return confidence >= minConfidenceOfFirst && characterCount(text) >= usualCharacters;
}

const characterCount = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
