import { judgeJob } from '../../contract/judge-job.ts';
import type { SidekickSettings } from '../../contract/settings.ts';
import { judgeLevels, measuredLevels } from './judge-levels.ts';
import { judgeSound } from './judge-sound.ts';
import type { LoudnessParameters } from './rules.ts';
import { presets, soundRules, targetOf } from './targets.ts';
import type { LevelMeasurements } from './watch-levels.ts';
import type { SoundMeasurements } from './watch-sound.ts';

export const judgeLoudness = judgeJob((seen: SoundMeasurements, settings: SidekickSettings) => {
  const target = targetOf(settings);
  const findings = [
    ...judgeLevels(target, seen),
    ...judgeSound(seen, soundRules(settings), settings.parameters as LoudnessParameters),
  ];
  return { findings, measured: measuredLevels(target, seen) };
});

/** Judges only loudness and true peak, by a preset. */
export const judgePreset = judgeJob((seen: LevelMeasurements, preset: keyof typeof presets) => ({
  findings: judgeLevels(presets[preset], seen),
  measured: measuredLevels(presets[preset], seen),
}));
