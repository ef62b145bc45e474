import { expect, test } from 'vitest';
import { correctWords } from '../../text/reader/correct-words.ts';

test.for([
  ['9.9%APR', '9.9% APR'],
  ['£6o a month', '£60 a month'],
  ['monthly cal1s', 'monthly calls'],
  ["britain's no1, on radio1", "britain's no1, on radio1"],
  ['25% 0FF, N0W', '25% OFF, NOW'],
  ['X0, ABC0, 0K1, F00D, 0X', 'X0, ABC0, 0K1, F00D, 0X'],
  ['Lose 10 Ibs', 'Lose 10 lbs'],
  ['Ibs in a week', 'lbs in a week'],
  ['Ibsen in Ibiza', 'Ibsen in Ibiza'],
  ['Only £1.99', 'Only £1.99'],
] as const)('%s is read as %s', ([read, corrected]) => {
  expect(correctWords(read)).toBe(corrected);
});
