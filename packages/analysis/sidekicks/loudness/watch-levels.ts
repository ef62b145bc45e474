import type { TimeRange } from '../../contract/time-ranges.ts';
import type { Watch } from '../../contract/watch.ts';
import type { ExaminedSound } from '../../decode/sound-input.ts';
import type { Target } from './targets.ts';
import { lowestPeakDbtp } from './rules.ts';
import { recordLevels } from './record-levels.ts';
import { isLevelFilter, level, levelFilter, readLevel } from './read-level.ts';
import { createStretches, type Stretches } from './stretches.ts';

/** Levels in dBTP above which peaks are stored with their times. The first is the lowest limit of a profile. */
const peakLimits = [lowestPeakDbtp, -6, -3, -2, -1, 0] as const;
const shortTermSeconds = 3;
/** Level in dBFS below which audio counts as silent. */
export const silenceDb = -60;

export interface LevelMeasurements {
  channels: number;
  /** Why the programme loudness cannot be judged, as a sentence; null if it can. */
  fault: string | null;
  /** End time of the measured audio in seconds. */
  endSeconds: number;
  /** Integrated loudness in LUFS (ITU-R BS.1770); null if the audio is silent or below the gate of -70 LUFS. */
  programmeLufs: number | null;
  /** Loudness range in LU (EBU Tech 3342). */
  loudnessRangeLu: number;
  /** Maximum true peak in dBTP; null if there is no audio or only digital silence. */
  truePeakDbtp: number | null;
  /** Stretches with a true peak above each of `peakLimits`. `worst` is the highest peak in dBTP. */
  peaks: { aboveDbtp: number; stretches: Stretches }[];
  /** The maximum short-term loudness (3 s) in LUFS; null if the audio is shorter than 3 s. */
  shortTerm: (TimeRange & { lufs: number }) | null;
}

/**
 * Measures the loudness and the true peak of the sound.
 * @param target target whose limits are stored with the curves
 */
export function watchLevels({ channels, fault }: ExaminedSound, target: Target): Watch<LevelMeasurements> {
  const { record, curves } = recordLevels(channels, target);
  const peaks = peakLimits.map((aboveDbtp) => ({ aboveDbtp, stretches: createStretches(1) }));
  const summary = new Map<string, number>();
  let endSeconds = 0;
  let shortTerm: LevelMeasurements['shortTerm'] = null;
  return {
    soundFilters: [levelFilter],
    onMessage: (from, _level, text) => {
      // The filter's summary at the end includes the last samples, for which no full block of 100 ms was logged.
      const total = isLevelFilter(from) ? /^(I|LRA|Peak): +([-\w.]+) /.exec(text) : null;
      if (total !== null) summary.set(total[1]!, level(total[2]!));
      const now = readLevel(from, text);
      if (now === null) return;
      record(now);
      endSeconds = now.endSeconds;
      for (const { aboveDbtp, stretches } of peaks)
        if (now.truePeakDbtp > aboveDbtp) stretches.add({ ...now, worst: now.truePeakDbtp });
      // The filter prints -120.7 until its window of 3 s is full.
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
        channels,
        fault,
        endSeconds: Math.max(endSeconds, decodedSeconds),
        programmeLufs: programmeLufs > -70 && truePeakDbtp >= silenceDb ? programmeLufs : null,
        loudnessRangeLu: summary.get('LRA') ?? 0,
        truePeakDbtp: Number.isFinite(truePeakDbtp) ? truePeakDbtp : null,
        peaks: peaks.map(({ aboveDbtp, stretches }) => ({ aboveDbtp, stretches: stretches.end() })),
        shortTerm,
      };
    },
    curves,
  };
}

/** Returns the stored stretches with peaks above the limit. They can include lower peaks, as far as the next limit. */
export function peaksAbove({ peaks }: Pick<LevelMeasurements, 'peaks'>, limitDbtp: number): Stretches {
  return peaks.findLast(({ aboveDbtp }) => aboveDbtp <= limitDbtp)!.stretches;
}
