import { analysisBranch } from '../../decode/filter-graph.ts';
import { pushCapped } from '../../formats/capped-collections.ts';
import type { TimeRange } from '../../contract/time-ranges.ts';
import type { Watch } from '../../contract/watch.ts';
import { createRanges } from './ranges.ts';
import { blackMark, neverSeconds } from './watch-darkness.ts';

/** Number of frames between two recorded `FieldCounts`: half a second at 24 frames per second. */
const picturesPerCount = 12;

/** Cumulative frame counts of ffmpeg's idet filter, from the start of the file up to `seconds`. */
export interface FieldCounts {
  seconds: number;
  topFirst: number;
  bottomFirst: number;
  progressive: number;
  /** Number of frames that repeat the top field of the previous frame. */
  repeatedTop: number;
  repeatedBottom: number;
}

export interface FieldMeasurements {
  counts: FieldCounts[];
  /** Time ranges in which no pixel changes by more than `faintLevels` from frame to frame. */
  faint: TimeRange[];
}

/**
 * Maximum change of a pixel, in levels of 8 bits, that shows no field order. The steps of one level of a
 * gradient that moves by two lines per frame look like fields. The combing of moving edges is far larger.
 */
const faintLevels = 2;

/** ffmpeg filters that log where no pixel changes by more than `faintLevels`. */
const faintChanges = [
  'tblend=all_mode=difference',
  `lut=y='255*gt(val,${faintLevels})'`,
  `blackdetect=d=${neverSeconds}:pic_th=1:pix_th=0.1`,
  'metadata@faint=print',
];

const names: Record<string, keyof FieldCounts> = {
  'single.tff': 'topFirst',
  'single.bff': 'bottomFirst',
  'single.progressive': 'progressive',
  'repeated.top': 'repeatedTop',
  'repeated.bottom': 'repeatedBottom',
};

/** Centres of the three vertical strips in which frames are examined, and their width, as shares of the frame width. */
const [middles, stripShare] = [['1/6', '1/2', '5/6'], '1/16'];

/** Pixel formats with 8-bit luma. ffmpeg converts the strips if the video has none of these formats. */
const withLuma = ['yuv420p', 'yuv422p', 'yuv444p', 'yuvj420p', 'yuvj422p', 'yuvj444p', 'gray'];

/**
 * ffmpeg filters that copy the luma of three strips of full height side by side. Scaling would mix the fields. Because
 * the strips are a copy, ffmpeg frees the decoded frames at once.
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

export function watchFields(): Watch<FieldMeasurements> {
  const counts: FieldCounts[] = [];
  const faint = createRanges();
  let latest: FieldCounts | null = null;
  return {
    pictureFilters: [
      analysisBranch('fields', [
        ...strips,
        analysisBranch('faint', faintChanges),
        'idet=rep_thres=1.5',
        `select='not(mod(n,${picturesPerCount}))'`,
        'metadata@fields=print',
      ]),
    ],
    onMessage: (from, _level, text) => {
      if (from === 'metadata@faint') faint.add(blackMark.exec(text));
      if (from !== 'metadata@fields') return;
      const seconds = /^frame:\d+ .*pts_time:(-?[\d.]+)/.exec(text)?.[1];
      if (seconds !== undefined) {
        latest = { ...nothing, seconds: Number(seconds) };
        pushCapped(counts, latest);
      }
      const [, name, value] = /^lavfi\.idet\.([\w.]+)=([\d.]+)$/.exec(text) ?? [];
      if (name !== undefined && Object.hasOwn(names, name) && latest !== null)
        latest[names[name]!] = Number(value);
    },
    seen: (decodedSeconds) => ({ counts, faint: faint.closedAt(decodedSeconds) }),
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
