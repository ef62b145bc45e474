import type { ClaimRuleCode } from './rules.ts';

/** A pattern for the wording of one kind of claim in normalised text: lower case, single spaces, straight quotes. */
export interface Phrase {
  ruleCode: ClaimRuleCode;
  /** Matches whole words. Every repetition has a maximum, so matching takes linear time. */
  pattern: RegExp;
  /** Confidence (0–1) that the words are a claim, in a text with a neutral tone. */
  confidence: number;
}

/** Confidence of wording that occurs almost only in advertising. */
export const usual = 0.9;
export const probable = 0.85;
export const likely = 0.75;
export const doubtful = 0.65;
/**
 * Confidence of wording that is usual in other texts too. It is below `minConfidence`, so the wording is a claim only
 * in a text with a promotional tone.
 */
export const generic = 0.5;

export const group = (...alternatives: string[]) => `(?:${alternatives.join('|')})`;

export const phrase = (ruleCode: ClaimRuleCode, confidence: number, ...alternatives: string[]): Phrase => ({
  ruleCode,
  confidence,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_])${group(...alternatives)}(?![\\p{L}\\p{N}_])`, 'gu'),
});

export const word = "[\\p{L}\\p{N}'&-]{1,20}";
/** Returns a pattern for up to `max` words, each after a space. A comma can precede each space. */
export const upTo = (max: number) => `(?:,? ${word}){0,${max}}`;
/** Returns a pattern for `min` to `max` words, each before a space. */
export const wordsBefore = (min: number, max: number) => `(?:${word},? ){${min},${max}}`;
