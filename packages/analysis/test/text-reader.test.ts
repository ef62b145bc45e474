import { describe, expect, inject, test } from 'vitest';
import { maxPicturePixels } from '../text/reader/reader-limits.ts';
import type { Picture } from '../decode/picture.ts';
import type { Box, ReadingMemory } from '../text/text-reader.ts';
import { drawTextFrame, drawTexture, textFonts } from '../../../test/support/text-frames.ts';
import { useTextReaders } from '../../../test/support/text-readers.ts';

const deaths: string[] = [];
const readers = useTextReaders((job, how) => deaths.push(`${job}: ${how}`));
const signal = new AbortController().signal;

const plain = (width: number, height: number): Picture => ({
  width,
  height,
  rgb: new Uint8Array(3 * width * height).fill(128),
});

/** Moves a picture to the right and down, and repeats the pixels that enter at the left and at the top. */
function movedPicture({ width, height, rgb }: Picture, right: number, down: number): Picture {
  const moved = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = 3 * (Math.max(0, y - down) * width + Math.max(0, x - right));
      moved.set(rgb.subarray(from, from + 3), 3 * (y * width + x));
    }
  return { width, height, rgb: moved };
}

describe('the reader of text', () => {
  test('reads the lines of a picture from top to bottom', async () => {
    const fonts = (await textFonts()).filter((font) => font.endsWith('/DejaVuSans.ttf'));
    expect(fonts).not.toEqual([]);
    const { picture, lines } = await drawTextFrame(8, fonts, inject('scratchDir'));
    const read = await readers.forTenant('a').read(picture, { signal });
    expect(read.map(({ text }) => text)).toEqual(lines.map(({ text }) => text));
    for (const { confidence, box } of read) {
      expect(confidence).toBeGreaterThan(0.9);
      expect(box[2]).toBeLessThanOrEqual(picture.width);
    }
  });

  test('does not read lines again that only move with the picture', { tags: 'long' }, async () => {
    const fonts = (await textFonts()).filter((font) => font.endsWith('/DejaVuSans.ttf'));
    const { picture } = await drawTextFrame(8, fonts, inject('scratchDir'));
    const memory: ReadingMemory = { places: [], computeMs: 0 };
    const lines = await readers.forTenant('a').read(picture, { signal, memory });
    const moved = await readers.forTenant('a').read(movedPicture(picture, 24, 8), { signal, memory });
    const at = ([left, top, right, bottom]: Box): Box => [left + 24, top + 8, right + 24, bottom + 8];
    expect(moved.map(({ text, box }) => [text, box])).toEqual(lines.map(({ text, box }) => [text, at(box)]));
    expect(memory.places.map(({ readings }) => readings)).toEqual(lines.map(() => 1));
  });

  test('finds nothing in a picture of one colour, whatever its size', { tags: 'long' }, async () => {
    for (const [width, height] of [
      [1, 1],
      [2, 3000],
      [640, 360],
    ] as const)
      expect(await readers.forTenant('a').read(plain(width, height), { signal })).toEqual([]);
  });

  test(
    'reads the same after a first look, and nothing where it shows no text',
    { tags: 'long' },
    async () => {
      const reader = readers.forTenant('a');
      // Seed 8 has a line of 22 to 32 pixels, as every frame.
      const { picture } = await drawTextFrame(8, await textFonts(), inject('scratchDir'));
      const look = { signal, firstLook: true };
      expect(await reader.read(picture, look)).toEqual(await reader.read(picture, { signal }));
      expect(await reader.read(await drawTexture('mandelbrot', 1), look)).toEqual([]);
    },
  );

  test('refuses a picture beyond its limit, and one with bytes missing', async () => {
    const large = { ...plain(1, 1), width: maxPicturePixels + 1 };
    await expect(readers.forTenant('a').read(large, { signal })).rejects.toThrow(RangeError);
    await expect(readers.forTenant('a').read({ ...plain(8, 8), width: 9 }, { signal })).rejects.toThrow(
      '192',
    );
  });

  test('stops when it is cancelled', async () => {
    const reason = new Error('cancelled');
    const controller = new AbortController();
    const reading = readers.forTenant('a').read(plain(1920, 1080), { signal: controller.signal });
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
  });

  test('loses no process', () => expect(deaths).toEqual([]));
});
