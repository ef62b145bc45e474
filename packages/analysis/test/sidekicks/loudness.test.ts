import { describe, expect, test } from 'vitest';
import { builtInSidekicks } from '../../sidekicks/built-in.ts';
import type { SidekickCode } from '../../sidekicks/catalogue.ts';
import type { Finding } from '../../contract/finding.ts';
import { observeFile } from '../../jobs/observe-file.ts';
import type { LevelMeasurements } from '../../sidekicks/loudness/watch-levels.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';
import { type Channel, noise, nothing, sequence, tone, writeWav } from '../support/wav.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();
let made = 0;

/** Returns the findings of a sidekick for a WAV file with the given channels. */
async function findings(
  code: SidekickCode,
  seconds: number,
  channels: readonly Channel[],
  format?: '16-bit',
): Promise<Finding[]> {
  const name = `sound-${made++}.wav`;
  await writeWav(mediaFile(name), seconds, channels, format);
  return runSidekick(parsers, code, name);
}

/**
 * Returns a stereo tone of the given loudness. Two channels of 1 kHz at a level of x dBFS have a loudness of x LUFS.
 */
const stereo = (lufs: number): Channel[] => [tone(1_000, lufs), tone(1_000, lufs, 90)];
const codesOf = (found: readonly Finding[]) => found.map(({ ruleCode }) => ruleCode);
const measuredIn = (finding: Finding | undefined) => finding?.evidence[0]!.content as Record<string, unknown>;
const flipped =
  (channel: Channel): Channel =>
  (sample) =>
    -channel(sample);
const mixed =
  (...channels: Channel[]): Channel =>
  (sample) =>
    channels.reduce((sum, channel) => sum + channel(sample), 0);

/** Returns the levels of a file, as all profiles measure them. */
async function levelsOf(path: string): Promise<LevelMeasurements> {
  const { signal } = new AbortController();
  const options = { tools: await mediaTools(), path, codes: ['loudness-streaming'] as const, signal };
  const { observations } = await observeFile({ ...options, progress: () => undefined });
  return observations['loudness-streaming']!.seen as LevelMeasurements;
}

function expectAt(finding: Finding | undefined, startSeconds: number, endSeconds: number, within = 0.5) {
  if (finding?.anchor.kind !== 'time') throw new Error(`the anchor is of kind ${finding?.anchor.kind}`);
  expect(Math.abs(finding.anchor.startSeconds - startSeconds)).toBeLessThan(within);
  expect(Math.abs(finding.anchor.endSeconds - endSeconds)).toBeLessThan(within);
}

test('the filters of all profiles are identical, so that they run once', () => {
  const media = {
    streams: [{ codec_type: 'audio', channels: 2, tags: {} }],
    format: { format_name: 'wav', tags: {} },
  };
  const filters = (code: SidekickCode) => builtInSidekicks[code].watch!(media)!.soundFilters!;
  expect(filters('loudness')).toEqual(expect.arrayContaining([...filters('loudness-atsc-a85')]));
  expect(filters('loudness-streaming')).toEqual(filters('loudness-atsc-a85'));
});

describe('programme loudness', () => {
  // The tests of `judgeLevels` have all limits of the profiles.
  test.for([
    ['loudness', -23, []],
    ['loudness-atsc-a85', -21.4, ['atsc_loudness.programme', 'major']],
    ['loudness-streaming', -12, ['streaming_loudness.programme', 'minor']],
  ] as const)('%s at %s', async ([code, lufs, expected]) => {
    const found = await findings(code, 5, stereo(lufs));
    expect(found.flatMap(({ ruleCode, severity }) => [ruleCode, severity])).toEqual(expected);
  });

  test('is reported with the measured value, the target and the remedy', async () => {
    const [finding] = await findings('loudness', 5, stereo(-20));
    expect(finding).toMatchObject({
      summary: 'Programme loudness -20.0 LUFS, 3.0 LU above the target of -23.0 LUFS (EBU R 128)',
      anchor: { kind: 'asset' },
      confidence: 1,
      resolutionRequirement: {
        action: 'normalise',
        description: 'For EBU R 128 (-23.0 LUFS), change the level by -3.0 dB.',
      },
    });
    expect(measuredIn(finding)).toEqual({
      measured: 3,
      threshold: 0.2,
      unit: 'LU',
      source: expect.objectContaining({ standard: 'EBU R 128 (2023)' }),
      programmeLoudness: -20,
      target: -23,
      loudnessRangeLu: 0,
      truePeakDbtp: -20,
    });
  });

  test(
    'needs a limiter if raising the level would exceed the true peak limit',
    { tags: 'long' },
    async () => {
      const loud = sequence([5, tone(1_000, -30)], [0.02, tone(1_000, -4)], [5, tone(1_000, -30)]);
      const [finding] = await findings('loudness', 10, [loud, tone(1_000, -30, 90)]);
      expect(finding?.ruleCode).toBe('loudness.programme');
      expect(finding?.resolutionRequirement.description).toMatch(/needs a limiter too/);
    },
  );

  test('is not judged if the sound is too short or too quiet to have one', { tags: 'long' }, async () => {
    for (const code of ['loudness', 'loudness-atsc-a85', 'loudness-streaming'] as const) {
      expect(await findings(code, 0.3, stereo(-10))).toEqual([]);
      expect(await findings(code, 5, [noise(1, 2e-4), noise(2, 2e-4)])).toHaveLength(
        code === 'loudness' ? 1 : 0,
      );
    }
  });

  test(
    'of more than three minutes is less certain by A/85, which measures dialogue',
    { tags: 'long' },
    async () => {
      const [finding] = await findings('loudness-atsc-a85', 181, [tone(1_000, -17)]);
      expect(finding).toMatchObject({ ruleCode: 'atsc_loudness.programme', confidence: 0.7 });
      expect(finding?.details).toMatch(/dialogue/);
    },
  );
});

describe('the layout of the channels', () => {
  const rear = [tone(1_000, -23), tone(1_000, -23, 90)];
  const lufsOf = (name: string) => levelsOf(mediaFile(name));

  const layouts = [
    // The rear channels are at 135 degrees, the side channels at 90.
    ['7.1', 4, -23],
    ['7.1', 6, -21.5],
    // Without side channels, the back channels are the surround channels at 110 degrees.
    ['5.1', 4, -21.5],
    ['5.1(side)', 4, -21.5],
    ['7.1(wide)', 4, -21.5],
    ['octagonal', 3, -23],
  ] as const;
  for (const [cases, options] of sampled(layouts, ([layout, first]) => layout === '7.1' && first === 4))
    test.for(cases)('%s: channels %i and the next have %d LUFS', options, async ([layout, first, lufs]) => {
      const count = { '7.1': 8, '5.1': 6, '5.1(side)': 6, '7.1(wide)': 8, octagonal: 8 }[layout];
      const channels = Array.from({ length: count }, (_, at) => rear[at - first] ?? nothing);
      const name = `layout-${layout}.wav`;
      await writeWav(mediaFile('plain.wav'), 5, channels);
      const labelled = ['-i', mediaFile('plain.wav'), '-af', `channelmap=channel_layout=${layout}`];
      await make(mediaFile(name), labelled);
      expect(await lufsOf(name)).toMatchObject({ programmeLufs: expect.closeTo(lufs, 1), fault: null });
    });

  test('of four unlabelled channels is unknown, so that the loudness is not judged', async () => {
    const channels = [...rear, ...rear];
    const found = await findings('loudness', 5, channels);
    expect(found).toMatchObject([{ ruleCode: 'loudness.unjudged', severity: 'info' }]);
    expect(found[0]!.details).toContain('does not state for which loudspeakers its 4 channels are');
  });

  /** Makes a QuickTime movie with a mono track for each channel. `labels` are the loudspeakers of the tracks. */
  async function tracks(
    name: string,
    labels: readonly (string | null)[],
    options: readonly string[] = [],
  ): Promise<string> {
    const inputs = labels.flatMap((_, at) => [
      '-f',
      'lavfi',
      '-i',
      `sine=frequency=${400 + 100 * at}:duration=5`,
    ]);
    const filters = labels.flatMap((label, at) =>
      label === null ? [] : [`-filter:a:${at}`, `aformat=channel_layouts=${label}`],
    );
    const maps = labels.flatMap((_, at) => ['-map', String(at)]);
    await make(mediaFile(name), [...inputs, ...maps, ...filters, '-c:a', 'pcm_s24le', ...options]);
    return name;
  }

  /** Returns the summaries of the findings about streams that were not decoded. */
  async function undecodedStreams(name: string): Promise<string[]> {
    const found = await runSidekick(parsers, 'integrity', name);
    return found.flatMap(({ ruleCode, summary }) => (ruleCode === 'decode.unexamined' ? [summary] : []));
  }

  test('joins mono tracks with labels into one programme', { tags: 'long' }, async () => {
    const pair = await tracks('pair.mov', ['FR', 'FL']);
    const one = await tracks('one.mov', ['FL']);
    const { programmeLufs: ofPair, channels } = await lufsOf(pair);
    const { programmeLufs: ofOne } = await lufsOf(one);
    expect(ofPair! - ofOne!).toBeCloseTo(3, 0);
    expect(channels).toBe(2);
    expect(await undecodedStreams(pair)).toEqual([]);
    // A surround channel is weighted, and the low-frequency channel is not measured.
    const six = await tracks('six.mov', ['FL', 'FR', 'FC', 'LFE', 'BL', 'BR']);
    expect((await lufsOf(six)).programmeLufs! - ofOne!).toBeCloseTo(7.6, 0);
  });

  const unknownTracks = [
    ['unlabelled.mov', [null, null], [], 'do not state for which loudspeaker they are'],
    ['same.mov', ['FL', 'FL'], [], 'state the same loudspeaker more than once'],
    ['centre.mov', ['FC', 'LFE'], [], 'do not include a left and a right channel'],
    [
      'lengths.mov',
      ['FL', 'FR'],
      ['-filter:a:1', 'aformat=channel_layouts=FR,atrim=end=3'],
      'different lengths',
    ],
  ] as const;
  for (const [cases, options] of sampled(unknownTracks, ([name]) => name === 'unlabelled.mov'))
    test.for(cases)('of the tracks of %s is unknown', options, async ([name, labels, options, reason]) => {
      await tracks(name, labels, options);
      const found = await runSidekick(parsers, 'loudness', name);
      expect(codesOf(found)).toEqual(['loudness.unjudged']);
      expect(found[0]!.details).toContain(reason);
      expect(await undecodedStreams(name)).toEqual([
        'The file has further streams: 1 of 2 audio streams were not examined',
      ]);
    });

  test('of tracks in two languages is that of the default track', async () => {
    const languages = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=fra'];
    const name = await tracks('languages.mov', [null, null], languages);
    expect(codesOf(await runSidekick(parsers, 'loudness', name))).toEqual(['loudness.programme']);
  });
});

test('mono sound counts as on two loudspeakers for streaming only', async () => {
  const mono = [tone(1_000, -16)];
  expect(await findings('loudness-streaming', 5, mono)).toEqual([]);
  const quiet = (await findings('loudness-streaming', 5, [tone(1_000, -22)]))[0];
  expect(quiet?.summary).toBe(
    'Programme loudness -22.0 LUFS, 6.0 LU below the target of -16.0 LUFS (streaming)',
  );
  expect(quiet?.details).toContain('the mono sound counted as on two loudspeakers');
  expect(codesOf(await findings('loudness', 5, [tone(1_000, -20)]))).toEqual([]);
});

describe('true peak', () => {
  /**
   * Returns a 1 kHz tone at -23 LUFS with a burst of 5 ms whose true peak is `dbtp`. The samples of the burst are 3 dB
   * below this peak.
   */
  const withPeak = (dbtp: number): Channel[] => {
    const length = 240;
    const burst = tone(12_000, dbtp, 45);
    const swell: Channel = (sample) =>
      sample < 3 * 48_000 || sample > 3 * 48_000 + length
        ? 0
        : burst(sample) * Math.sin((Math.PI * (sample - 3 * 48_000)) / length) ** 0.5;
    return [mixed(tone(1_000, -50), swell), tone(1_000, -20, 90)];
  };

  test.for([
    ['loudness', -1.3, null],
    ['loudness', -0.4, 'loudness.true_peak'],
    ['loudness-atsc-a85', -2.3, null],
    ['loudness-atsc-a85', -1.4, 'atsc_loudness.true_peak'],
    ['loudness-streaming', -1.3, null],
    ['loudness-streaming', -0.4, 'streaming_loudness.true_peak'],
  ] as const)(
    '%s with a peak of %s dBTP between samples',
    { tags: 'long' },
    async ([code, dbtp, expected]) => {
      const found = (await findings(code, 6, withPeak(dbtp))).filter(({ ruleCode }) => /peak/.test(ruleCode));
      expect(codesOf(found)).toEqual(expected === null ? [] : [expected]);
      if (expected === null) return;
      expectAt(found[0], 3, 3.1, 0.2);
      expect(measuredIn(found[0]).measured).toBeCloseTo(dbtp, 0);
    },
  );

  test('is found in the very last samples', async () => {
    const channel = sequence([5.02, tone(1_000, -23)], [0.05, tone(1_000, -0.2)]);
    const found = await findings('loudness-streaming', 5.07, [channel, channel]);
    const peak = found.find(({ ruleCode }) => ruleCode === 'streaming_loudness.true_peak');
    expectAt(peak, 5, 5.07, 0.2);
  });
});

describe('short-term loudness', () => {
  /** Returns a tone of `seconds` at `quietLufs` with three louder seconds at -15 LUFS, for -23 LUFS in total. */
  const uneven = (seconds: number, quietLufs: number): Channel[] =>
    [0, 90].map((degrees) =>
      sequence(
        [8, tone(1_000, quietLufs, degrees)],
        [3, tone(1_000, -15, degrees)],
        [seconds - 11, tone(1_000, quietLufs, degrees)],
      ),
    );

  test('of a short programme is found at its time', async () => {
    const found = await findings('loudness', 30, uneven(30, -26.9));
    const shortTerm = found.find(({ ruleCode }) => ruleCode === 'loudness.short_term');
    expectAt(shortTerm, 8, 11, 0.2);
    expect(measuredIn(shortTerm)).toMatchObject({ measured: -15, threshold: -18, unit: 'LUFS' });
  });

  test('of a longer programme, or of less than three seconds, has no limit', { tags: 'long' }, async () => {
    expect(codesOf(await findings('loudness', 125, uneven(125, -25)))).not.toContain('loudness.short_term');
    expect(codesOf(await findings('loudness', 2.5, stereo(-15)))).not.toContain('loudness.short_term');
  });
});

describe('the sound', () => {
  const left = tone(1_000, -23);
  const right = tone(1_000, -23, 90);

  test('that is silent from start to end has one finding', async () => {
    for (const [seconds, channels] of [
      [5, [nothing, nothing]],
      [1, [nothing]],
      [5, [noise(1, 5e-4), noise(2, 5e-4)]],
    ] as const) {
      expect(await findings('loudness', seconds, channels)).toMatchObject([
        { ruleCode: 'sound.silent_programme', severity: 'critical', anchor: { kind: 'asset' } },
      ]);
    }
  });

  test('of the first of several tracks may be silent on purpose', async () => {
    const file = 'tracks.mov';
    await make(mediaFile(file), [
      ...['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=mono', '-f', 'lavfi', '-i', 'sine=frequency=440'],
      ...['-map', '0:a', '-map', '1:a', '-t', '5', '-c:a', 'pcm_s16le'],
    ]);
    expect(await runSidekick(parsers, 'loudness', file)).toMatchObject([
      {
        ruleCode: 'sound.silent_programme',
        severity: 'minor',
        summary: 'The default one of 2 audio tracks is silent from start to end',
      },
    ]);
  });

  test('is found silent for three seconds, and for two at its ends', { tags: 'long' }, async () => {
    const gap = (channel: Channel) => sequence([4, channel], [3.2, nothing], [4, channel]);
    const found = await findings('loudness', 11.2, [gap(left), gap(right)]);
    expect(codesOf(found)).toEqual(['sound.silence']);
    expect(found[0]!.severity).toBe('minor');
    expectAt(found[0], 4, 7.2);
    const short = (channel: Channel) => sequence([4, channel], [2.8, nothing], [4, channel]);
    expect(await findings('loudness', 10.8, [short(left), short(right)])).toEqual([]);
    const atEnds = (channel: Channel) => sequence([2.2, nothing], [4, channel], [2.2, nothing]);
    const edges = await findings('loudness', 8.4, [atEnds(left), atEnds(right)]);
    expect(codesOf(edges).filter((code) => code === 'sound.silence')).toHaveLength(2);
  });

  test('of speech has pauses, of which a long one is only an info', { tags: 'long' }, async () => {
    // Words of 1.2 s with pauses of 0.5 s, a long pause, and a silence in which the sound was lost.
    const words = Array.from({ length: 6 }, () => [[1.2, left] as const, [0.5, nothing] as const]).flat();
    const speech = sequence(...words, [4, nothing], ...words, [12, nothing], ...words);
    const found = (await findings('loudness', 46, [speech, mixed(speech, noise(8, 0.01))])).filter(
      ({ ruleCode }) => ruleCode === 'sound.silence',
    );
    expect(found).toEqual([]);
    const quiet = (await findings('loudness', 46, [speech, speech])).filter(
      ({ ruleCode }) => ruleCode === 'sound.silence',
    );
    expect(quiet.map(({ severity }) => severity)).toEqual(['info', 'minor']);
    expect(quiet[0]!.summary).toMatch(/^Pause of 4\.5 s/);
  });

  test('lacks one channel from start to end', async () => {
    const found = await findings('loudness', 12, [tone(1_000, -20), nothing]);
    expect(found).toMatchObject([
      {
        ruleCode: 'sound.silent_channel',
        severity: 'major',
        summary: 'The right channel is silent from start to end',
      },
    ]);
    expectAt(found[0], 0, 12);
  });

  test('lacks one channel temporarily', { tags: 'long' }, async () => {
    const lost = sequence([5, tone(1_000, -23)], [11, nothing], [5, tone(1_000, -23)]);
    const found = (await findings('loudness', 21, [lost, tone(1_000, -23, 90)])).filter(
      ({ ruleCode }) => ruleCode !== 'loudness.programme',
    );
    expect(found).toMatchObject([{ ruleCode: 'sound.silent_channel', severity: 'minor' }]);
    expect(found[0]!.summary).toMatch(/left/);
    expectAt(found[0], 5, 16);
  });

  test('is out of phase temporarily', async () => {
    const voice = mixed(tone(300, -26), tone(1_000, -27));
    const turned = sequence([4, right], [5, flipped(voice)], [4, right]);
    const straight = sequence([4, left], [5, voice], [4, left]);
    const found = (await findings('loudness', 13, [straight, turned])).filter(
      ({ ruleCode }) => ruleCode !== 'loudness.programme',
    );
    expect(codesOf(found)).toEqual(['sound.out_of_phase']);
    expectAt(found[0], 4, 9);
    expect(measuredIn(found[0])).toMatchObject({ measured: -1, threshold: -0.5 });
  });

  test('is out of phase under a stereo background', { tags: 'long' }, async () => {
    const voice = noise(5, 0.3);
    const channels = [mixed(voice, noise(6, 0.07)), mixed(flipped(voice), noise(7, 0.07))];
    const found = await findings('loudness', 6, channels);
    expect(codesOf(found)).toContain('sound.out_of_phase');
    expectAt(
      found.find(({ ruleCode }) => ruleCode === 'sound.out_of_phase'),
      0,
      6,
    );
  });

  test(
    'is not out of phase if its channels are unrelated, inverted for one second, or hardly audible',
    { tags: 'long' },
    async () => {
      const brief = sequence([4, left], [1.5, flipped(left)], [4, left]);
      const whisper = tone(1_000, -58);
      for (const channels of [
        [noise(3, 0.2), noise(4, 0.2)],
        [left, brief],
        [sequence([3, left], [5, whisper]), sequence([3, right], [5, flipped(whisper)])],
      ]) {
        expect(codesOf(await findings('loudness', 8, channels))).not.toContain('sound.out_of_phase');
      }
    },
  );

  test('is the same on both channels', async () => {
    const mono = sequence([4, left], [1, nothing], [4, left]);
    expect(await findings('loudness', 9, [mono, mono])).toMatchObject([
      { ruleCode: 'sound.dual_mono', severity: 'info' },
    ]);
    expect(await findings('loudness', 9, [mono, mixed(mono, noise(8, 0.02))])).toEqual([]);
  });

  test('is clipped temporarily', async () => {
    const loud = tone(220, 6);
    const clipped = sequence([4, tone(220, -23)], [2, loud], [4, tone(220, -23)]);
    const found = await findings('loudness', 10, [clipped, tone(1_000, -23, 90)], '16-bit');
    const clipping = found.filter(({ ruleCode }) => ruleCode === 'sound.clipping');
    expect(clipping).toHaveLength(1);
    expectAt(clipping[0], 4, 6);
    expect(measuredIn(clipping[0]).measured).toBeGreaterThan(50);
  });

  test('is not clipped if it only reaches full scale, or is flat below it', { tags: 'long' }, async () => {
    const full = tone(997, 0);
    const flat: Channel = (sample) => Math.max(-0.5, Math.min(0.5, tone(220, 0)(sample)));
    for (const channel of [full, flat]) {
      const found = await findings('loudness', 4, [channel, tone(1_000, -23, 90)], '16-bit');
      expect(codesOf(found)).not.toContain('sound.clipping');
    }
  });

  test('has a DC offset', async () => {
    const found = await findings('loudness', 5, [mixed(left, () => -0.02), right]);
    expect(codesOf(found)).toEqual(['sound.dc_offset']);
    expect(found[0]!.summary).toMatch(/^Channel 1 .*2 % of full scale below zero$/);
    expect(measuredIn(found[0])).toMatchObject({ measured: 2, threshold: 1 });
    expect(await findings('loudness', 5, [mixed(left, () => 0.008), right])).toEqual([]);
  });

  test('of a video without defects has no finding in any codec', async () => {
    const source = mediaFile('right.wav');
    await writeWav(source, 6, stereo(-23));
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=6', '-i', source];
    for (const [name, codec] of [
      ['right.mp4', 'aac'],
      ['right.mov', 'pcm_s24le'],
      ['right.mkv', 'libopus'],
    ] as const) {
      await make(mediaFile(name), [...picture, '-c:a', codec, '-b:a', '192k']);
      expect(await runSidekick(parsers, 'loudness', name)).toEqual([]);
    }
  });

  test('of six channels is not judged by its phase', { tags: 'long' }, async () => {
    // The LFE channel is silent, which is common in practice.
    const surround = [-28, -28, -24, -Infinity, -30, -30].map((dbfs) => tone(1_000, dbfs));
    expect(await findings('loudness', 12, surround)).toEqual([]);
  });

  test('that starts later than the picture has findings at the right times', { tags: 'long' }, async () => {
    const gap = (channel: Channel) => sequence([4, channel], [3, nothing], [4, channel]);
    await writeWav(mediaFile('late.wav'), 11, [
      gap(left),
      mixed(gap(right), sequence([9, nothing], [1, tone(500, 0)])),
    ]);
    await make(mediaFile('late.mkv'), [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=13'],
      ...['-itsoffset', '2', '-i', mediaFile('late.wav'), '-c:a', 'pcm_s16le'],
    ]);
    const found = await runSidekick(parsers, 'loudness', 'late.mkv');
    expectAt(
      found.find(({ ruleCode }) => ruleCode === 'sound.silence'),
      6,
      9,
    );
    expectAt(
      found.find(({ ruleCode }) => ruleCode === 'loudness.true_peak'),
      11,
      12,
    );
  });

  test('gives the same findings each time', { tags: 'long' }, async () => {
    await writeWav(mediaFile('again.wav'), 8, [mixed(noise(9, 0.5), () => 0.03), noise(10, 0.5)]);
    const first = await runSidekick(parsers, 'loudness', 'again.wav');
    expect(first.length).toBeGreaterThan(1);
    expect(await runSidekick(parsers, 'loudness', 'again.wav')).toEqual(first);
  });

  test('is not judged by metadata that looks like filter output', { tags: 'long' }, async () => {
    await writeWav(mediaFile('words.wav'), 5, stereo(-23));
    await make(mediaFile('forged.mp4'), [
      ...['-i', mediaFile('words.wav'), '-c:a', 'aac', '-b:a', '192k'],
      ...['-metadata', 'title=    I:         -10.0 LUFS'],
      ...['-metadata', 'comment=x\n[Parsed_ebur128_0 @ 0x1] [info] Summary:\n    Peak:       3.0 dBFS'],
    ]);
    expect(await runSidekick(parsers, 'loudness', 'forged.mp4')).toEqual([]);
  });
});
