import { analysisBranch } from '../../media/ffmpeg.ts';
import { intersect, type TimeRange, unite } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import type { Watch } from '../watch.ts';
import { createRanges } from './ranges.ts';

/**
 * Share of the way from black to white below which a pixel is black: above what coding makes of black, and well below
 * what can be made out in a night scene.
 */
const blackLevel = 0.05;
/** Share of the pixels that must be black: a title of one small line is three times as much as the rest. */
const blackShare = 0.999;
/**
 * Mean difference to the first picture of a freeze, as a share of full scale: what key frames of 12 pictures at CRF 28 and
 * noise of 3 levels change in a still. From 0.005 on, slow movement in a night scene is taken for a still.
 */
const freezeNoise = 0.004;
/**
 * What any one pixel may change by, as a share of full scale: the mean alone takes a still with an object of 32 × 32 in
 * 720 lines that moves for frozen, in the small picture and in the large. A night scene of 12 % contrast changes by 0.09
 * and more from picture to picture, key frames and noise change a still by 0.06.
 */
const stillLevel = 0.075;
/** In 8 bits of video. */
const [blackValue, whiteValue] = [16, 235];
/** So far apart, pictures show movement that is too slow to be seen from one to the next: cars far down a road. */
const apartSeconds = 0.4;
const silenceDb = -60;
const silenceSeconds = 2;
/** Its own message never comes: what it sees is told by the filter behind it. */
const neverTold = 1_000_000;

export interface DarknessMeasurements {
  black: TimeRange[];
  frozen: TimeRange[];
  /** In which no pixel changes by much. */
  still: TimeRange[];
  silent: TimeRange[];
}

const isBlack = [`blackdetect=d=${neverTold}:pic_th=${blackShare}:pix_th=${blackLevel}`];
/** Compares each picture with the one before: a difference of nothing is 0, where the filter takes black for 16. */
const unchanged = [
  'tblend=all_mode=difference',
  `blackdetect=d=${neverTold}:pic_th=1:pix_th=${(stillLevel - blackValue / (whiteValue - blackValue)).toFixed(4)}`,
];
const blackMark = /^lavfi\.black_(start|end)=([\d.]+)$/;

/**
 * Watches for black, frozen and silent stretches; those that have no end when the file ends, end there. Black is
 * looked for in a cross that leaves a fifth by a fifth in each corner, where the logo of a channel may stand.
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
      if (from === 'metadata@wide') blackWide.take(blackMark.exec(text));
      if (from === 'metadata@tall') blackTall.take(blackMark.exec(text));
      if (from === 'freezedetect') frozen.take(/freezedetect\.freeze_(start|end): ([\d.]+)$/.exec(text));
      if (from === 'metadata@still') still.take(blackMark.exec(text));
      if (from === 'metadata@apart') stillApart.take(blackMark.exec(text));
      if (from === 'silencedetect') silent.take(/^silence_(start|end): (-?[\d.]+)/.exec(text));
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

/** What was still between two pictures far apart may have been so since the one before them. */
function fromEarliest({ startSeconds, endSeconds }: TimeRange): TimeRange {
  return { startSeconds: startSeconds - 2 * apartSeconds, endSeconds };
}
