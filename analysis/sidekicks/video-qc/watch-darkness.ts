import { analysisBranch } from '../../media/ffmpeg.ts';
import { intersect, type TimeRange, unite } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import type { Watch } from '../watch.ts';
import { createRanges } from './ranges.ts';

/**
 * Luma below which a pixel is black, as a share of the range from black to white. Above the coding noise of black,
 * and well below the visible detail of a night scene.
 */
const blackLevel = 0.05;
/** Share of black pixels in a black picture. One small line of text covers three times the remaining share. */
const blackShare = 0.999;
/**
 * Largest mean difference from the first picture of a freeze, as a share of full scale. A still changes this much by
 * key frames every 12 pictures at CRF 28 and noise of 3 levels. From 0.005 on, slow movement at night would count as
 * frozen.
 */
const freezeNoise = 0.004;
/**
 * Largest change of any pixel of a still, as a share of full scale. The mean difference alone misses a moving object
 * of 32 × 32 pixels in 720 lines. A night scene of 12 % contrast changes by 0.09 and more; key frames and noise by
 * 0.06.
 */
const stillLevel = 0.075;
/** Luma of black and white in limited range with 8 bits (ITU-R BT.709). */
const [blackValue, whiteValue] = [16, 235];
/** Pictures this far apart show movement that is too slow to see between neighbours, such as distant cars. */
const apartSeconds = 0.4;
const silenceDb = -60;
const silenceSeconds = 2;
/**
 * A minimum duration in seconds that suppresses the log lines of blackdetect; the metadata filter prints its result.
 */
const neverSeconds = 1_000_000;

export interface DarknessMeasurements {
  black: TimeRange[];
  frozen: TimeRange[];
  /** Stretches in which no pixel changes by more than `stillLevel`. */
  still: TimeRange[];
  silent: TimeRange[];
}

const isBlack = [`blackdetect=d=${neverSeconds}:pic_th=${blackShare}:pix_th=${blackLevel}`];
/** Compares each picture with the previous one. An unchanged pixel is 0, but blackdetect expects black at 16. */
const unchanged = [
  'tblend=all_mode=difference',
  `blackdetect=d=${neverSeconds}:pic_th=1:pix_th=${(stillLevel - blackValue / (whiteValue - blackValue)).toFixed(4)}`,
];
const blackMark = /^lavfi\.black_(start|end)=([\d.]+)$/;

/**
 * Measures black, frozen and silent stretches; a stretch still open at the end of the file ends there. Black excludes
 * the corners (a fifth of the width by a fifth of the height), where a channel logo may be.
 */
export function watchDarkness(hasSound: boolean): Watch<DarknessMeasurements> {
  const blackWide = createRanges();
  const blackTall = createRanges();
  const frozen = createRanges();
  const still = createRanges();
  const stillApart = createRanges();
  const silent = createRanges();
  const freezeSeconds = findRule('picture.freeze')!.rule.threshold!;
  return {
    smallFilters: [
      analysisBranch('wide', ['crop=w=iw:h=ih*3/5', ...isBlack, 'metadata@wide=print']),
      analysisBranch('tall', ['crop=w=iw*3/5:h=ih', ...isBlack, 'metadata@tall=print']),
      `freezedetect=n=${freezeNoise}:d=${freezeSeconds}`,
      analysisBranch('still', [...unchanged, 'metadata@still=print']),
      analysisBranch('apart', [
        `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${apartSeconds})'`,
        ...unchanged,
        'metadata@apart=print',
      ]),
    ],
    soundFilters: hasSound ? [`silencedetect=noise=${silenceDb}dB:d=${silenceSeconds}`] : [],
    onMessage: (from, _level, text) => {
      if (from === 'metadata@wide') blackWide.add(blackMark.exec(text));
      if (from === 'metadata@tall') blackTall.add(blackMark.exec(text));
      if (from === 'freezedetect') frozen.add(/freezedetect\.freeze_(start|end): ([\d.]+)$/.exec(text));
      if (from === 'metadata@still') still.add(blackMark.exec(text));
      if (from === 'metadata@apart') stillApart.add(blackMark.exec(text));
      if (from === 'silencedetect') silent.add(/^silence_(start|end): (-?[\d.]+)/.exec(text));
    },
    seen: (decodedSeconds) => ({
      black: intersect(blackWide.closedAt(decodedSeconds), blackTall.closedAt(decodedSeconds)),
      frozen: frozen.closedAt(decodedSeconds),
      still: intersect(
        still.closedAt(decodedSeconds),
        unite(stillApart.closedAt(decodedSeconds).map(fromEarliest)),
      ),
      silent: silent.closedAt(decodedSeconds),
    }),
  };
}

/** Extends a stretch backwards, since it may have started anywhere after the previous compared picture. */
function fromEarliest({ startSeconds, endSeconds }: TimeRange): TimeRange {
  return { startSeconds: startSeconds - 2 * apartSeconds, endSeconds };
}
