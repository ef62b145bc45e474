import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { createWorkRoot } from '../decode/work-directory.ts';
import { ParserFailed } from '../parsers/run-job.ts';
import { measureSource } from '../measure/measure-source.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { buildPdf } from '../../../tools/local/samples/pdf.ts';
import { asLongWav, id3Tag, withSizes } from './support/cut-sound.ts';
import { fileSource } from './support/file-source.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { useParsers } from '../../../test/support/parsers.ts';

const scratch = path.join(inject('scratchDir'), 'measure-source');
const workDir = path.join(scratch, 'work');
const file = (name: string) => path.join(scratch, name);
const parsers = { run: () => Promise.reject(new ParserFailed('out of time')), close: () => undefined };

/** Measures a file with a runtime whose parsers fail on every file. */
const measure = async (name: string, mimeType: string) =>
  measureSource(
    { parsers, workDir: createWorkRoot(workDir), workspaceId: 'any', tools: await mediaTools() },
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

describe('sound', () => {
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'];
  const realParsers = useParsers();
  const measureSound = async (name: string) =>
    measureSource(
      {
        parsers: realParsers,
        workDir: createWorkRoot(workDir),
        workspaceId: 'any',
        tools: await mediaTools(),
      },
      await fileSource(file(name)),
      fileTypeOf(name)!.mimeType,
      new AbortController().signal,
    );
  const isMeasured = { outcome: 'measured', value: null, details: {} };

  test.for([
    ['ima.wav', ['-c:a', 'adpcm_ima_wav']],
    ['ms.wav', ['-c:a', 'adpcm_ms']],
    ['g722.wav', ['-c:a', 'g722', '-ar', '16000']],
    ['flac.ogg', ['-c:a', 'flac']],
    ['speex.oga', ['-c:a', 'libspeex', '-ar', '16000']],
  ] as const)('%s is accepted', async ([name, codec]) => {
    await make(file(name), [...tone, ...codec]);
    expect(await measureSound(name)).toEqual(isMeasured);
  });

  test('of variants and cut files is accepted', async () => {
    for (const name of ['a.wav', 'a.mp3', 'a.aac']) await make(file(name), tone);
    const [wav, mp3, aac] = await Promise.all(
      ['a.wav', 'a.mp3', 'a.aac'].map((name) => readFile(file(name))),
    );
    for (const [name, bytes] of [
      ['long.wav', asLongWav(wav!)],
      ['unclosed.wav', withSizes(wav!, { riff: 0, data: 0 })],
      ['cut.mp3', mp3!.subarray(1_000)],
      ['tagged.aac', Buffer.concat([id3Tag(100_000), aac!])],
    ] as const) {
      await writeFile(file(name), bytes);
      expect(await measureSound(name), name).toEqual(isMeasured);
    }
  });

  test('that is empty or unknown is refused with the reason', async () => {
    await make(file('b.wav'), tone);
    const wav = await readFile(file('b.wav'));
    const unknown = Buffer.from(wav);
    unknown.writeUInt16LE(0x7777, 20);
    const empty = withSizes(wav, { riff: 0, data: 0 }).subarray(0, wav.indexOf('data') + 8);
    for (const [name, bytes, reason] of [
      ['unknown.wav', unknown, 'sound in an unknown codec'],
      ['empty.wav', empty, 'no sound: the recording is empty'],
      [
        'noise.mp3',
        Buffer.concat([id3Tag(100_000), Buffer.alloc(50_000, 'no sound')]),
        'not readable as sound',
      ],
    ] as const) {
      await writeFile(file(name), bytes);
      expect(await measureSound(name), name).toMatchObject({ outcome: 'unmeasurable', reason });
    }
  });
});

test('a document that its parser fails on is unmeasurable', async () => {
  expect(await measure('a.pdf', 'application/pdf')).toEqual({
    outcome: 'unmeasurable',
    reason: 'damaged or too complex file',
    cause: 'out of time',
  });
});
