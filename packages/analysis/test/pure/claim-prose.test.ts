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
    '1-16 of over 1,000 results for fridges',
    'Clear all. This will remove all items from your cart.',
    'Courses: Fine Arts, Independent Study, Ethical communication.',
    'USPS First Class 12-20 days, Royal Mail first-class, first class stamps',
    'Starter $20/mo Up to 50 orders/mo, or up to 12 users.',
    'Banking, cashback and currency at the post office',
    'A quote is a price for a guaranteed number of shares.',
    'It is complicated, compared to the sale of a similar asset.',
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
  ['It works, according to an independent study.', 'according to an independent study'],
  ['20+ Clinical Studies', '20+ Clinical Studies'],
  ['Fly first class', 'first class'],
  ['Up to 50 washes', 'Up to 50 washes'],
  ['Shown in our window: ₪300 saved', '₪300 saved'],
  ['₹250 SAVED*', '₹250 SAVED'],
  ['SAVE ₩ 250*', 'SAVE ₩ 250'],
  ['40–80% OFF', '40–80% OFF'],
  ['10% Instant Discount', '10% Instant Discount'],
  ['The quality is guar-\nanteed by us', 'guar-anteed by'],
])('an advertisement has the claim: %s', async ([claim, quote]) => {
  expect(await quotesIn(`${shop} ${claim}`)).toEqual([quote]);
});

test('a free service is a claim in the notes of an offer to companies', async () => {
  const notes = `Import duty responsibility lies with the recipient; we can advise on rates. We prepare commercial
    invoices, packing lists and any required declarations for each of the countries to which we ship. The payment is due
    when the order is confirmed, and the production starts on the day after it.`;
  expect(await quotesIn(`${notes} Products are shipped with gel packs at no extra charge.`)).toEqual([
    'at no extra charge',
  ]);
  expect(await quotesIn(`${notes} Damaged goods are replaced at no cost within 14 days.`)).toEqual([
    'replaced at no cost',
  ]);
});
