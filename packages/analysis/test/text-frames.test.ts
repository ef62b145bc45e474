/** @module-tag long */

import { inject, expect, test } from 'vitest';
import {
  compareWords,
  drawTextFrame,
  drawTexture,
  groundNames,
  textFonts,
  textures,
} from '../../../test/support/text-frames.ts';
import { useTextReaders } from '../../../test/support/text-readers.ts';

const readers = useTextReaders();
/** Eight frames of each ground. */
const frames = groundNames.length * 8;
const seeds = Array.from({ length: frames }, (_, index) => 1_000 + index);

test(
  `${frames} frames are read: 95 % of the words, 93 % of the words read, 95 % of the amounts`,
  async () => {
    const fonts = await textFonts();
    const signal = new AbortController().signal;
    const reader = readers.forTenant('frames');
    const total = { drawn: 0, read: 0, right: 0, amounts: 0, rightAmounts: 0 };
    const errors: string[] = [];
    for (const seed of seeds) {
      const { picture, lines, kind } = await drawTextFrame(seed, fonts, inject('scratchDir'));
      const read = await reader.read(picture, { signal });
      const score = compareWords(
        lines.map(({ text }) => text),
        read.map(({ text }) => text),
      );
      for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += score[name];
      if (score.missed.length + score.extra.length > 0)
        errors.push(`${seed} ${kind}: missed ${score.missed.join(' ')}; extra ${score.extra.join(' ')}`);
    }
    const message = errors.join('\n');
    expect(total.right / total.drawn, message).toBeGreaterThanOrEqual(0.95);
    expect(total.right / total.read, message).toBeGreaterThanOrEqual(0.93);
    expect(total.rightAmounts / total.amounts, message).toBeGreaterThanOrEqual(0.95);
  },
  frames * 20_000,
);

test.for(Object.keys(textures) as (keyof typeof textures)[])(
  'finds no text in pictures of %s',
  async (name) => {
    const signal = new AbortController().signal;
    for (const seed of [1, 2, 3, 4])
      expect(await readers.forTenant('textures').read(await drawTexture(name, seed), { signal })).toEqual([]);
  },
);
