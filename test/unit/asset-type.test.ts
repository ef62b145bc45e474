import { expect, test } from 'vitest';
import { fileTypeOf, isDecodable, isAllowedContentType, maxBytes } from '@assay/domain/asset-type.ts';

test.for([
  ['a.mp4', 'video', 'video/mp4'],
  ['a.MOV', 'video', 'video/quicktime'],
  ['a.avi', 'video', 'video/x-msvideo'],
  ['a.mkv', 'video', 'video/x-matroska'],
  ['a.mp3', 'audio', 'audio/mpeg'],
  ['a.wav', 'audio', 'audio/wav'],
  ['a.aac', 'audio', 'audio/aac'],
  ['a.ogg', 'audio', 'audio/ogg'],
  ['a.jpg', 'image', 'image/jpeg'],
  ['a.b.jpeg', 'image', 'image/jpeg'],
  ['a.png', 'image', 'image/png'],
  ['a.gif', 'image', 'image/gif'],
  ['a.webp', 'image', 'image/webp'],
  ['a.svg', 'image', 'image/svg+xml'],
  ['a.pdf', 'document', 'application/pdf'],
  ['a.doc', 'document', 'application/msword'],
  ['a.docx', 'document', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.txt', 'document', 'text/plain'],
] as const)('%s is %s, %s', ([filename, assetType, mimeType]) => {
  expect(fileTypeOf(filename)).toMatchObject({ assetType, mimeType });
  expect(isAllowedContentType(mimeType)).toBe(true);
});

test.for(['a.exe', 'a', 'mp4', '.', 'a.', 'a.constructor', 'a.mp4/b'])('%s has no known type', (filename) => {
  expect(fileTypeOf(filename)).toBeNull();
});

test('accepts both content types of WAV', () => {
  expect(fileTypeOf('a.wav')?.contentTypes).toEqual(['audio/wav', 'audio/x-wav']);
});

test('the limits of specification 8.1 use binary units', () => {
  expect(maxBytes).toEqual({
    video: 5 * 2 ** 30,
    audio: 500 * 2 ** 20,
    image: 50 * 2 ** 20,
    document: 100 * 2 ** 20,
  });
});

test.for([
  ['a.mp4', true],
  ['a.mp3', true],
  ['a.webp', true],
  ['a.svg', false],
  ['a.pdf', false],
  ['a.txt', false],
] as const)('%s is decodable: %s', ([filename, expected]) => {
  expect(isDecodable(fileTypeOf(filename)!.mimeType)).toBe(expected);
});
