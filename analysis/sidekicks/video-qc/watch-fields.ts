import { analysisBranch } from '../../media/ffmpeg.ts';
import { pushCapped } from '../capped-collections.ts';
import type { Watch } from '../watch.ts';

/** Number of pictures per count, which is half a second at 24 pictures per second. */
const picturesPerCount = 12;

/** Cumulative counts of ffmpeg's idet filter from the start of the file up to a time. */
export interface FieldCounts {
  seconds: number;
  topFirst: number;
  bottomFirst: number;
  progressive: number;
  /** Number of pictures that repeat the top field of the previous picture. */
  repeatedTop: number;
  repeatedBottom: number;
}

const names: Record<string, keyof FieldCounts> = {
  'single.tff': 'topFirst',
  'single.bff': 'bottomFirst',
  'single.progressive': 'progressive',
  'repeated.top': 'repeatedTop',
  'repeated.bottom': 'repeatedBottom',
};

/**
 * Pictures are examined in three vertical strips. The centres of the strips, and the width of each strip, as shares of
 * the picture width.
 */
const [middles, stripShare] = [['1/6', '1/2', '5/6'], '1/16'];

/** Pixel formats with 8-bit luma. ffmpeg converts other formats to the first format, but only in the strips. */
const withLuma = ['yuv420p', 'yuv422p', 'yuv444p', 'yuvj420p', 'yuvj422p', 'yuvj444p', 'gray'];

/**
 * ffmpeg filters that copy the luma of three strips of full height side by side. Scaling would destroy the fields, but
 * a part of each line is enough to detect them. Because the strips are a copy, the decoder's pictures are freed at
 * once.
 */
export const strips = [
  `split=${middles.length}${middles.map((_, at) => `[whole${at}]`).join('')};` +
    middles
      .map(
        (middle, at) => `[whole${at}]crop=w='max(2,iw*${stripShare})':h=ih:x=iw*${middle}-ow/2[strip${at}];`,
      )
      .join('') +
    `${middles.map((_, at) => `[strip${at}]`).join('')}hstack=${middles.length}`,
  `format=${withLuma.join('|')}`,
  'extractplanes=y',
];

/** Measures interlacing in strips of the picture. */
export function watchFields(): Watch<FieldCounts[]> {
  const counts: FieldCounts[] = [];
  let latest: FieldCounts | null = null;
  return {
    pictureFilters: [
      analysisBranch('fields', [
        ...strips,
        'idet=rep_thres=1.5',
        `select='not(mod(n,${picturesPerCount}))'`,
        'metadata@fields=print',
      ]),
    ],
    onMessage: (from, _level, text) => {
      if (from !== 'metadata@fields') return;
      const seconds = /^frame:\d+ .*pts_time:(-?[\d.]+)/.exec(text)?.[1];
      if (seconds !== undefined) {
        latest = { ...nothing, seconds: Number(seconds) };
        pushCapped(counts, latest);
      }
      const [, name, value] = /^lavfi\.idet\.([\w.]+)=([\d.]+)$/.exec(text) ?? [];
      if (name !== undefined && name in names && latest !== null) latest[names[name]!] = Number(value);
    },
    seen: () => counts,
  };
}

const nothing: FieldCounts = {
  seconds: 0,
  topFirst: 0,
  bottomFirst: 0,
  progressive: 0,
  repeatedTop: 0,
  repeatedBottom: 0,
};
