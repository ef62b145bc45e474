import { describe, expect, test } from 'vitest';
import { createBlockMeter } from '../../sidekicks/video-qc/block-meter.ts';
import { rules } from '../../sidekicks/video-qc/rules.ts';
import { judgeBlocks } from '../../sidekicks/video-qc/judge-blocks.ts';
import { watchBlocks } from '../../sidekicks/video-qc/watch-blocks.ts';
import { blocky, drawn, hash, height, scene, width } from '../support/block-pictures.ts';

const format = { width, height, format: 'yuv420p' } as const;
const percentOf = (luma: (x: number, y: number) => number, isInterlaced = false) =>
  createBlockMeter(format, isInterlaced)(drawn(luma)) * 100;

describe('the share of visible blocks', () => {
  test('grows with the steps and with the number of blocks', () => {
    expect(percentOf(scene)).toBe(0);
    expect(percentOf(blocky(scene, 2))).toBe(0);
    const some = percentOf(blocky(scene, 12, { share: 0.2 }));
    const all = percentOf(blocky(scene, 12));
    expect(some).toBeGreaterThan(14);
    expect(some).toBeLessThan(30);
    expect(all).toBeGreaterThan(some + 10);
  });

  test.for([
    [0, 0],
    [2, 4],
    [3, 7],
    [5, 1],
  ] as const)('does not depend on the position of the grid (%i, %i)', ([left, top]) => {
    expect(percentOf(blocky(scene, 12, { left, top }))).toBeGreaterThan(35);
  });

  test('counts blocks of 16 pixels half', () => {
    expect(percentOf(blocky(scene, 12, { size: 16 }))).toBeGreaterThan(18);
  });

  test('is zero for other sizes of blocks', () => {
    for (const size of [4, 5, 7, 9, 12])
      expect([size, percentOf(blocky(scene, 12, { size }))]).toEqual([size, 0]);
  });

  test('counts blocks of fields if the stream is interlaced', () => {
    const step = blocky(() => 0, 12);
    // Each field has its own blocks, which are 16 lines high in the frame.
    const fields = (x: number, y: number) => scene(x, y) + step(x + 400 * (y % 2), y >> 1) + 12 * (y % 2);
    expect(percentOf(fields, true)).toBeGreaterThan(10);
    expect(percentOf(fields, false)).toBe(0);
  });

  test('is the same with 10 bits', () => {
    const eight = drawn(blocky(scene, 12));
    const ten = Uint16Array.from(eight, (level) => 4 * level);
    const meter = createBlockMeter({ ...format, format: 'yuv420p10le' }, false);
    expect(meter(new Uint8Array(ten.buffer))).toBeCloseTo(createBlockMeter(format, false)(eight), 10);
  });
});

describe('drawn edges on the grid are not coding blocks:', () => {
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 64];
  const contrasts = [6, 20, 100];

  test('checkerboards of any size and contrast', () => {
    for (const size of sizes) {
      for (const contrast of contrasts) {
        const board = (x: number, y: number) =>
          100 + contrast * ((Math.floor(x / size) + Math.floor(y / size)) % 2);
        expect([size, contrast, percentOf(board)]).toEqual([size, contrast, 0]);
      }
    }
  });

  test('stripes and lines', () => {
    for (const size of sizes) {
      for (const contrast of contrasts) {
        const patterns = [
          (x: number) => 100 + contrast * (Math.floor(x / size) % 2),
          (_: number, y: number) => 100 + contrast * (Math.floor(y / size) % 2),
          (x: number, y: number) => 100 + contrast * (x % size === 0 || y % size === 0 ? 1 : 0),
        ];
        for (const pattern of patterns)
          expect([size, contrast, percentOf(pattern)]).toEqual([size, contrast, 0]);
      }
    }
  });

  test('pixel art', () => {
    const palette = [20, 60, 75, 110, 125, 160, 200, 225];
    for (const size of [2, 4, 8, 16]) {
      const art = (x: number, y: number) =>
        palette[Math.floor(8 * hash(Math.floor(x / size), Math.floor(y / size)))]!;
      expect([size, percentOf(art)]).toEqual([size, 0]);
    }
  });

  test('windows whose sides are multiples of 8 pixels', () => {
    const windows = (x: number, y: number) => {
      const [column, row] = [Math.floor(x / 64), Math.floor(y / 48)];
      const inside = x % 64 < 56 && y % 48 < 40;
      return inside ? 210 + 25 * hash(column, row) : 200;
    };
    expect(percentOf(windows)).toBe(0);
  });

  test('noise', () => {
    for (const level of [4, 12, 40]) expect(percentOf((x, y) => 100 + level * hash(x, y))).toBe(0);
  });
});

describe('stretches', () => {
  const [clean, bad] = [drawn(scene), drawn(blocky(scene, 12))];
  const stretchesOf = (pictures: readonly Uint8Array[]) => {
    const watch = watchBlocks({ tags: {} }, { ...format, bytes: drawn(scene).length });
    pictures.forEach(watch.wholePictures!.onPicture);
    return watch.seen(pictures.length);
  };

  test('are joined over gaps of up to two pictures', () => {
    const seen = stretchesOf([clean, bad, bad, clean, clean, bad, clean, clean, clean, bad]);
    expect(seen).toMatchObject([
      { startSeconds: 1, endSeconds: 6, pictures: 3 },
      { startSeconds: 9, endSeconds: 10, pictures: 1 },
    ]);
  });

  const rule = rules['picture.blocks'];

  test('of two pictures are reported, and end with the picture', () => {
    expect(judgeBlocks(stretchesOf([clean, bad, clean]), 3, rule)).toEqual([]);
    const findings = judgeBlocks(stretchesOf([bad, bad]), 1.4, rule);
    expect(findings).toMatchObject([
      { ruleCode: 'picture.blocks', severity: 'minor', anchor: { startSeconds: 0, endSeconds: 1.4 } },
    ]);
  });
});
