import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { readFileText } from '../text/read-file.ts';
import type { VideoText } from '../text/shown-text.ts';
import type { ReadLine } from '../text/text-reader.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';

const font = path.resolve('node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf');
const { signal } = new AbortController();
const parsers = useParsers();

/**
 * Reads a clip of 1.2 s with a reader that finds the same lines in each picture.
 * @param computeMs processor time that the reader takes for a picture
 */
async function readClip(
  name: string,
  filters: string,
  lines: readonly ReadLine[],
  computeMs = 0,
): Promise<VideoText> {
  const file = path.join(inject('scratchDir'), `text-limits-${name}.mp4`);
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-t', '1.2'];
  await make(file, ['-f', 'lavfi', '-i', `color=c=0x203050:s=720x480:r=25,${filters}`, ...coded]);
  const text = await readFileText({
    tools: await mediaTools(),
    path: file,
    signal,
    parsers,
    measuredSeconds: 1.2,
    progress: () => undefined,
    reader: {
      read: (_picture, { memory }) => {
        memory!.computeMs += computeMs;
        return Promise.resolve([...lines]);
      },
    },
  });
  if (text?.kind !== 'video') throw new Error('no video');
  return text;
}

const lineAt = (box: ReadLine['box'], text: string): ReadLine => ({
  box,
  text,
  confidence: 0.95,
  letters: null,
});

test('a line without exact times ends with the file at the latest', async () => {
  const { lines } = await readClip('end', 'null', [lineAt([100, 400, 300, 440], 'Terms apply')]);
  expect(lines).toMatchObject([{ startSeconds: 0, endSeconds: 1.2, isExact: false }]);
});

test('the number of pictures whose lowest lines are left out is kept', { tags: 'long' }, async () => {
  const many = Array.from({ length: 201 }, (_, i) => lineAt([0, 20 * i, 300, 20 * i + 9], `Line ${i}`));
  expect(await readClip('many', 'null', many.slice(0, 200))).not.toHaveProperty('leftOut');
  const { lines, leftOut } = await readClip('too-many', 'null', many);
  expect(lines).toHaveLength(200);
  expect(leftOut).toEqual({ lines: 0, pictures: 3, unreadPictures: 0 });
});

test('a picture is not read if those before took more than 60 s of processor time, and 4 s for each second', async () => {
  const line = lineAt([100, 400, 300, 440], 'Terms apply');
  const read = await readClip('slow', 'hue=H=2*PI*t', [line], 63_000);
  // The pictures at 0 and 1 s were read, and the one at 0.5 s was not.
  expect(read).toMatchObject({ picturesRead: 2, intervalSeconds: 1, leftOut: { unreadPictures: 1 } });
  expect(read.lines).toMatchObject([{ startSeconds: 0, endSeconds: 1.2 }]);
});

test('the times of a line at the edge of a picture of odd width are exact', async () => {
  const drawn = `drawtext=fontfile=${font}:text='Terms apply':fontsize=40:fontcolor=white:x=w-text_w:y=400:enable='gte(t,0.38)'`;
  const line = lineAt([600, 390, 853, 450], 'Terms apply');
  const { width, lines } = await readClip('odd', `${drawn},setdar=16/9`, [line]);
  expect(width).toBe(853);
  expect(lines).toMatchObject([{ isExact: true }]);
});
