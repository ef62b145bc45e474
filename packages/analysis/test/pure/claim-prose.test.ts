import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { describe, expect, test } from 'vitest';
import { findClaims } from '../../sidekicks/claims/find-claims.ts';
import { judgeClaims } from '../../sidekicks/claims/judge-claims.ts';

async function quotesIn(text: string): Promise<string[]> {
  const source = bytesSource(Buffer.from(text));
  const found = await findClaims(source, { mimeType: 'text/plain', shownText: null }, () => {});
  return judgeClaims(found!, null).map(({ evidence }) => (evidence[0]!.content as { quote: string }).quote);
}

const shop = 'Buy online today: exclusive offers for our customers, great prices, and delivery to your door!';
/** Prose of a text that tends neither to advertising nor to another kind. */
const prose = `The town has had a market since the bridge was built, and it is held in the square on the first day of
  the week. You can walk there from the river in ten minutes. The shops that are around it open at nine, and most of
  them close at five. In winter there are fewer visitors, so it is easy to find a table in one of the cafés.`;

describe('generic wording', () => {
  test.for([
    'Read about solar energy, renewable power and sustainable development.',
    'A guide to weight loss and to the results of clinical trials.',
    'Sustainability, ethical questions and the ecosystem.',
    'We hope for the best; it is impossible to prevent all leaks.',
    'Clear all. This will remove all items from your cart.',
  ])('that only names a topic is no claim in an advertisement: %s', async (topic) => {
    expect(await quotesIn(`${shop} ${topic}`)).toEqual([]);
  });

  test('in prose needs a text that advertises, and in a short line does not', async () => {
    const sentence =
      'Many customers who buy cheese at our market say that it is the best they have had for years.';
    expect(await quotesIn(`${prose} ${sentence}`)).toEqual([]);
    expect(await quotesIn(`${prose}\n\nThe best cheese. Buy it at our shop!`)).toEqual(['The best']);
    expect(await quotesIn(`${shop} ${sentence}`)).toEqual(['the best']);
  });
});

test.for([
  ['SALE up to 70% off', 'up to 70% off'],
  ['Studies have shown that it works.', 'Studies have shown'],
  ['Over 70% of our customers come back.', 'Over 70% of our customers'],
  ['7% savings on groceries', '7% savings'],
  ['Powered by solar energy', 'Powered by solar energy'],
  ['Clothes of sustainable cotton', 'sustainable cotton'],
  ['Fast weight loss', 'Fast weight loss'],
])('an advertisement has the claim: %s', async ([claim, quote]) => {
  expect(await quotesIn(`${shop} ${claim}`)).toEqual([quote]);
});
