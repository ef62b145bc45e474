import { soundOf } from '../../decode/sound-input.ts';
import { examinedStreams } from '../../decode/streams.ts';
import type { Sidekick } from '../../contract/contract.ts';
import { judgeApart } from '../../contract/judge-apart.ts';
import type { judgeLoudness, judgePreset } from './judge-loudness.ts';
import { presets } from './targets.ts';
import { type LevelMeasurements, watchLevels } from './watch-levels.ts';
import { type SoundMeasurements, watchSound } from './watch-sound.ts';

/**
 * Judges the loudness of the sound by the target of the profile. Finds silence, phase, dual mono, clipping and DC
 * offset.
 */
export const loudness: Sidekick<SoundMeasurements, { judgeLoudness: typeof judgeLoudness }> = {
  watch: (media) => {
    const streams = examinedStreams(media);
    const sound = soundOf(streams);
    const tracks = { all: streams.counts.audio, examined: streams.soundGroup?.channels?.length ?? 1 };
    return sound === null ? null : watchSound(sound, tracks);
  },
  examine: ({ settings, parsers, signal, onMeasured }, observation) =>
    judgeApart(
      observation,
      signal,
      (...judged) => parsers.run('judgeLoudness', settings, ...judged),
      onMeasured,
    ),
};

export const loudnessAtscA85 = createPreset('atscA85');
export const loudnessStreaming = createPreset('streaming');

/**
 * Creates a sidekick that judges only loudness and true peak, by the given preset. Its ffmpeg filter equals the
 * loudness filter of the sidekick `loudness`, so ffmpeg runs the filter once for both.
 */
function createPreset(
  name: keyof typeof presets,
): Sidekick<LevelMeasurements, { judgePreset: typeof judgePreset }> {
  return {
    watch: (media) => {
      const sound = soundOf(examinedStreams(media));
      return sound === null ? null : watchLevels(sound, presets[name]);
    },
    examine: ({ parsers, signal, onMeasured }, observation) =>
      judgeApart(observation, signal, (...judged) => parsers.run('judgePreset', name, ...judged), onMeasured),
  };
}
