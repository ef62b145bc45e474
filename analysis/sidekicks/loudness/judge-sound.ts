import { timecode } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import { type FindingParts, measurementEvidence, newFinding } from '../contract.ts';
import type { Finding } from '../finding.ts';
import type { Stretch, Stretches } from './stretches.ts';
import { silenceDb } from './watch-levels.ts';
import type { SoundMeasurements } from './watch-sound.ts';

const asset = { kind: 'asset' as const };
const channelNames = ['left', 'right'] as const;

type SoundRule = Extract<Parameters<typeof newFinding>[0], `sound.${string}`>;

/** Finds what is wrong with the sound whatever its loudness. */
export function judgeSound(seen: SoundMeasurements): Finding[] {
  if (isSilent(seen)) return seen.endSeconds > 0 ? [silentProgramme(seen)] : [];
  return [
    ...inStretches('sound.silence', seen.silent, silence),
    ...seen.silentChannels.flatMap((stretches, channel) =>
      inStretches('sound.silent_channel', stretches, (...where) =>
        silentChannel(channelNames[channel]!, seen, ...where),
      ),
    ),
    ...inStretches('sound.out_of_phase', seen.phase?.outOfPhase ?? none, outOfPhase),
    ...dualMono(seen),
    ...inStretches('sound.clipping', seen.clipped, clipping),
    ...seen.offsets.flatMap(dcOffset),
  ];
}

const none: Stretches = { first: [], count: 0 };

const isSilent = ({ truePeakDbtp }: SoundMeasurements) => truePeakDbtp === null || truePeakDbtp < silenceDb;

/** Of several tracks, broadcasters leave the first one empty at times: nobody may miss it. */
function silentProgramme({ truePeakDbtp, endSeconds, trackCount }: SoundMeasurements): Finding {
  const { rule } = findRule('sound.silent_programme')!;
  // Digital silence has no level; -144 dB is the least that 24 bits can tell.
  const measured = truePeakDbtp ?? -144;
  const isOnly = trackCount === 1;
  return newFinding(rule.code as SoundRule, {
    severity: isOnly ? rule.severity : 'minor',
    summary: isOnly
      ? 'There is no sound from start to end'
      : `The first of ${trackCount} sound tracks is silent from start to end`,
    details: `In ${timecode(endSeconds)} the sound never reaches ${silenceDb} dBFS; ${truePeakDbtp === null ? 'every sample is zero' : `its highest peak is ${truePeakDbtp.toFixed(1)} dBTP`}.`,
    reasoning: isOnly
      ? 'Nobody hears anything of the programme.'
      : 'Players take the first track unless they are told otherwise; the other tracks were not listened to.',
    headline: isOnly ? 'No sound' : 'First track silent',
    evidence: [measurementEvidence('sound.silent_programme', 'sound.silent_programme', measured, asset)],
    anchor: asset,
    action: 'replace',
    resolution: isOnly
      ? 'Supply the programme with its sound.'
      : 'Confirm that the first track is meant to be empty, or put the programme’s sound there.',
  });
}

type Parts = Omit<FindingParts, 'anchor' | 'evidence'> & { measured: number };

/** One finding for each stretch; the last one says how many there are beyond those. */
function inStretches(
  code: SoundRule,
  { first, count }: Stretches,
  say: (stretch: Stretch, span: string) => Parts,
): Finding[] {
  return first.map((stretch, index) => {
    const { startSeconds, endSeconds } = stretch;
    const span = `from ${timecode(startSeconds)} to ${timecode(endSeconds)}`;
    const { measured, details, ...parts } = say(stretch, span);
    const anchor = { kind: 'time' as const, startSeconds, endSeconds };
    const more = index === first.length - 1 ? count - first.length : 0;
    return newFinding(code, {
      ...parts,
      details: more === 0 ? details : `${details} ${more} later stretches are not listed.`,
      evidence: [measurementEvidence(code, `${code}:${startSeconds}`, measured, anchor)],
      anchor,
    });
  });
}

function silence({ worst }: Stretch, span: string): Parts {
  const { rule } = findRule('sound.silence')!;
  const seconds = Number(worst.toFixed(3));
  return {
    measured: seconds,
    summary: `Silence for ${seconds.toFixed(1)} s ${span}`,
    details: `The sound stays below ${silenceDb} dBFS ${span}: ${seconds} s, where ${rule.threshold} s or more is reported.`,
    reasoning: 'A listener may take silence of this length for a fault; it can also be intended.',
    headline: `${seconds.toFixed(1)} s of silence`,
    action: 'review',
    resolution: `Confirm that the silence ${span} is intended, or restore the sound.`,
  };
}

function silentChannel(
  channel: string,
  { endSeconds }: SoundMeasurements,
  { worst }: Stretch,
  span: string,
): Parts {
  const { rule } = findRule('sound.silent_channel')!;
  const seconds = Number(worst.toFixed(3));
  const throughout = seconds > endSeconds - 0.5;
  return {
    measured: seconds,
    severity: throughout ? rule.severity : 'minor',
    summary: throughout
      ? `The ${channel} channel is silent from start to end`
      : `The ${channel} channel is silent ${span}`,
    details: `The ${channel} channel stays below ${silenceDb} dBFS ${span} while the other one carries sound: ${seconds} s, where ${rule.threshold} s or more is reported.`,
    reasoning: throughout
      ? 'Whoever listens to that channel alone hears nothing; a track was probably lost.'
      : 'A track may have been lost for a while; sound on one side can also be intended.',
    headline: `Silent ${channel} channel`,
    action: 'replace',
    resolution: `Restore the ${channel} channel ${span}, or confirm that it is meant to be silent.`,
  };
}

function outOfPhase({ worst }: Stretch, span: string): Parts {
  const { rule } = findRule('sound.out_of_phase')!;
  const measured = Number((-worst).toFixed(2));
  return {
    measured,
    summary: `Left and right are out of phase ${span}`,
    details: `The correlation of the channels stays below ${rule.threshold} ${span}, down to ${measured} (1: the same, 0: independent, -1: one is the other upside down).`,
    reasoning: 'Played in mono, as on many phones and loudspeakers, such sound cancels itself out.',
    headline: 'Lost in mono',
    action: 'correct',
    resolution: `Reverse the polarity of one channel ${span}, and listen to the result in mono.`,
  };
}

function dualMono({ phase, silentChannels }: SoundMeasurements): Finding[] {
  const { rule } = findRule('sound.dual_mono')!;
  const measured = phase?.lowestCorrelation ?? null;
  const paired = silentChannels.every(({ count }) => count === 0);
  if (measured === null || measured < rule.threshold! || !paired) return [];
  return [
    newFinding('sound.dual_mono', {
      summary: 'Both channels carry the same sound',
      details: `The correlation of the two channels never falls below ${measured.toFixed(3)}: this is mono on two channels.`,
      reasoning: 'It plays as it should; where stereo was ordered, it is missing.',
      headline: 'Dual mono',
      evidence: [measurementEvidence('sound.dual_mono', 'sound.dual_mono', measured, asset)],
      anchor: asset,
      action: 'review',
      resolution: 'Confirm that mono is intended, or supply the stereo mix.',
    }),
  ];
}

function clipping({ worst }: Stretch, span: string): Parts {
  const { rule } = findRule('sound.clipping')!;
  const samples = Math.round(worst);
  return {
    measured: samples,
    summary: `Clipped sound ${span}`,
    details: `${span.charAt(0).toUpperCase()}${span.slice(1)} the waveform is cut off at full scale, for up to ${samples} samples in a row on average; ${rule.threshold} or more are reported.`,
    reasoning: 'Cut-off waveforms are heard as distortion and cannot be repaired fully.',
    headline: 'Clipping',
    action: 'replace',
    resolution: `Supply the passage ${span} from before it was clipped, at a lower level.`,
  };
}

function dcOffset(offset: number, channel: number): Finding[] {
  const { rule } = findRule('sound.dc_offset')!;
  const percent = Number((Math.abs(offset) * 100).toFixed(2));
  if (percent <= rule.threshold!) return [];
  const side = offset > 0 ? 'above' : 'below';
  return [
    newFinding('sound.dc_offset', {
      summary: `Channel ${channel + 1} swings around a value ${percent} % of full scale ${side} zero`,
      details: `The mean of channel ${channel + 1} over the programme is ${percent} % of full scale ${side} zero; ${rule.threshold} % is the most.`,
      reasoning: 'It takes headroom away and clicks where the sound is cut.',
      headline: 'DC offset',
      evidence: [measurementEvidence('sound.dc_offset', `sound.dc_offset:${channel}`, percent, asset)],
      anchor: asset,
      action: 'correct',
      resolution: 'Filter the offset out with a high-pass filter.',
    }),
  ];
}
