import { judgeJob } from '../../contract/judge-job.ts';
import { judgeLevels } from './judge-levels.ts';
import { judgeSound } from './judge-sound.ts';
import { ebuR128, levelProfiles } from './profiles.ts';
import type { LevelMeasurements } from './watch-levels.ts';
import type { SoundMeasurements } from './watch-sound.ts';

export const judgeLoudness = judgeJob((seen: SoundMeasurements) => [
  ...judgeLevels(ebuR128, seen),
  ...judgeSound(seen),
]);

/** Judges only loudness and true peak, by a profile. */
export const judgeProfile = judgeJob((seen: LevelMeasurements, profile: keyof typeof levelProfiles) =>
  judgeLevels(levelProfiles[profile], seen),
);
