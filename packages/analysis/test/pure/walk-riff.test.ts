import { expect, test } from 'vitest';
import { walkRiff } from '../../formats/container/walk-riff.ts';
import { bytesSource } from '../support/file-source.ts';
import { asLongWav, withSizes } from '../support/cut-sound.ts';

function chunk(id: string, content: Buffer, size = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.write(id);
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function riff(form: string, ...chunks: readonly Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from(form), ...chunks]));
}

const format = chunk('fmt ', Buffer.alloc(16));
const sound = Buffer.alloc(1_000, '\x01\0\xff\xff', 'latin1');
const info = chunk('LIST', Buffer.from('INFOISFT\x04\0\0\0Lavf'));
const wav = riff('WAVE', format, chunk('data', sound));
const walk = async (bytes: Buffer) => {
  const { missingBytes, data } = await walkRiff(bytesSource(bytes));
  return { missingBytes, data };
};
const sizes = (data: number) => withSizes(wav, { riff: 0, data });

test.for([
  ['whole WAV', wav, 0, null],
  ['whole RF64', asLongWav(wav), 0, null],
  ['whole BW64', asLongWav(wav, 'BW64'), 0, null],
  ['RF64 that was cut', asLongWav(wav).subarray(0, -300), 300, null],
  ['WAV that was cut', wav.subarray(0, -300), 300, null],
  [
    'WAV that was cut before its last chunk',
    riff('WAVE', format, chunk('data', sound), info).subarray(0, -300),
    300,
    null,
  ],
  ['WAV that was cut in the header of a chunk', riff('WAVE', format, info).subarray(0, -20), 0, null],
  ['WAV with a placeholder of ffmpeg', sizes(0xffff_ffff), null, null],
  ['WAV with a placeholder of SoX', sizes(0x7fff_f000), null, null],
  ['WAV with a placeholder of LAME', sizes(0x7fff_ffff), null, null],
  ['WAV that was not closed', sizes(0), null, 'unclosed'],
  ['RF64 that was not closed', asLongWav(sizes(0)).fill(0, 20, 44), null, 'unclosed'],
  [
    'WAV whose file size was filled in, but not the size of its sound',
    withSizes(wav, { riff: wav.length - 8, data: 0 }),
    null,
    'unclosed',
  ],
  ['empty WAV', riff('WAVE', format, chunk('data', Buffer.alloc(0))), 0, 'empty'],
  ['empty WAV with texts', riff('WAVE', format, chunk('data', Buffer.alloc(0)), info), 0, 'empty'],
] as const)('%s', async ([, bytes, missingBytes, data]) => {
  expect(await walk(bytes)).toEqual({ missingBytes, data });
});

test('the size in the header of a WebP counts the chunks that are missing entirely', async () => {
  const webp = riff('WEBP', chunk('VP8 ', Buffer.alloc(100)), chunk('EXIF', Buffer.alloc(700)));
  expect(await walk(webp)).toEqual({ missingBytes: 0, data: null });
  for (const bytes of [1, 300, 704, 708, 750])
    expect(await walk(webp.subarray(0, -bytes))).toEqual({
      missingBytes: bytes === 1 ? 1 : bytes,
      data: null,
    });
});

test('a WAV with the big end first is read to its end', async () => {
  const rifx = Buffer.from(wav);
  rifx.write('RIFX');
  for (const at of [4, 16, 40]) rifx.writeUInt32BE(rifx.readUInt32LE(at), at);
  expect(await walk(rifx)).toEqual({ missingBytes: 0, data: null });
  expect(await walk(rifx.subarray(0, -10))).toEqual({ missingBytes: 10, data: null });
});
