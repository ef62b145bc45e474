import { aside } from '../../media/ffmpeg.ts';
import { keep } from '../keep.ts';
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

/**
 * Watches for fields in a band across the middle of the picture, a sixth of its height: lines must stay as they are,
 * so the picture cannot be made small, but fewer of them tell the same.
 */
export function watchFields(): Watch<FieldCounts[]> {
  const counts: FieldCounts[] = [];
  let latest: FieldCounts | null = null;
  return {
    pictureFilters: [
      aside('fields', [
        // Begins at an even line, so that fields stay what they are.
        'crop=w=iw:h=trunc(ih/12)*2:x=0:y=trunc(ih*5/48)*4',
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
        keep(counts, latest);
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
