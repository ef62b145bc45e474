import type { TimeRange } from '../../media/time-ranges.ts';
import { aside } from '../../media/ffmpeg.ts';
import { findRule } from '../catalogue.ts';
import { keep } from '../keep.ts';
import type { Watch } from '../watch.ts';
import { createRanges } from './ranges.ts';

/**
 * Share of the way from black to white below which a pixel is black: above what coding makes of black, and well below
 * what can be made out in a night scene.
 */
const blackLevel = 0.05;
/**
 * Mean difference to the first picture of a freeze, as a share of full scale: what key frames of 12 pictures at CRF 28 and
 * noise of 3 levels change in a still. From 0.005 on, slow movement in a night scene is taken for a still.
 */
const freezeNoise = 0.004;
/**
 * What any one pixel may change by from picture to picture, as a share of the way from black to white: the mean alone
 * takes a still with an object of 32 × 32 in 720 lines that moves for frozen, in the small picture and in the large.
 */
const stillLevel = 0.04;
const silenceDb = -60;
const silenceSeconds = 2;
/** Its own message never comes: what it sees is told by the filter behind it. */
const neverTold = 1_000_000;

export interface SeenDarkness {
  black: TimeRange[];
  frozen: TimeRange[];
  /** In which no pixel changes by much. */
  still: TimeRange[];
  silent: TimeRange[];
}

/** Watches for black, frozen and silent stretches; those that have no end when the file ends, end there. */
export function watchDarkness(hasSound: boolean): Watch<SeenDarkness> {
  const black: TimeRange[] = [];
  const frozen = createRanges();
  const still = createRanges();
  const silent = createRanges();
  const blackSeconds = findRule('picture.black')!.rule.threshold!;
  const freezeSeconds = findRule('picture.freeze')!.rule.threshold!;
  return {
    smallFilters: [
      `blackdetect=d=${blackSeconds}:pix_th=${blackLevel}`,
      `freezedetect=n=${freezeNoise}:d=${freezeSeconds}`,
      aside('still', [
        'tblend=all_mode=difference',
        `blackdetect=d=${neverTold}:pic_th=1:pix_th=${stillLevel}`,
        'metadata@still=print',
      ]),
    ],
    soundFilters: hasSound ? [`silencedetect=noise=${silenceDb}dB:d=${silenceSeconds}`] : [],
    onMessage: (from, _level, text) => {
      const found = from === 'blackdetect' && /^black_start:([\d.]+) black_end:([\d.]+) /.exec(text);
      if (found) keep(black, { startSeconds: Number(found[1]), endSeconds: Number(found[2]) });
      if (from === 'freezedetect') frozen.take(/freezedetect\.freeze_(start|end): ([\d.]+)$/.exec(text));
      if (from === 'metadata@still') still.take(/^lavfi\.black_(start|end)=([\d.]+)$/.exec(text));
      if (from === 'silencedetect') silent.take(/^silence_(start|end): (-?[\d.]+)/.exec(text));
    },
    seen: (decodedSeconds) => ({
      black,
      frozen: frozen.closedAt(decodedSeconds),
      still: still.closedAt(decodedSeconds),
      silent: silent.closedAt(decodedSeconds),
    }),
  };
}
