/** @module-tag long */

import { unlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';
import { pictures, rate, seededClip, size } from '../support/seeded-stripes.ts';

const parsers = useParsers();
const firstSeed = Number(process.env['STRIPES_SEED'] ?? 5_000);
const clips = 80;
/** Minimum share of the clips that must be judged as the recommendation judges them. */
const minRight = 0.95;

test(
  'of 80 clips with stripes, at least 95 % are judged as ITU-R BT.1702-3 judges them',
  async () => {
    const wrong: string[] = [];
    for (let seed = firstSeed; seed < firstSeed + clips; seed++) {
      const { description, isRisk, draw } = seededClip(seed);
      const [raw, name] = [mediaFile('stripes.yuv'), `stripes-${seed}.mp4`];
      const frames = Array.from({ length: pictures }, (_, picture) => draw(picture));
      await writeFile(raw, Buffer.concat(frames));
      await make(mediaFile(name), [
        ...['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${size.width}x${size.height}`, '-r', String(rate)],
        // The values are in limited range already.
        ...['-color_range', 'tv', '-i', raw, '-vf', 'scale=in_range=tv:out_range=tv,format=yuv420p'],
        ...['-preset', 'ultrafast', '-crf', '23'],
      ]);
      const findings = await runSidekick(parsers, 'photosensitivity', name);
      const isFound = findings.some(({ ruleCode }) => ruleCode === 'pattern.stripes');
      if (isFound !== isRisk) wrong.push(description);
      await Promise.all([raw, mediaFile(name)].map((file) => unlink(file)));
    }
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual((1 - minRight) * clips);
  },
  60 * 60_000,
);
