import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { contentMismatch } from '../formats/container/sniff.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { buildPdf } from '../../../tools/local/samples/pdf.ts';
import { bytesSource, fileSource } from './support/file-source.ts';
import { docx } from '../../../test/support/word-files.ts';

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
  [
    'an SVG in Latin-1',
    'image/svg+xml',
    '<?xml version="1.0" encoding="ISO-8859-1"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  ],
  ['an SVG with a prefix', 'image/svg+xml', '<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'],
  ['a PDF', 'application/pdf', buildPdf({ pages: 1 })],
  ['a PDF after a space', 'application/pdf', ` ${buildPdf({ pages: 1 })}`],
  ['a PDF after a banner', 'application/pdf', `GPL Ghostscript\n${buildPdf({ pages: 1 })}`],
  ['a PDF after 1,019 bytes', 'application/pdf', `${'-'.repeat(1_019)}${buildPdf({ pages: 1 })}`],
  [
    "a PDF after a printer's instructions",
    'application/pdf',
    `\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n${buildPdf({ pages: 1 })}`,
  ],
  [
    'a PDF in MacBinary',
    'application/pdf',
    `\0\x05a.pdf${'\0'.repeat(58)}PDF CARO${'\0'.repeat(55)}${buildPdf({ pages: 1 })}`,
  ],
])('%s is %s', async ([, mimeType, content]) => {
  expect(await contentMismatch(bytesSource(Buffer.from(content!)), mimeType!)).toBeNull();
});

test.for([
  ['an empty file', 'text/plain', ''],
  ['an empty file', 'video/mp4', ''],
  ['HTML', 'text/plain', ' <!DOCTYPE html><p>hi'],
  ['a script', 'text/plain', '<script>alert(1)</script>'],
  ['XML', 'text/plain', '<?xml version="1.0"?><a/>'],
  ['bytes that are not text', 'text/plain', 'a\u0000b'],
  ['XML that is not SVG', 'image/svg+xml', '<?xml version="1.0"?><html/>'],
  ['text', 'image/svg+xml', 'svg'],
  [
    'an SVG that declares an encoding with other markup',
    'image/svg+xml',
    '<?xml version="1.0" encoding="ISO-2022-JP"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  ],
  ['an SVG with escape characters', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg">\x1b$B</svg>'],
  ['text', 'application/pdf', 'not a PDF'],
  ['a PDF after 1,020 bytes', 'application/pdf', `${'-'.repeat(1_020)}${buildPdf({ pages: 1 })}`],
  ['a PDF after a banner', 'image/png', `junk\n${buildPdf({ pages: 1 })}`],
  ['a web page', 'application/pdf', `<!doctype html><!--\n${buildPdf({ pages: 1 })}`],
  ['a web page with a byte order mark', 'application/pdf', `\uFEFF \n<SCRIPT>/*${buildPdf({ pages: 1 })}`],
  ['XML', 'application/pdf', `<?xml version="1.0"?><a/>${buildPdf({ pages: 1 })}`],
  ['a script', 'application/pdf', `#!/bin/sh\n${buildPdf({ pages: 1 })}`],
  ['PostScript', 'application/pdf', `%!PS\n${buildPdf({ pages: 1 })}`],
])('%s is not %s', async ([, mimeType, content]) => {
  expect(await contentMismatch(bytesSource(Buffer.from(content!)), mimeType!)).not.toBeNull();
});

test.for(['a.png', 'a.jpg', 'a.gif', 'a.mp4', 'a.wav'])(
  'a PDF after the start of %s is an image, video or audio file',
  async (name) => {
    const head = (await readFile(file(name))).subarray(0, 700);
    const polyglot = Buffer.concat([head, Buffer.from(buildPdf({ pages: 1 }))]);
    expect(await contentMismatch(bytesSource(polyglot), 'application/pdf')).toMatch(/(image|video|audio)\//);
  },
);

test('a PDF after a web page in UTF-16 is rejected', async () => {
  const polyglot = Buffer.concat([
    Buffer.from('\uFEFF<html>', 'utf16le'),
    Buffer.from(buildPdf({ pages: 1 })),
  ]);
  expect(await contentMismatch(bytesSource(polyglot), 'application/pdf')).not.toBeNull();
});

test('a PDF after the start of an archive is an archive', async () => {
  const polyglot = Buffer.concat([docx({}).subarray(0, 700), Buffer.from(buildPdf({ pages: 1 }))]);
  expect(await contentMismatch(bytesSource(polyglot), 'application/pdf')).toContain('application/');
});

test('invalid UTF-8 is not text', async () => {
  expect(
    await contentMismatch(bytesSource(Buffer.from([0x61, 0xff, 0xfe, 0x62])), 'text/plain'),
  ).not.toBeNull();
});

test('a character at the end of the first 64 KiB is accepted although only its first byte is read', async () => {
  const text = Buffer.from(`${'x'.repeat(64 * 1024 - 1)}ß${'y'.repeat(100)}`);
  expect(await contentMismatch(bytesSource(text), 'text/plain')).toBeNull();
});
