import type { Issue } from '../contracts/issue.ts';

/** The parts of an issue by which later issues of the same rule are compared with it. */
export interface PrecedentFeatures {
  /** The quoted sentence or text. Null if the issue quotes none. */
  wording: string | null;
  /** Measured value minus its threshold, or distance from a target beyond the tolerance. Null if not measured. */
  excess: number | null;
  unit: string | null;
  /** The words of the summary that name a direction, such as `above`. Empty if it has none. */
  direction: string;
}

const maxWordingCharacters = 300;

/** Returns the features of an issue. Its first contributor has the finding that the issue is named after. */
export function featuresOf(issue: Pick<Issue, 'summary' | 'anchor' | 'contributors'>): PrecedentFeatures {
  const evidence = issue.contributors[0]?.evidence ?? [];
  const excerpt = evidence.find(({ sourceType }) => sourceType === 'excerpt');
  const quote = excerpt === undefined ? null : quoteOf(excerpt.content);
  const wording = quote ?? (issue.anchor.kind === 'text' ? issue.anchor.quote : null);
  const measurement = evidence.find(({ sourceType }) => sourceType === 'measurement');
  const measured = measurement === undefined ? null : excessOf(measurement.content);
  return {
    wording: wording === null || wording.trim() === '' ? null : wording.slice(0, maxWordingCharacters),
    ...(measured ?? { excess: null, unit: null }),
    direction: measured === null ? '' : directionOf(issue.summary),
  };
}

/** Returns whether issues can be compared by these features. */
export const isComparable = ({ wording, excess }: PrecedentFeatures): boolean =>
  wording !== null || excess !== null;

/** Returns the quoted text of an excerpt; of a claim, the sentence around it, because the quote is often two words. */
function quoteOf(content: unknown): string | null {
  const { quote, context, text } = record(content);
  if (typeof quote !== 'string') return typeof text === 'string' ? text : null;
  return typeof context === 'string' ? sentenceAround(context, quote) : quote;
}

function sentenceAround(context: string, quote: string): string {
  const at = context.indexOf(quote);
  if (at === -1) return quote;
  const before = context
    .slice(0, at)
    .split(/[.!?;|•]\s+|\n/)
    .at(-1)!;
  const after = /^[^.!?;|•\n]*(?:[.!?;|•](?!\s|$)[^.!?;|•\n]*)*/.exec(context.slice(at + quote.length))![0];
  return `${before}${quote}${after}`.replace(/\s+/g, ' ').trim();
}

function excessOf(content: unknown): { excess: number; unit: string | null } | null {
  const { measured, threshold, unit, target, programmeLoudness } = record(content);
  if (typeof measured !== 'number' || typeof threshold !== 'number') return null;
  // The distance of a loudness from its target is positive on both sides.
  const isBelow =
    typeof target === 'number' && typeof programmeLoudness === 'number' && programmeLoudness < target;
  const excess = (measured - threshold) * (isBelow ? -1 : 1);
  return { excess: Number(excess.toFixed(6)), unit: typeof unit === 'string' ? unit : null };
}

/** The measured value of some rules, such as a difference of lengths, has no sign, but their summaries have a side. */
function directionOf(summary: string): string {
  const sides = summary
    .toLowerCase()
    .match(/\b(?:above|below|before|after|left|right|longer|shorter|early|late)\b/g);
  return [...new Set(sides)].sort().join(' ');
}

const record = (content: unknown): Record<string, unknown> =>
  typeof content === 'object' && content !== null && !Array.isArray(content)
    ? (content as Record<string, unknown>)
    : {};
