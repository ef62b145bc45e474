import { expect, test } from 'vitest';
import { judgeLevels } from '../../sidekicks/loudness/judge-levels.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { loudnessDescription } from '../../sidekicks/loudness/rules.ts';
import { presets, targetOf } from '../../sidekicks/loudness/targets.ts';

const targets = { ebuR128: targetOf(defaultSettings(loudnessDescription)), ...presets };

test.for([
  ['ebuR128', -23, []],
  ['ebuR128', -22.8, []],
  ['ebuR128', -23.2, []],
  ['ebuR128', -22.4, ['loudness.programme', 'minor']],
  ['ebuR128', -23.6, ['loudness.programme', 'minor']],
  ['ebuR128', -20, ['loudness.programme', 'major']],
  ['atscA85', -24, []],
  ['atscA85', -22.1, []],
  ['atscA85', -21.4, ['atsc_loudness.programme', 'major']],
  ['atscA85', -26.6, ['atsc_loudness.programme', 'major']],
  ['streaming', -16, []],
  ['streaming', -14, []],
  ['streaming', -18, []],
  ['streaming', -12, ['streaming_loudness.programme', 'minor']],
  ['streaming', -23, ['streaming_loudness.programme', 'minor']],
] as const)('a programme by %s at %s LUFS', ([target, lufs, expected]) => {
  const found = judgeLevels(targets[target], {
    channels: 2,
    fault: null,
    endSeconds: 5,
    programmeLufs: lufs,
    loudnessRangeLu: 0,
    truePeakDbtp: lufs,
    peaks: [],
    shortTerm: null,
  });
  expect(found.flatMap(({ ruleCode, severity }) => [ruleCode, severity])).toEqual(expected);
});
