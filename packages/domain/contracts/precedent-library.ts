import { z } from 'zod';
import { isSafeText } from '../lib/characters.ts';

// Schema of the file that `npm run admin -- precedents import` reads. The file has published rulings.

const maxRulings = 5_000;
const maxLines = 5;

const text = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxCharacters)
    .refine(isSafeText, 'must be well-formed text without control characters');

const ruling = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'must be a URL starting with https:// or http://' }).max(2_048),
  title: text(300),
  decision: text(500),
  date: z.iso.date('must be a date such as 2026-03-31'),
  ruleCodes: z.array(text(100)).min(1).max(50),
  text: z
    .string()
    .trim()
    .min(1)
    .refine((lines) => lines.split('\n').length <= maxLines, `must have at most ${maxLines} lines`)
    .refine(
      (lines) => lines.split(/\r?\n/).every((line) => line.length <= 300 && isSafeText(line)),
      'must have lines of at most 300 characters, without control characters',
    )
    .transform((lines) => lines.replaceAll('\r\n', '\n')),
});

export const rulingList = z
  .array(ruling)
  .min(1, 'must have at least one ruling')
  .max(maxRulings, `must have at most ${maxRulings} rulings`);

export const libraryName = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters and digits, in words joined by -');
