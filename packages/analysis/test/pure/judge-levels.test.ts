import { expect, test } from 'vitest';
import { judgeLevels, measuredLevels } from '../../sidekicks/loudness/judge-levels.ts';
import { defaultSettings } from '../../contract/settings.ts';
import { loudnessDescription } from '../../sidekicks/loudness/rules.ts';
import { presets, targetOf } from '../../sidekicks/loudness/targets.ts';

const targets = { ebuR128: targetOf(defaultSettings(loudnessDescription)), ...presets };

const tone = {
  ...{
    channels: 2,
    fault: null,
    endSeconds: 5,
    programmeLufs: -23,
    loudnessRangeLu: 0,
    truePeakDbtp: -23,
    peaks: [],
  },
  shortTerm: null,
};

test('values within the limits are known too, and values that are not judged are left out', () => {
  const shortTerm = { lufs: -22.04, startSeconds: 0, endSeconds: 3 };
  expect(measuredLevels(targets.ebuR128, { ...tone, programmeLufs: -23.1, shortTerm })).toEqual({
    'loudness.programme': 0.1,
    'loudness.true_peak': -23,
    'loudness.short_term': -22,
  });
  const long = { ...tone, endSeconds: 121, fault: 'The layout is unknown.', shortTerm };
  expect(measuredLevels(targets.ebuR128, long)).toEqual({ 'loudness.true_peak': -23 });
  const silent = { ...tone, programmeLufs: null, truePeakDbtp: null };
  expect(measuredLevels(targets.streaming, silent)).toEqual({});
});

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
  const found = judgeLevels(targets[target], { ...tone, programmeLufs: lufs, truePeakDbtp: lufs });
  expect(found.flatMap(({ ruleCode, severity }) => [ruleCode, severity])).toEqual(expected);
});
