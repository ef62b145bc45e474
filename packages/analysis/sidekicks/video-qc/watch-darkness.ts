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
/** Minimum share of black pixels in a black frame. One small line of text covers three times the remaining share. */
const blackShare = 0.999;
/**
 * Maximum mean difference from the first frame of a freeze, as a share of full scale. A still image differs by this
 * much because of noise of 3 levels and key frames every 12 frames at CRF 28. With a limit of 0.005, slow movement at
 * night would already count as frozen.
 */
const freezeNoise = 0.004;
/**
 * Maximum change of any pixel of a still image, as a share of full scale. The mean difference alone does not detect a
 * moving object of 32 × 32 pixels in a frame with 720 lines. A night scene of 12 % contrast changes pixels by 0.09 and
 * more. Key frames and noise change pixels by 0.06.
 */
const stillLevel = 0.075;
/** Luma values of black and white in limited range with 8 bits (ITU-R BT.709). */
const [blackValue, whiteValue] = [16, 235];
/**
 * Time in seconds between two compared frames. Very slow movement, such as that of distant cars, is not visible between
 * adjacent frames.
 */
const apartSeconds = 0.4;
const silenceDb = -60;
const silenceSeconds = 2;
/**
 * A minimum duration in seconds that is longer than any video. It suppresses the log lines of blackdetect. The metadata
 * filter prints the result of blackdetect instead.
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
/**
 * Compares each frame with the previous frame. An unchanged pixel has the value 0, but blackdetect expects black at 16,
 * so the threshold is lowered accordingly.
 */
const unchanged = [
  'tblend=all_mode=difference',
  `blackdetect=d=${neverSeconds}:pic_th=1:pix_th=${(stillLevel - blackValue / (whiteValue - blackValue)).toFixed(4)}`,
];
const blackMark = /^lavfi\.black_(start|end)=([\d.]+)$/;

/**
 * Measures black, frozen and silent stretches. A stretch that is still open at the end of the file ends there. The
 * corners of the frame are not examined for black, because they may show a channel logo. Each corner is a fifth of the
 * width by a fifth of the height.
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
 * Extends a stretch backwards by two intervals between compared frames. The last frame that differs is two intervals
 * before the first reported frame. The stretch may have started at any time after the frame that differs.
 */
function fromEarliest({ startSeconds, endSeconds }: TimeRange): TimeRange {
  return { startSeconds: startSeconds - 2 * apartSeconds, endSeconds };
}
