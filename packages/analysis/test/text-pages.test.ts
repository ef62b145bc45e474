import { expect, test } from 'vitest';
import { textPages } from '../measure/text-pages.ts';
import { Unmeasurable } from '../formats/format-errors.ts';
import { bytesSource } from './support/file-source.ts';

test.for([
  ['', 1],
  ['x', 1],
  ['x'.repeat(1800), 1],
  ['x'.repeat(1801), 2],
  ['ß'.repeat(1800), 1],
  ['😀'.repeat(3600), 2],
] as const)('standard pages have 1,800 characters (case %#)', async ([text, pages]) => {
  expect(await textPages(bytesSource(Buffer.from(text)))).toBe(pages);
});

test('a character across two reads counts once', async () => {
  const text = Buffer.from('ß'.repeat(1_800_000));
  expect(await textPages(bytesSource(text))).toBe(1000);
});

test('UTF-16 with a byte order mark is decoded', async () => {
  expect(await textPages(bytesSource(Buffer.from(`\uFEFF${'x'.repeat(1800)}`, 'utf16le')))).toBe(1);
});

test('bytes that are not text are unmeasurable', async () => {
  await expect(textPages(bytesSource(Buffer.from([0xc3, 0x28])))).rejects.toThrow(Unmeasurable);
});
