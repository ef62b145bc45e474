import { timecode } from '../../media/time-ranges.ts';
import { findRule } from '../catalogue.ts';
import { measurementEvidence, newFinding } from '../contract.ts';
import type { Finding } from '../finding.ts';
import type { Profile } from './profiles.ts';
import type { LevelMeasurements } from './watch-levels.ts';

const asset = { kind: 'asset' as const };
/** What EBU R 128 s1 is for: advertisements, promotions and the like. */
const shortProgrammeSeconds = 120;
/** A meter that complies with EBU Tech 3341 may read this much too high, in dB (test signals 15 to 23). */
const peakToleranceDb = 0.2;

/** Holds loudness and true peak against a profile. What is too short or too quiet to have a loudness is not judged. */
export function judgeLevels(profile: Profile, seen: LevelMeasurements): Finding[] {
  return [
    ...programmeLoudness(profile, seen),
    ...shortTermLoudness(profile, seen),
    ...truePeak(profile, seen),
  ];
}

function programmeLoudness(profile: Profile, seen: LevelMeasurements): Finding[] {
  const { name, unit, target, rules, severeLu, doubt } = profile;
  const { rule } = findRule(rules.programme)!;
  const measured = seen.programmeLufs;
  if (measured === null) return [];
  const deviation = tenths(measured - target);
  const offLu = Math.abs(deviation);
  if (offLu <= rule.threshold!) return [];
  const off = `${offLu.toFixed(1)} LU ${deviation > 0 ? 'above' : 'below'}`;
  const doubted = doubt?.(seen.endSeconds) ?? null;
  const evidence = measurementEvidence(rules.programme, rules.programme, offLu, asset);
  const { loudnessRangeLu, truePeakDbtp } = seen;
  return [
    newFinding(rules.programme, {
      severity: offLu > severeLu ? rule.severity : 'minor',
      confidence: doubted?.confidence ?? 1,
      summary: `Programme loudness ${measured.toFixed(1)} ${unit}, ${off} the target of ${target.toFixed(1)} ${unit}`,
      details: [
        `From start to end the programme measures ${measured.toFixed(1)} ${unit} (ITU-R BS.1770, gated), ${off} the target of ${target.toFixed(1)} ${unit} for ${name}, where ${rule.threshold} LU either way is accepted.`,
        `Its loudness range is ${loudnessRangeLu.toFixed(1)} LU${truePeakDbtp === null ? '' : `, its maximum true peak ${truePeakDbtp.toFixed(1)} dBTP`}.`,
        ...(doubted === null ? [] : [doubted.sentence]),
      ].join(' '),
      reasoning: profile.reasoning,
      headline: `${off} target`,
      evidence: [
        {
          ...evidence,
          content: {
            ...evidence.content,
            programmeLoudness: measured,
            target,
            loudnessRangeLu,
            truePeakDbtp,
          },
        },
      ],
      anchor: asset,
      action: 'normalise',
      resolution: normalising(profile, seen, -deviation),
    }),
  ];
}

function normalising({ rules }: Profile, { truePeakDbtp }: LevelMeasurements, gainDb: number): string {
  const limit = findRule(rules.truePeak)!.rule.threshold!;
  const change = `Change the level by ${gainDb > 0 ? '+' : ''}${gainDb.toFixed(1)} dB.`;
  const peak = truePeakDbtp === null ? -Infinity : tenths(truePeakDbtp + gainDb);
  if (peak <= limit) return change;
  return `${change} The true peak would then be ${peak.toFixed(1)} dBTP, so it needs a limiter too.`;
}

function shortTermLoudness({ rules: { shortTerm: code } }: Profile, seen: LevelMeasurements): Finding[] {
  if (code === undefined || seen.shortTerm === null || seen.endSeconds > shortProgrammeSeconds) return [];
  const { rule } = findRule(code)!;
  const { lufs, startSeconds, endSeconds } = seen.shortTerm;
  if (lufs <= rule.threshold!) return [];
  const anchor = { kind: 'time' as const, startSeconds, endSeconds };
  const span = `from ${timecode(startSeconds)} to ${timecode(endSeconds)}`;
  return [
    newFinding(code, {
      // The length alone does not make an advertisement.
      confidence: 0.8,
      summary: `Short-term loudness reaches ${lufs.toFixed(1)} LUFS ${span}`,
      details: `The loudest three seconds, ${span}, measure ${lufs.toFixed(1)} LUFS. In short programmes, as advertisements and promotions are, ${rule.threshold} LUFS is the most; this one lasts ${timecode(seen.endSeconds)}.`,
      reasoning: 'A short programme can be at its target as a whole and still begin or end far too loud.',
      headline: `${(lufs - rule.threshold!).toFixed(1)} LU above the limit`,
      evidence: [measurementEvidence(code, `${code}:${startSeconds}`, lufs, anchor)],
      anchor,
      action: 'remix',
      resolution: `Lower the loudest passage ${span}, then normalise the whole again.`,
    }),
  ];
}

function truePeak({ rules: { truePeak: code } }: Profile, seen: LevelMeasurements): Finding[] {
  const { rule } = findRule(code)!;
  const limit = rule.threshold!;
  const measured = seen.truePeakDbtp;
  if (measured === null || measured <= limit) return [];
  const places = seen.peaks.first.filter(({ worst }) => worst > limit);
  const highest = places.find(({ worst }) => worst === Math.max(...places.map((place) => place.worst)));
  // In what is left over when the last tenth of a second is full, there is a peak but no line that tells of it.
  const { startSeconds, endSeconds } = highest ?? {
    startSeconds: Math.max(0, seen.endSeconds - 0.1),
    endSeconds: seen.endSeconds,
  };
  const anchor = { kind: 'time' as const, startSeconds, endSeconds };
  const over = tenths(measured - limit);
  return [
    newFinding(code, {
      severity: over > peakToleranceDb ? rule.severity : 'minor',
      summary: `True peak ${measured.toFixed(1)} dBTP at ${timecode(startSeconds)}, above ${limit} dBTP`,
      details: `The waveform between the samples reaches ${measured.toFixed(1)} dBTP, ${over.toFixed(1)} dB above the limit. ${listed(places)}`,
      reasoning:
        'Converters and lossy encoders after this one may clip such peaks, which is heard as distortion.',
      headline: `${over.toFixed(1)} dB above the limit`,
      evidence: [measurementEvidence(code, `${code}:${startSeconds}`, measured, anchor)],
      anchor,
      action: 'limit',
      resolution: `Limit the true peak to ${limit} dBTP, or lower the level by ${over.toFixed(1)} dB.`,
    }),
  ];
}

function listed(places: readonly { startSeconds: number; worst: number }[]): string {
  if (places.length === 0) return 'It is in the last tenth of a second.';
  const said = places
    .slice(0, 5)
    .map(({ startSeconds, worst }) => `${timecode(startSeconds)} (${worst.toFixed(1)} dBTP)`);
  return `Above the limit: ${said.join(', ')}${places.length > said.length ? ' and later' : ''}.`;
}

/** The filter tells tenths, so differences are tenths too. */
const tenths = (value: number) => Math.round(value * 10) / 10;
