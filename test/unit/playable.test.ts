import { expect, test } from 'vitest';
import { isPlayable } from '@assay/domain/displayed-media.ts';
import type { MediaFacts } from '@assay/domain/media-facts.ts';

const facts = (video: [codec: string, pixelFormat: string] | null, audio: string | null): MediaFacts => ({
  durationSeconds: 1,
  startTimecode: null,
  video: video && {
    codec: video[0],
    pixelFormat: video[1],
    profile: null,
    width: 16,
    height: 9,
    displayAspectRatio: 16 / 9,
    frameRate: '25/1',
  },
  audio: audio === null ? null : { codec: audio, channels: 2, sampleRate: 48_000 },
  streams: [],
});

test.for([
  ['video/mp4', facts(['h264', 'yuv420p'], 'aac'), true],
  ['video/mp4', facts(['h264', 'yuvj420p'], null), true],
  ['video/mp4', facts(['av1', 'yuv420p'], 'opus'), true],
  ['video/mp4', facts(['h264', 'yuv420p10le'], 'aac'), false],
  ['video/mp4', facts(['h264', 'yuv422p'], 'aac'), false],
  ['video/mp4', facts(['hevc', 'yuv420p'], 'aac'), false],
  ['video/mp4', facts(['h264', 'yuv420p'], 'ac3'), false],
  ['video/mp4', facts(null, 'aac'), false],
  ['video/mp4', null, true],
  ['video/quicktime', facts(['prores', 'yuv422p10le'], 'pcm_s16le'), false],
  ['video/x-matroska', facts(['h264', 'yuv420p'], 'aac'), false],
  ['audio/wav', facts(null, 'pcm_s24le'), true],
  ['audio/wav', facts(null, 'adpcm_ms'), false],
  ['audio/mpeg', facts(['mjpeg', 'yuvj420p'], 'mp3'), true],
  ['audio/ogg', facts(null, 'opus'), true],
  ['audio/ogg', null, false],
  ['image/png', facts(['png', 'rgba'], null), true],
  ['application/pdf', null, true],
] as const)('%s with %o: %s', ([mimeType, of, expected]) => {
  expect(isPlayable(mimeType, of)).toBe(expected);
});
