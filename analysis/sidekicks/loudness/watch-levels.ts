import type { TimeRange } from '../../media/time-ranges.ts';
import type { Watch } from '../watch.ts';
import { createStretches, type Stretches } from './stretches.ts';

/** What is louder than this is kept with its time: the lowest limit of any profile. In dBTP. */
const peaksAboveDbtp = -2;
const shortTermSeconds = 3;
/** What counts as silent: below this level, in dB relative to full scale. */
export const silenceDb = -60;

export interface LevelMeasurements {
  /** Where the measuring ended. */
  endSeconds: number;
  /** In LUFS, with the gates of ITU-R BS.1770; null where no 400 ms of sound passed the one at -70 LUFS, or all is silent. */
  programmeLufs: number | null;
  /** In LU, by EBU Tech 3342. */
  loudnessRangeLu: number;
  /** In dBTP; null where there was no sound at all, or only digital silence. */
  truePeakDbtp: number | null;
  /** Where the true peak is above -2 dBTP; the worst is the peak. */
  peaks: Stretches;
  /** The loudest three seconds, in LUFS; null where there are no three seconds. */
  shortTerm: (TimeRange & { lufs: number }) | null;
}

/**
 * Measures loudness by ITU-R BS.1770 and EBU Tech 3341. With `metadata`, the filter hands its sound on in tenths of a
 * second and says the true peak of each; without, only of the decoder's last frame.
 */
export const levelFilter = 'ebur128=peak=true:metadata=1:framelog=info';

/** What the filter says every tenth of a second. Levels in LUFS and dBTP; `-Infinity` for none. */
export interface Level extends TimeRange {
  momentaryLufs: number;
  shortTermLufs: number;
  truePeakDbtp: number;
}

const levelLine = /^t: ([\d.]+) .*M: *([-\w.]+) *S: *([-\w.]+) .*FTPK: *([-\w. ]+) dBFS/;

/** Reads one line of the filter; null for any other line. */
export function readLevel(from: string, text: string): Level | null {
  const said = isLevelFilter(from) ? levelLine.exec(text) : null;
  if (said === null) return null;
  const endSeconds = Number(said[1]);
  return {
    startSeconds: Math.max(0, endSeconds - 0.1),
    endSeconds,
    momentaryLufs: level(said[2]!),
    shortTermLufs: level(said[3]!),
    truePeakDbtp: Math.max(...said[4]!.split(/ +/).map(level)),
  };
}

const isLevelFilter = (from: string) => /^Parsed_ebur128_\d+$/.test(from);

/** `-inf` and `nan` are said of digital silence. */
function level(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) ? number : -Infinity;
}

/** Watches loudness and true peak of the first audio stream. */
export function watchLevels(): Watch<LevelMeasurements> {
  const peaks = createStretches(1);
  const summary = new Map<string, number>();
  let endSeconds = 0;
  let shortTerm: LevelMeasurements['shortTerm'] = null;
  return {
    soundFilters: [levelFilter],
    onMessage: (from, _level, text) => {
      // At the end comes a summary with the whole, down to the last sample.
      const whole = isLevelFilter(from) ? /^(I|LRA|Peak): +([-\w.]+) /.exec(text) : null;
      if (whole !== null) summary.set(whole[1]!, level(whole[2]!));
      const now = readLevel(from, text);
      if (now === null) return;
      endSeconds = now.endSeconds;
      if (now.truePeakDbtp > peaksAboveDbtp) peaks.add({ ...now, worst: now.truePeakDbtp });
      // Until its three seconds are full, the filter says -120.7.
      if (now.shortTermLufs > Math.max(-70, shortTerm?.lufs ?? -70)) {
        shortTerm = {
          startSeconds: Math.max(0, endSeconds - shortTermSeconds),
          endSeconds,
          lufs: now.shortTermLufs,
        };
      }
    },
    seen: (decodedSeconds) => {
      const programmeLufs = summary.get('I') ?? -Infinity;
      const truePeakDbtp = summary.get('Peak') ?? -Infinity;
      return {
        endSeconds: Math.max(endSeconds, decodedSeconds),
        programmeLufs: programmeLufs > -70 && truePeakDbtp >= silenceDb ? programmeLufs : null,
        loudnessRangeLu: summary.get('LRA') ?? 0,
        truePeakDbtp: Number.isFinite(truePeakDbtp) ? truePeakDbtp : null,
        peaks: peaks.end(),
        shortTerm,
      };
    },
  };
}
