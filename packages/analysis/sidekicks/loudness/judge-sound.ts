import { timecode } from '@assay/domain/time-code.ts';
import {
  findingsOrOne,
  type FindingParts,
  measurementEvidence,
  newFinding,
  wholeAsset,
} from '../../contract/contract.ts';
import type { Rule } from '../../contract/description.ts';
import type { Finding } from '../../contract/finding.ts';
import type { LoudnessParameters, SoundRules } from './rules.ts';
import type { Stretch, Stretches } from './stretches.ts';
import { silenceDb } from './watch-levels.ts';
import { blurSeconds, edgeTolerance } from './watch-silence.ts';
import type { SoundMeasurements } from './watch-sound.ts';

const channelNames = ['left', 'right'] as const;

export function judgeSound(
  seen: SoundMeasurements,
  rules: SoundRules,
  { edgeSilenceSeconds }: Pick<LoudnessParameters, 'edgeSilenceSeconds'>,
): Finding[] {
  if (isSilent(seen))
    return seen.endSeconds > 0 ? [silentProgramme(seen, rules['sound.silent_programme'])] : [];
  return [
    ...silences(seen, rules['sound.silence'], edgeSilenceSeconds),
    ...seen.silentChannels.flatMap((stretches, channel) =>
      inStretches(
        rules['sound.silent_channel'],
        {
          what: `stretches with a silent ${channelNames[channel]!} channel`,
          most: 'longest',
          places: atLeast(stretches, rules['sound.silent_channel'].threshold),
        },
        (...where) => silentChannel(channelNames[channel]!, seen, rules['sound.silent_channel'], ...where),
      ),
    ),
    ...inStretches(
      rules['sound.out_of_phase'],
      {
        what: 'stretches that are out of phase',
        most: 'worst',
        // The stretches have the correlation with the sign reversed.
        places: atLeast(seen.phase?.outOfPhase ?? none, -rules['sound.out_of_phase'].threshold),
        haveOneCause: true,
      },
      (...where) => outOfPhase(rules['sound.out_of_phase'], ...where),
    ),
    ...dualMono(seen, rules['sound.dual_mono']),
    ...inStretches(
      rules['sound.clipping'],
      {
        what: 'clipped stretches',
        most: 'worst',
        places: atLeast(seen.clipped, rules['sound.clipping'].threshold - clippingTolerance),
        haveOneCause: true,
      },
      (...where) => clipping(rules['sound.clipping'], ...where),
    ),
    ...dcOffsets(seen.offsets, rules['sound.dc_offset']),
  ];
}

const none: Stretches = { first: [], count: 0 };

/** Tolerance in samples of the length of clipped runs. The filter reports the length in dB with two decimals. */
const clippingTolerance = 0.01;

/** Returns the stretches whose worst value is at least `min`. Stretches after the first 50 are counted if all are. */
function atLeast({ first, count }: Stretches, min: number): Stretches {
  const kept = first.filter(({ worst }) => worst >= min);
  return { first: kept, count: kept.length === first.length ? count : kept.length };
}

const isSilent = ({ truePeakDbtp }: SoundMeasurements) => truePeakDbtp === null || truePeakDbtp < silenceDb;

/**
 * Returns the finding for a silent programme. The severity is minor if the file has several audio tracks, because
 * broadcasters sometimes leave a track empty.
 */
function silentProgramme(
  { truePeakDbtp, endSeconds, tracks }: SoundMeasurements,
  rule: SoundRules['sound.silent_programme'],
): Finding {
  // Digital silence has no level in dB. The finding reports -144, the lowest level of 24-bit samples.
  const measured = truePeakDbtp ?? -144;
  const isOnly = tracks.all === tracks.examined;
  return newFinding(rule, {
    severity: isOnly ? rule.severity : 'minor',
    summary: isOnly
      ? 'The sound is silent from start to end'
      : `The default one of ${tracks.all} audio tracks is silent from start to end`,
    details: `The sound stays below ${silenceDb} dBFS for the whole ${timecode(endSeconds)}; ${truePeakDbtp === null ? 'every sample is zero' : `the maximum true peak is ${truePeakDbtp.toFixed(1)} dBTP`}.`,
    reasoning: isOnly
      ? 'The programme cannot be heard.'
      : 'Players play this track by default. The other tracks were not examined.',
    headline: isOnly ? 'No sound' : 'Default track silent',
    evidence: [measurementEvidence(rule, 'sound.silent_programme', measured, wholeAsset)],
    anchor: wholeAsset,
    action: 'replace',
    resolution: isOnly
      ? 'Supply the programme with its sound.'
      : 'Confirm that the default track is intended to be empty, or put the sound of the programme there.',
  });
}

type StretchParts = Omit<FindingParts, 'anchor' | 'evidence'> & { measured: number };

function inStretches(
  rule: Rule,
  {
    places: { first, count },
    ...texts
  }: { what: string; most: string; places: Stretches; haveOneCause?: boolean },
  describe: (stretch: Stretch, span: string) => StretchParts,
): Finding[] {
  return findingsOrOne({ ...texts, places: first, count }, (stretch) => {
    const { startSeconds, endSeconds } = stretch;
    const span = `from ${timecode(startSeconds)} to ${timecode(endSeconds)}`;
    const { measured, ...parts } = describe(stretch, span);
    const anchor = { kind: 'time' as const, startSeconds, endSeconds };
    return newFinding(rule, {
      ...parts,
      evidence: [measurementEvidence(rule, `${rule.code}:${startSeconds}`, measured, anchor)],
      anchor,
    });
  });
}

/** Maximum length in seconds of a silence that counts as a pause. */
const maxPauseSeconds = 10;
/** Minimum number of other pauses, in all and per minute, in sound that has pauses by nature. */
const minOtherPauses = 3;

/** Returns whether a silence is one of many pauses, as in speech or in a series of effects. */
function isPause(seconds: number, { pauses, endSeconds }: SoundMeasurements): boolean {
  const minutes = Math.max(1, endSeconds / 60);
  return seconds < maxPauseSeconds && pauses - 1 >= minOtherPauses * minutes;
}

/** Returns findings for silences. The pauses of sound with many pauses are one finding. */
function silences(
  seen: SoundMeasurements,
  rule: SoundRules['sound.silence'],
  edgeSeconds: number,
): Finding[] {
  const isAtEdge = ({ startSeconds, endSeconds }: Stretch) =>
    startSeconds < edgeTolerance || endSeconds > seen.endSeconds - edgeTolerance;
  const first = seen.silent.first.filter(
    (stretch) => stretch.worst >= (isAtEdge(stretch) ? edgeSeconds : rule.threshold) - blurSeconds,
  );
  const count = first.length === seen.silent.first.length ? seen.silent.count : first.length;
  const pauses = first.filter(({ worst }) => isPause(worst, seen));
  const others = first.filter((stretch) => !pauses.includes(stretch));
  const unlisted = count - first.length;
  return [
    ...inStretches(
      rule,
      {
        what: 'long pauses',
        most: 'longest',
        places: { first: pauses, count: pauses.length + (others.length === 0 ? unlisted : 0) },
        haveOneCause: true,
      },
      (...where) => pause(seen, ...where),
    ),
    ...inStretches(
      rule,
      {
        what: 'silences',
        most: 'longest',
        places: { first: others, count: others.length === 0 ? 0 : others.length + unlisted },
      },
      (...where) => silence(rule, edgeSeconds, ...where),
    ),
  ];
}

function pause({ pauses }: SoundMeasurements, { worst }: Stretch, span: string): StretchParts {
  const seconds = Number(worst.toFixed(3));
  return {
    measured: seconds,
    severity: 'info',
    summary: `Pause of ${seconds.toFixed(1)} s ${span}`,
    details: `The sound stays below ${silenceDb} dBFS ${span}, for ${seconds} s. It has ${pauses} pauses of 0.3 s or more.`,
    reasoning: 'Sound with many pauses, such as speech, often has a long one too.',
    headline: `${seconds.toFixed(1)} s of silence`,
    action: 'review',
    resolution: `Confirm that the pause ${span} is intended.`,
  };
}

function silence(
  rule: SoundRules['sound.silence'],
  edgeSeconds: number,
  { worst }: Stretch,
  span: string,
): StretchParts {
  const seconds = Number(worst.toFixed(3));
  return {
    measured: seconds,
    summary: `Silence for ${seconds.toFixed(1)} s ${span}`,
    details: `The sound stays below ${silenceDb} dBFS ${span}: ${seconds} s. Silence is reported from ${rule.threshold} s (tolerance ${blurSeconds} s), and at the start and the end from ${edgeSeconds} s.`,
    reasoning: 'Listeners may take silence of this length for a fault; it can also be intended.',
    headline: `${seconds.toFixed(1)} s of silence`,
    action: 'review',
    resolution: `Confirm that the silence ${span} is intended, or restore the sound.`,
  };
}

function silentChannel(
  channel: string,
  { endSeconds }: SoundMeasurements,
  rule: SoundRules['sound.silent_channel'],
  { worst }: Stretch,
  span: string,
): StretchParts {
  const seconds = Number(worst.toFixed(3));
  const isWhole = seconds > endSeconds - 0.5;
  return {
    measured: seconds,
    severity: isWhole ? rule.severity : 'minor',
    summary: isWhole
      ? `The ${channel} channel is silent from start to end`
      : `The ${channel} channel is silent ${span}`,
    details: `The ${channel} channel stays below ${silenceDb} dBFS ${span} while the other channel has sound: ${seconds} s reaches the limit of ${rule.threshold} s.`,
    reasoning: isWhole
      ? 'Listeners who hear only that channel hear nothing; a track was probably lost.'
      : 'A track may have been lost temporarily; sound on one side can also be intended.',
    headline: `Silent ${channel} channel`,
    action: 'replace',
    resolution: `Restore the ${channel} channel ${span}, or confirm that it is intended to be silent.`,
  };
}

function outOfPhase(rule: SoundRules['sound.out_of_phase'], { worst }: Stretch, span: string): StretchParts {
  const measured = Number((-worst).toFixed(2));
  return {
    measured,
    summary: `Left and right are out of phase ${span}`,
    details: `The moving average of the channel correlation is below the limit of ${rule.threshold} ${span}; the lowest value is ${measured} (1: equal, 0: unrelated, -1: inverted).`,
    reasoning: 'In mono playback, as on many phones and loudspeakers, such sound cancels itself out.',
    headline: 'Cancelled in mono',
    action: 'correct',
    resolution: `Reverse the polarity of one channel ${span}, and listen to the result in mono.`,
  };
}

function dualMono(
  { phase, silentChannels }: SoundMeasurements,
  rule: SoundRules['sound.dual_mono'],
): Finding[] {
  const measured = phase?.lowestCorrelation ?? null;
  const bothHaveSound = silentChannels.every(({ count }) => count === 0);
  if (measured === null || measured < rule.threshold || !bothHaveSound) return [];
  return [
    newFinding(rule, {
      summary: 'Both channels carry the same sound',
      details: `The correlation of the two channels never falls below ${measured.toFixed(3)}; from ${rule.threshold} on, the sound is mono on two channels.`,
      reasoning: 'The sound plays correctly, but the stereo mix is missing if one was expected.',
      headline: 'Dual mono',
      evidence: [measurementEvidence(rule, 'sound.dual_mono', measured, wholeAsset)],
      anchor: wholeAsset,
      action: 'review',
      resolution: 'Confirm that mono is intended, or supply the stereo mix.',
    }),
  ];
}

function clipping(rule: SoundRules['sound.clipping'], { worst }: Stretch, span: string): StretchParts {
  const samples = Math.round(worst);
  return {
    measured: samples,
    summary: `Clipped sound ${span}`,
    details: `The waveform is cut off at full scale ${span}: runs of up to ${samples} samples (mean per 100 ms) reach the limit of ${rule.threshold} samples.`,
    reasoning: 'Clipping causes audible distortion and cannot be fully repaired.',
    headline: 'Clipping',
    action: 'replace',
    resolution: `Supply the passage ${span} from an unclipped source, at a lower level.`,
  };
}

/** Returns one finding for the DC offsets of all channels, because one filter removes them all. */
function dcOffsets(offsets: readonly number[], rule: SoundRules['sound.dc_offset']): Finding[] {
  const found = offsets
    .map((offset, at) => ({
      channel: at + 1,
      percent: Number((Math.abs(offset) * 100).toFixed(2)),
      side: offset > 0 ? 'above' : 'below',
    }))
    .filter(({ percent }) => percent > rule.threshold);
  if (found.length === 0) return [];
  const { channel, percent, side } = found.reduce((a, b) => (b.percent > a.percent ? b : a));
  const means = found.map((each) => `${each.percent} % ${each.side} zero in channel ${each.channel}`);
  return [
    newFinding(rule, {
      summary:
        found.length === 1
          ? `Channel ${channel} has a DC offset of ${percent} % of full scale ${side} zero`
          : `${found.length} channels have a DC offset of up to ${percent} % of full scale`,
      details: `The mean of the waveform over the programme, in percent of full scale, is ${means.join(', ')}; the limit is ${rule.threshold} %.`,
      reasoning: 'A DC offset reduces headroom and causes clicks at cuts.',
      headline: 'DC offset',
      evidence: found.map((each) =>
        measurementEvidence(rule, `sound.dc_offset:${each.channel - 1}`, each.percent, wholeAsset),
      ),
      anchor: wholeAsset,
      action: 'correct',
      resolution: 'Remove the offset with a high-pass filter.',
    }),
  ];
}
