import type { DetectedLine } from './detect-lines.ts';
import { minConfidenceOfFirst, type RecognisedText } from './recognise-line.ts';

// These limits were chosen with pictures that contain no text: test patterns, fractals, noise and photographs.

/**
 * Minimum confidence (0–1) of a horizontal line that has at least `usualCharacters` letters and digits and is at most
 * `usualHeightShare` of the picture's height.
 */
const minConfidence = 0.7;
/**
 * Minimum confidence (0–1) of other lines: vertical, higher or with fewer characters. It is higher, because edges in a
 * picture often look like such lines.
 */
const minConfidenceOfUnusual = 0.9;
const usualCharacters = 4;
const usualHeightShare = 0.2;
/**
 * Limits for a line whose characters cannot be read: minimum probability of the detector, minimum ratio of width to
 * height, and minimum width as a share of the picture's width.
 */
const minProbability = 0.8;
const minAspect = 3;
const minWidthShare = 0.1;

/**
 * Returns whether a detected line is text. The detector also finds edges and textures, whose recognised text is short
 * or has low confidence. A line with low confidence is still text if the detector is confident and the shape is that of
 * a line.
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

/** Returns whether a line may be text after a first look. Reading the whole picture may increase its confidence. */
export function mayBeText({ text, confidence }: RecognisedText): boolean {
  return confidence >= minConfidenceOfFirst && characterCount(text) >= usualCharacters;
}

const characterCount = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
