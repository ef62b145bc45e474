import { analysisBranch } from '../../decode/filter-graph.ts';
import { intersect, type TimeRange, unite } from '../../contract/time-ranges.ts';
import type { Watch } from '../../contract/watch.ts';
import { createRanges } from './ranges.ts';
import { rules } from './rules.ts';

/**
 * Maximum luma of a black pixel, as a share of the range from black to white. This luma is above the coding noise of
 * black, and well below the visible detail of a night scene.
 */
const blackLevel = 0.05;
/** Minimum share (0–1) of black pixels in a black frame. Even a small line of text covers 0.3 % of a frame. */
const blackShare = 0.999;
/**
 * Maximum mean difference of a frozen frame from the first frame of the freeze, as a share of full scale. A still image
 * with noise of 3 levels, and a key frame every 12 frames at CRF 28, reaches this difference. With a limit of 0.005,
 * slow movement at night would count as frozen.
 */
const freezeNoise = 0.004;
/**
 * Maximum change of each pixel of a still image, as a share of full scale. Key frames and noise change pixels by 0.06.
 * Movement in a night scene of 12 % contrast changes pixels by at least 0.09. `freezeNoise` alone would miss a moving
 * object of 32 × 32 pixels in a frame with 720 lines, because its mean difference is small.
 */
const stillLevel = 0.075;
/** Luma values of black and white in limited range with 8 bits (ITU-R BT.709). */
const [blackValue, whiteValue] = [16, 235];
/** Seconds between two frames that are compared to find very slow movement, which adjacent frames do not show. */
const apartSeconds = 0.4;
const silenceDb = -60;
const silenceSeconds = 2;
/**
 * Minimum duration in seconds for ffmpeg's blackdetect filter, longer than any video. It suppresses the log lines of
 * blackdetect. The metadata filter prints the results instead.
 */
export const neverSeconds = 1_000_000;

export interface DarknessMeasurements {
  black: TimeRange[];
  frozen: TimeRange[];
  /** Time ranges in which no pixel changes by more than `stillLevel`. */
  still: TimeRange[];
  silent: TimeRange[];
}

const isBlack = [`blackdetect=d=${neverSeconds}:pic_th=${blackShare}:pix_th=${blackLevel}`];
/**
 * ffmpeg filters that log where no pixel differs from the previous frame by more than `stillLevel`. An unchanged pixel
 * has the difference 0, but blackdetect expects black at 16, so the threshold is lowered accordingly.
 */
const unchanged = [
  'tblend=all_mode=difference',
  `blackdetect=d=${neverSeconds}:pic_th=1:pix_th=${(stillLevel - blackValue / (whiteValue - blackValue)).toFixed(4)}`,
];
export const blackMark = /^lavfi\.black_(start|end)=([\d.]+)$/;

/**
 * Measures the time ranges with black picture, frozen picture and silence. The corners of the frame, each a fifth of
 * the width by a fifth of the height, may show a channel logo. They are not examined for black.
 */
export function watchDarkness(hasSound: boolean): Watch<DarknessMeasurements> {
  const blackWide = createRanges();
  const blackTall = createRanges();
  const frozen = createRanges();
  const still = createRanges();
  const stillApart = createRanges();
  const silent = createRanges();
  const freezeSeconds = rules['picture.freeze'].threshold;
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

/**
 * Moves the start of a still range back by twice `apartSeconds`. That is the time of the last frame that still changed,
 * so the picture may have been still at any time after it.
 */
function fromEarliest({ startSeconds, endSeconds }: TimeRange): TimeRange {
  return { startSeconds: startSeconds - 2 * apartSeconds, endSeconds };
}
