import { analysisBranch } from '../../media/ffmpeg.ts';
import { pushCapped } from '../capped-collections.ts';
import type { Watch } from '../watch.ts';

/** How many pictures are counted together: half a second of most. */
const picturesAtOnce = 12;

/** How many pictures, from the start to a time, look as if their fields were of two moments, and which is the first. */
export interface FieldCounts {
  seconds: number;
  topFirst: number;
  bottomFirst: number;
  progressive: number;
  /** Pictures with a field that the one before had, too. */
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

/** Where the strips have their middles, and how wide they are, as shares of the width. */
const [middles, stripShare] = [['1/6', '1/2', '5/6'], '1/16'];

/** With a luma of 8 bits; ffmpeg makes the first of others, in the strips alone. */
const withLuma = ['yuv420p', 'yuv422p', 'yuv444p', 'yuvj420p', 'yuvj422p', 'yuvj444p', 'gray'];

/**
 * Three strips of the picture's full height, side by side: lines must stay as they are, so the picture cannot be made small,
 * but shorter ones tell the same. Only the luma, and a copy, so that the decoder has its own pictures back at once.
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

/** Watches for fields in strips of the picture. */
export function watchFields(): Watch<FieldCounts[]> {
  const counts: FieldCounts[] = [];
  let latest: FieldCounts | null = null;
  return {
    pictureFilters: [
      analysisBranch('fields', [
        ...strips,
        'idet=rep_thres=1.5',
        `select='not(mod(n,${picturesAtOnce}))'`,
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
