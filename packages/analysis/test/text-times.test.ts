/** @module-tag long */

import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { readFileText } from '../text/read-file.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { clipReader, makeTextClip } from './support/text-clips.ts';

const clips = Number(process.env['TEXT_CLIPS'] ?? 5);
const firstSeed = Number(process.env['TEXT_SEED'] ?? 1);
const maxFrames = 2;
const { signal } = new AbortController();
const parsers = useParsers();

test('lines of made clips appear and disappear within two pictures of their times', async () => {
  const tools = await mediaTools();
  const wrong: string[] = [];
  let edges = 0;
  for (let seed = firstSeed; seed < firstSeed + clips; seed++) {
    const file = path.join(inject('scratchDir'), `text-times-${seed}.mp4`);
    const clip = await makeTextClip(seed, file);
    const text = await readFileText({
      tools,
      path: file,
      signal,
      parsers,
      measuredSeconds: 6,
      progress: () => undefined,
      reader: clipReader(clip, 0.5),
    });
    const lines = text?.kind === 'video' ? text.lines : [];
    for (const { text: expected, startSeconds, endSeconds } of clip.lines) {
      const found = lines.find((line) => line.text === expected);
      for (const [what, is, should] of [
        ['on', found?.startSeconds, startSeconds],
        ['off', found?.endSeconds, endSeconds],
      ] as const) {
        edges++;
        const frames = is === undefined ? Infinity : Math.abs(is - should) / clip.frameSeconds;
        if (frames > maxFrames + 0.1)
          wrong.push(`${clip.name}: ${expected} ${what} at ${is} instead of ${should} (${found?.isExact})`);
      }
    }
  }
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(0.05 * edges);
}, 900_000);
