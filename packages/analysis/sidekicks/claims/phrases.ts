import { environmentPhrases } from './environment-phrases.ts';
import { healthPhrases } from './health-phrases.ts';
import type { Phrase } from './phrase.ts';
import { pricePhrases } from './price-phrases.ts';
import { absolutePhrases, guaranteePhrases } from './promise-phrases.ts';
import { comparisonPhrases, statisticPhrases, superlativePhrases } from './ranking-phrases.ts';

/** Phrases in order of precedence: text that one phrase has matched is not matched by a later phrase. */
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
