import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { contentMismatch } from '../../activities/measure/sniff.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import { buildPdf } from '../../local/samples/pdf.ts';
import { bytesSource, fileSource } from '../support/file-source.ts';

const directory = inject('scratchDir');
const file = (name: string) => path.join(directory, `sniff-${name}`);

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=0.2'];
const sound = ['-f', 'lavfi', '-i', 'sine=duration=0.5'];

beforeAll(async () => {
  for (const name of ['a.mp4', 'a.mov', 'a.avi', 'a.mkv', 'a.gif']) await make(file(name), picture);
  for (const name of ['a.mp3', 'a.wav', 'a.aac', 'a.ogg']) await make(file(name), sound);
  for (const name of ['a.jpg', 'a.png', 'a.webp']) await make(file(name), [...picture, '-frames:v', '1']);
});

test.for([
  ['a.mp4', 'video/mp4'],
  ['a.mov', 'video/quicktime'],
  ['a.avi', 'video/x-msvideo'],
  ['a.mkv', 'video/x-matroska'],
  ['a.mp3', 'audio/mpeg'],
  ['a.wav', 'audio/wav'],
  ['a.aac', 'audio/aac'],
  ['a.ogg', 'audio/ogg'],
  ['a.jpg', 'image/jpeg'],
  ['a.png', 'image/png'],
  ['a.gif', 'image/gif'],
  ['a.webp', 'image/webp'],
])('%s is %s', async ([name, mimeType]) => {
  expect(await contentMismatch(await fileSource(file(name!)), mimeType!)).toBeNull();
});

test.for([
  ['a.png', 'image/jpeg', 'image/png'],
  ['a.jpg', 'image/png', 'image/jpeg'],
  ['a.mkv', 'video/mp4', 'video/matroska'],
  ['a.wav', 'audio/mpeg', 'audio/wav'],
  ['a.mp4', 'application/pdf', 'video/mp4'],
])('%s is not %s', async ([name, mimeType, detected]) => {
  expect(await contentMismatch(await fileSource(file(name!)), mimeType!)).toContain(detected);
});

test.for([
  ['plain text', 'text/plain', 'Straße\nnaïve — text\n'],
  ['text with a byte order mark', 'text/plain', '\uFEFFtext'],
  ['an SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [
    'an SVG with a prologue',
    'image/svg+xml',
    '<?xml version="1.0"?>\n<!-- c -->\n<!DOCTYPE svg>\n<svg ></svg>',
  ],
  ['an SVG with a prefix', 'image/svg+xml', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
  ['a PDF', 'application/pdf', buildPdf({ pages: 1 })],
])('%s is %s', async ([, mimeType, content]) => {
  expect(await contentMismatch(bytesSource(Buffer.from(content!)), mimeType!)).toBeNull();
});

test.for([
  ['an empty file', 'text/plain', ''],
  ['an empty file', 'video/mp4', ''],
  ['HTML', 'text/plain', ' <!DOCTYPE html><p>hi'],
  ['a script', 'text/plain', '<script>alert(1)</script>'],
  ['XML', 'text/plain', '<?xml version="1.0"?><a/>'],
  ['bytes that are no text', 'text/plain', 'a\u0000b'],
  ['XML that is no SVG', 'image/svg+xml', '<?xml version="1.0"?><html/>'],
  ['text', 'image/svg+xml', 'svg'],
  ['text', 'application/pdf', 'not a PDF'],
])('%s is not %s', async ([, mimeType, content]) => {
  expect(await contentMismatch(bytesSource(Buffer.from(content!)), mimeType!)).not.toBeNull();
});

test('invalid UTF-8 is no text', async () => {
  expect(
    await contentMismatch(bytesSource(Buffer.from([0x61, 0xff, 0xfe, 0x62])), 'text/plain'),
  ).not.toBeNull();
});

test('a character cut in two where the look ends is no fault', async () => {
  const text = Buffer.from(`${'x'.repeat(64 * 1024 - 1)}ß${'y'.repeat(100)}`);
  expect(await contentMismatch(bytesSource(text), 'text/plain')).toBeNull();
});
