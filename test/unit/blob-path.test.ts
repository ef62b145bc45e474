import { describe, expect, test } from 'vitest';
import { filenameFault, formatBlobPath, parseBlobPath } from '@assay/domain/blob-path.ts';

const id = '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8f';

describe('a blob path', () => {
  test('consists of an asset id and a filename, split at the first slash', () => {
    expect(parseBlobPath(`${id}/clip.mp4`)).toEqual({ assetId: id, filename: 'clip.mp4' });
    expect(parseBlobPath(`${id}/a/b.mp4`)).toEqual({ assetId: id, filename: 'a/b.mp4' });
  });

  test('has a case-insensitive asset id', () => {
    expect(parseBlobPath(`${id.toUpperCase()}/clip.mp4`)?.assetId).toBe(id);
  });

  test('is unchanged after parsing and formatting', () => {
    expect(formatBlobPath(parseBlobPath(`${id}/clip.mp4`)!)).toBe(`${id}/clip.mp4`);
  });

  test.for([
    ['without a slash', id],
    ['without a filename', `${id}/`],
    ['without an asset id', '/clip.mp4'],
    ['with something else for an id', 'not-a-uuid/clip.mp4'],
    ['with spaces around the id', ` ${id}/clip.mp4`],
    ['with a control character', `${id}/a\u0000b.mp4`],
    ['with a bidirectional override', `${id}/a\u202Eb.mp4`],
    ['with half a surrogate pair', `${id}/a\uD800b.mp4`],
    ['with a filename of 256 characters', `${id}/${'x'.repeat(256)}`],
  ])('is rejected %s', ([, text]) => {
    expect(parseBlobPath(text!)).toBeNull();
  });
});

describe('a filename', () => {
  test('can have 255 characters, counted in code points', () => {
    expect(filenameFault('😀'.repeat(255))).toBeNull();
    expect(filenameFault('😀'.repeat(256))).not.toBeNull();
  });

  test.for(['a/b', 'a\\b', '', 'a\nb', '\u2066x'])('is rejected: %j', (name) => {
    expect(filenameFault(name)).not.toBeNull();
  });
});
