import { expect, test } from 'vitest';
import { billableSeconds, creditsFor, metricOf } from '@assay/domain/pricing.ts';

const prices = { version: 1, videoSeconds: 10, videoCredits: 1, pageCredits: 1, flatCredits: 1 };

test.for([
  [0.2, 1],
  [1.49, 1],
  [1.5, 2],
  [9.9, 10],
])('%f s are charged as %i', ([seconds, billed]) => {
  expect(billableSeconds(seconds!)).toBe(billed);
});

test.for([
  [1, 1],
  [10, 1],
  [11, 2],
  [3600, 360],
])('a video of %i s costs %i', ([seconds, credits]) => {
  expect(creditsFor(prices, 'durationSeconds', seconds!)).toBe(credits);
});

test('a document costs one credit per page', () => {
  expect(creditsFor(prices, 'pages', 17)).toBe(17);
});

test('an asset without a metric costs the flat price', () => {
  expect(metricOf('audio')).toBeNull();
  expect(metricOf('image')).toBeNull();
  expect(metricOf(null)).toBeNull();
  expect(creditsFor({ ...prices, flatCredits: 3 }, null, null)).toBe(3);
});

test('a document that declares billions of pages has a price that the database can store', () => {
  expect(creditsFor({ ...prices, pageCredits: 5 }, 'pages', 2 ** 31 - 1)).toBe(2 ** 31 - 1);
});
