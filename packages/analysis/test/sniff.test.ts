import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { contentMismatch } from '../formats/container/sniff.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { buildPdf } from '../../../tools/local/samples/pdf.ts';
import { bytesSource, fileSource } from './support/file-source.ts';
import { asLongWav, id3Tag } from './support/cut-sound.ts';
import { docx } from '../../../test/support/word-files.ts';

const directory = inject('scratchDir');
const file = (name: string) => path.join(directory, `sniff-${name}`);

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=0.2'];
const sound = ['-f', 'lavfi', '-i', 'sine=duration=0.5'];

/** Returns an SVG that declares an encoding and contains the given bytes as text. */
const declared = (encoding: string, text: readonly number[]) =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><svg><text>`),
    Buffer.from(text),
    Buffer.from('</text></svg>'),
  ]);

beforeAll(async () => {
  for (const name of ['a.mp4', 'a.mov', 'a.avi', 'a.mkv', 'a.gif']) await make(file(name), picture);
  for (const name of ['a.mp3', 'a.mp2', 'a.wav', 'a.aac', 'a.ogg', 'a.flac']) await make(file(name), sound);
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
  ['an SVG in windows-1252', 'image/svg+xml', declared('windows-1252', [0x80, 0xe9])],
  ['an SVG in Shift_JIS', 'image/svg+xml', declared('Shift_JIS', [0x93, 0xfa, 0x96, 0x7b])],
  ['an SVG in KOI8-R', 'image/svg+xml', declared('koi8-r', [0xf0, 0xd2])],
])('%s is %s', async ([, mimeType, content]) => {
  expect(await contentMismatch(bytesSource(Buffer.from(content as string)), mimeType as string)).toBeNull();
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
  expect(await contentMismatch(bytesSource(Buffer.from(content as string)), mimeType!)).not.toBeNull();
});

test.for(['a.png', 'a.jpg', 'a.gif', 'a.mp4', 'a.wav'])(
  'a PDF after the start of %s is an image, video or audio file',
  async (name) => {
    const head = (await readFile(file(name))).subarray(0, 700);
    const polyglot = Buffer.concat([head, Buffer.from(buildPdf({ pages: 1 }))]);
    expect(await contentMismatch(bytesSource(polyglot), 'application/pdf')).toMatch(/(image|video|audio)\//);
  },
);

/** Returns a box of ISO 14496-12 or QuickTime with zeros as its content. */
function box(type: string, contentBytes = 8): Buffer {
  const bytes = Buffer.alloc(8 + contentBytes);
  bytes.writeUInt32BE(bytes.length);
  bytes.write(type, 4);
  return bytes;
}
const junk = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, at) => (at * 7_919) >> 3));
const heic = () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), box('meta')]);

/** Changes of a file whose content keeps its type. */
const variants: Record<string, (bytes: Buffer) => Buffer> = {
  'as RF64': (wav) => asLongWav(wav),
  'as BW64': (wav) => asLongWav(wav, 'BW64'),
  'with the big end first': (wav) => Buffer.concat([Buffer.from('RIFX'), wav.subarray(4)]),
  'after an unused box': (mov) => Buffer.concat([box('skip'), mov.subarray(mov.readUInt32BE())]),
  'after a preview': (mov) =>
    Buffer.concat([box('pnot', 12), box('PICT', 100_000), mov.subarray(mov.readUInt32BE())]),
  'after unused space': (mov) => Buffer.concat([box('wide', 0), mov.subarray(mov.readUInt32BE())]),
  'that begins within a frame': (mp3) => mp3.subarray(1_000),
  'after junk': (mp3) => Buffer.concat([junk(5_000), mp3]),
  'after zeros': (mp3) => Buffer.concat([Buffer.alloc(9_000), mp3]),
  'after the answer of a server': (mp3) => Buffer.concat([Buffer.from('ICY 200 OK\r\n\r\n'), mp3]),
  'after a tag of 100 KB': (bytes) => Buffer.concat([id3Tag(100_000), bytes]),
  'after two tags of 100 KB': (bytes) => Buffer.concat([id3Tag(100_000), id3Tag(100_000), bytes]),
};

test.for([
  ['a.wav', 'audio/wav', ['as RF64', 'as BW64', 'with the big end first']],
  ['a.mov', 'video/quicktime', ['after an unused box', 'after a preview', 'after unused space']],
  [
    'a.mp3',
    'audio/mpeg',
    ['that begins within a frame', 'after junk', 'after zeros', 'after a tag of 100 KB'],
  ],
  ['a.mp3', 'audio/mpeg', ['after the answer of a server', 'after two tags of 100 KB']],
  ['a.mp2', 'audio/mpeg', ['that begins within a frame']],
  ['a.aac', 'audio/aac', ['after a tag of 100 KB', 'after two tags of 100 KB', 'after junk']],
] as const)('%s is %s %j', async ([name, mimeType, changes]) => {
  const bytes = await readFile(file(name));
  for (const change of changes)
    expect(await contentMismatch(bytesSource(variants[change]!(bytes)), mimeType), change).toBeNull();
});

test.for([
  ['a.wav', 'audio/mpeg', 'as RF64', 'audio/wav; name the file .wav'],
  ['a.mov', 'audio/mpeg', 'after an unused box', 'video/quicktime; name the file .mov'],
  ['a.mp3', 'audio/wav', 'after junk', 'audio/mpeg; name the file .mp3'],
  ['a.mp3', 'audio/aac', 'after a tag of 100 KB', 'audio/mpeg; name the file .mp3'],
  ['a.aac', 'audio/mpeg', 'after a tag of 100 KB', 'audio/aac; name the file .aac'],
  ['a.flac', 'audio/mpeg', 'after a tag of 100 KB', 'audio/flac'],
  ['a.jpg', 'audio/aac', 'after a tag of 100 KB', 'image/jpeg; name the file .jpg'],
] as const)('%s is not %s %s', async ([name, mimeType, change, type]) => {
  const bytes = variants[change]!(await readFile(file(name)));
  expect(await contentMismatch(bytesSource(bytes), mimeType)).toBe(`content of type ${type}`);
});

test.for([
  ['an image after an unused box', 'video/mp4', () => Buffer.concat([box('skip'), heic()]), 'image/heic'],
  ['an unused box alone', 'video/quicktime', () => box('skip', 4_000), 'unknown'],
  ['an unused box before text', 'video/quicktime', () => Buffer.concat([box('skip'), junk(99)]), 'unknown'],
  ['RIFX that is no sound', 'audio/wav', () => Buffer.from(`RIFX\0\0\0\x04XFIR${'x'.repeat(99)}`), 'unknown'],
  ['noise', 'audio/mpeg', () => junk(200_000), 'unknown'],
] as const)('%s is not %s', async ([, mimeType, content, reason]) => {
  expect(await contentMismatch(bytesSource(content()), mimeType)).toContain(reason);
});

const word = 'application/msword';
test.for([
  ['a web page', word, '<html xmlns:w="urn:w"><body>x', /^a web page \(HTML\); save it as a Word document/],
  ['a web page after a comment', word, '\uFEFF<!-- a -->\n<BODY>x', /^a web page/],
  [
    'Word in XML',
    word,
    '<?xml version="1.0"?><?mso-application a="b"?><w:wordDocument/>',
    /^a Word .+ XML; save/,
  ],
  [
    'a web archive',
    word,
    'MIME-Version: 1.0\nContent-Type: multipart/related',
    /^a web archive \(MHTML\); save/,
  ],
  ['plain text', word, 'Dear Ms Smith', /^plain text; save/],
  [
    'rich text',
    word,
    '{\\rtf1\\ansi Hello}',
    /^content of type application\/rtf; save it as a Word document/,
  ],
  ['a DOCX document', word, docx({}), /wordprocessingml\.document; name the file \.docx$/],
  ['a drawing', 'text/plain', '<?xml version="1.0"?><svg/>', /^a drawing \(SVG\); name the file \.svg$/],
  [
    'an unknown encoding',
    'image/svg+xml',
    '<?xml version="1.0" encoding="ebcdic"?><svg/>',
    /^it declares the encoding ebcdic; save it in UTF-8$/,
  ],
] as const)('%s is not %s, and the reason says what it is', async ([, mimeType, content, reason]) => {
  expect(await contentMismatch(bytesSource(Buffer.from(content as string)), mimeType)).toMatch(reason);
});

test('sound after a web page is a web page', async () => {
  const page = Buffer.from('<!DOCTYPE html><html><body>Not found</body></html>');
  const bytes = Buffer.concat([page, await readFile(file('a.mp3'))]);
  expect(await contentMismatch(bytesSource(bytes), 'audio/mpeg')).toBe('a web page (HTML)');
});

test('three frames of sound in other bytes are not sound', async () => {
  const mp3 = await readFile(file('a.mp3'));
  const frames = mp3.subarray(mp3.lastIndexOf(Buffer.from([0xff, 0xfb, mp3[2]!]), -900));
  const bytes = Buffer.concat([junk(500), frames.subarray(0, 900), junk(70_000)]);
  expect(await contentMismatch(bytesSource(bytes), 'audio/mpeg')).toBe('unknown content type');
});

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
