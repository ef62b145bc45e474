import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { createWorkRoot } from '../decode/work-directory.ts';
import { ParserFailed } from '../parsers/run-job.ts';
import { measureSource } from '../measure/measure-source.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { buildPdf } from '../../../tools/local/samples/pdf.ts';
import { fileSource } from './support/file-source.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';

const scratch = path.join(inject('scratchDir'), 'measure-source');
const workDir = path.join(scratch, 'work');
const file = (name: string) => path.join(scratch, name);
const parsers = { run: () => Promise.reject(new ParserFailed('out of time')), close: () => undefined };

/** Measures a file with a runtime whose parsers fail on every file. */
const measure = async (name: string, mimeType: string) =>
  measureSource(
    { parsers, workDir: createWorkRoot(workDir), tools: await mediaTools() },
    await fileSource(file(name)),
    mimeType,
    new AbortController().signal,
  );

beforeAll(async () => {
  await mkdir(workDir, { recursive: true });
  await make(file('a.mp4'), ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=3']);
  await writeFile(file('noise.mp4'), Buffer.alloc(5_000, 'no video at all '));
  await writeFile(file('a.pdf'), buildPdf({ pages: 2 }));
});

test('a video that its parser fails on is measured by its packets', async () => {
  expect(await measure('a.mp4', 'video/mp4')).toEqual({
    outcome: 'measured',
    value: expect.closeTo(3, 1) as number,
    details: { method: 'demuxed', headerSeconds: expect.closeTo(3, 1) as number, cause: 'out of time' },
  });
});

test('a file that is not a video has no duration if its parser fails', async () => {
  expect(await measure('noise.mp4', 'video/mp4')).toEqual({
    outcome: 'unmeasurable',
    reason: 'not a readable video',
    cause: expect.stringContaining('Invalid data') as string,
  });
});

test('a video with a position of 2 MB is refused, because ffprobe reports it', async () => {
  await writeFile(file('place.txt'), `;FFMETADATA1\nlocation=${'x'.repeat(2_000_000)}\n`);
  const inputs = ['-i', file('a.mp4'), '-i', file('place.txt')];
  await make(file('place.mkv'), [...inputs, '-map_metadata', '1', '-c', 'copy']);
  expect(await measure('place.mkv', 'video/x-matroska')).toEqual({
    outcome: 'unmeasurable',
    reason: 'not a readable video',
    cause: "ffprobe's report exceeds 1048576 characters",
  });
});

test('a document that its parser fails on is unmeasurable', async () => {
  expect(await measure('a.pdf', 'application/pdf')).toEqual({
    outcome: 'unmeasurable',
    reason: 'damaged or too complex file',
    cause: 'out of time',
  });
});
