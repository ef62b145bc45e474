import { environmentPhrases } from './environment-phrases.ts';
import { healthPhrases } from './health-phrases.ts';
import type { Phrase } from './phrase.ts';
import { pricePhrases } from './price-phrases.ts';
import { absolutePhrases, guaranteePhrases } from './promise-phrases.ts';
import { comparisonPhrases, statisticPhrases, superlativePhrases } from './ranking-phrases.ts';

/** Phrases in order of precedence: a later phrase does not match text that an earlier one matched. */
export const phrases: readonly Phrase[] = [
  ...healthPhrases,
  ...environmentPhrases,
  ...guaranteePhrases,
  ...pricePhrases,
  ...statisticPhrases,
  ...comparisonPhrases,
  ...superlativePhrases,
  ...absolutePhrases,
];
