import { timecode } from '@assay/domain/time-code.ts';
import { excerptEvidence, measurementEvidence, newFinding, wholeAsset } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { addedLu, type Target } from './targets.ts';
import { peaksAbove } from './watch-levels.ts';
import type { LevelMeasurements } from './watch-levels.ts';

/** Maximum seconds of a programme that is judged by EBU R 128 s1, the rules for advertisements and promotions. */
const maxShortFormSeconds = 120;
/** Confidence (0–1) of a finding about a whole mix if the standard measures the dialogue. */
const dialogueConfidence = 0.7;
/** Tolerance of true peak meters in dB (EBU Tech 3341, test signals 15 to 23). */
const peakToleranceDb = 0.2;

/**
 * Returns findings for loudness and true peak beyond the limits of a target. If the audio is too short or too quiet to
 * measure its loudness, only the true peak is judged.
 */
export function judgeLevels(target: Target, seen: LevelMeasurements): Finding[] {
  return [...programmeLoudness(target, seen), ...shortTermLoudness(target, seen), ...truePeak(target, seen)];
}

/** Returns the measured values of the rules of a target, by rule code. Values that are not judged are left out. */
export function measuredLevels(target: Target, seen: LevelMeasurements): Record<string, number> {
  const { programme, truePeak: peak, shortTerm } = target.rules;
  const short = shortTerm === undefined ? null : judgedShortTerm(seen);
  return {
    ...(seen.programmeLufs !== null &&
      seen.fault === null && {
        [programme.code]: Math.abs(deviationOf(target, seen, seen.programmeLufs).deviation),
      }),
    ...(seen.truePeakDbtp !== null && { [peak.code]: tenths(seen.truePeakDbtp) }),
    ...(short !== null && { [shortTerm!.code]: tenths(short.lufs) }),
  };
}

/** Returns the loudness in LUFS as the target measures it, and its deviation from the target in LU. */
function deviationOf(target: Target, { channels }: LevelMeasurements, programmeLufs: number) {
  const addsLu = addedLu(target, channels);
  const measured = tenths(programmeLufs + addsLu);
  return { addsLu, measured, deviation: tenths(measured - target.targetLufs) };
}

function programmeLoudness(target: Target, seen: LevelMeasurements): Finding[] {
  const { standard, unit, targetLufs, minorLu, dialogueFromSeconds } = target;
  const rule = target.rules.programme;
  if (seen.programmeLufs === null) return [];
  if (seen.fault !== null) return [unjudged(target, seen.fault)];
  const { addsLu, measured, deviation } = deviationOf(target, seen, seen.programmeLufs);
  const offLu = Math.abs(deviation);
  if (offLu <= rule.threshold) return [];
  const off = `${offLu.toFixed(1)} LU ${deviation > 0 ? 'above' : 'below'}`;
  const isByDialogue = dialogueFromSeconds !== null && seen.endSeconds > dialogueFromSeconds;
  const evidence = measurementEvidence(rule, rule.code, offLu, wholeAsset);
  const { loudnessRangeLu, truePeakDbtp } = seen;
  return [
    newFinding(rule, {
      severity: offLu > minorLu ? rule.severity : 'minor',
      confidence: isByDialogue ? dialogueConfidence : 1,
      summary: `Programme loudness ${measured.toFixed(1)} ${unit}, ${off} the target of ${targetLufs.toFixed(1)} ${unit} (${standard})`,
      details: [
        `Integrated loudness ${measured.toFixed(1)} ${unit} (ITU-R BS.1770${addsLu > 0 ? ', the mono sound counted as on two loudspeakers' : ''}) is ${off} the ${standard} target of ${targetLufs.toFixed(1)} ${unit}, which exceeds the tolerance of ±${rule.threshold} LU.`,
        `The loudness range is ${loudnessRangeLu.toFixed(1)} LU${truePeakDbtp === null ? '' : `, the maximum true peak ${truePeakDbtp.toFixed(1)} dBTP`}.`,
        ...(isByDialogue
          ? [
              `The whole mix was measured; ${standard} measures long programmes by their dialogue, which can differ.`,
            ]
          : []),
      ].join(' '),
      reasoning: target.reasoning,
      headline: `${off} target`,
      evidence: [
        {
          ...evidence,
          content: {
            ...evidence.content,
            programmeLoudness: measured,
            target: targetLufs,
            loudnessRangeLu,
            truePeakDbtp,
          },
        },
      ],
      anchor: wholeAsset,
      action: 'normalise',
      resolution: normalisation(target, seen, -deviation),
    }),
  ];
}

/** Returns the finding for a programme whose loudness would depend on unknown loudspeakers. */
function unjudged({ standard, unjudgedRule: rule }: Target, fault: string): Finding {
  return newFinding(rule, {
    summary: 'The programme loudness was not judged, because the layout of the channels is unknown',
    details: `${fault} The loudness (ITU-R BS.1770) depends on the loudspeakers, so it was not compared with the target of ${standard}.`,
    reasoning: 'A wrong assignment of channels would give a wrong loudness.',
    headline: 'Loudness not judged',
    evidence: [excerptEvidence(rule, rule.code, { reason: fault }, wholeAsset)],
    anchor: wholeAsset,
    action: 'review',
    resolution: 'Label the channels in the file, or supply the programme as one track.',
  });
}

function normalisation(target: Target, { truePeakDbtp }: LevelMeasurements, gainDb: number): string {
  const { standard, targetLufs, unit, rules } = target;
  const limit = rules.truePeak.threshold;
  const goal = `For ${standard} (${targetLufs.toFixed(1)} ${unit})`;
  const change = `${goal}, change the level by ${gainDb > 0 ? '+' : ''}${gainDb.toFixed(1)} dB.`;
  const peak = truePeakDbtp === null ? -Infinity : tenths(truePeakDbtp + gainDb);
  if (peak <= limit) return change;
  return `${change} The true peak would then be ${peak.toFixed(1)} dBTP, so it needs a limiter too.`;
}

/** Returns the loudest passage of a programme that is short enough to be judged by it. Null for others. */
function judgedShortTerm({
  shortTerm,
  fault,
  endSeconds,
}: LevelMeasurements): LevelMeasurements['shortTerm'] {
  return fault === null && endSeconds <= maxShortFormSeconds ? shortTerm : null;
}

function shortTermLoudness({ rules: { shortTerm: rule } }: Target, seen: LevelMeasurements): Finding[] {
  const loudest = judgedShortTerm(seen);
  if (rule === undefined || loudest === null) return [];
  const { lufs, startSeconds, endSeconds } = loudest;
  if (lufs <= rule.threshold) return [];
  const anchor = { kind: 'time' as const, startSeconds, endSeconds };
  const span = `from ${timecode(startSeconds)} to ${timecode(endSeconds)}`;
  return [
    newFinding(rule, {
      // Not every short programme is an advertisement, so the rule may not apply.
      confidence: 0.8,
      summary: `Short-term loudness reaches ${lufs.toFixed(1)} LUFS ${span}`,
      details: `Short-term loudness ${lufs.toFixed(1)} LUFS ${span} exceeds the limit of ${rule.threshold} LUFS for short-form content, such as advertisements and promotions (EBU R 128 s1). The programme lasts ${timecode(seen.endSeconds)}.`,
      reasoning: 'A short programme can meet the target as a whole and still begin or end far too loud.',
      headline: `${(lufs - rule.threshold).toFixed(1)} LU above the limit`,
      evidence: [measurementEvidence(rule, `${rule.code}:${startSeconds}`, lufs, anchor)],
      anchor,
      action: 'remix',
      resolution: `Lower the loudest passage ${span}, then normalise the programme again.`,
    }),
  ];
}

function truePeak({ standard, rules: { truePeak: rule } }: Target, seen: LevelMeasurements): Finding[] {
  const limit = rule.threshold;
  const measured = seen.truePeakDbtp;
  if (measured === null || measured <= limit) return [];
  const places = peaksAbove(seen, limit).first.filter(({ worst }) => worst > limit);
  const highest = places.find(({ worst }) => worst === Math.max(...places.map((place) => place.worst)));
  // ffmpeg's loudness filter logs no peak for a last block shorter than 100 ms, so the peak may be in that block.
  const { startSeconds, endSeconds } = highest ?? {
    startSeconds: Math.max(0, seen.endSeconds - 0.1),
    endSeconds: seen.endSeconds,
  };
  const anchor = { kind: 'time' as const, startSeconds, endSeconds };
  const over = tenths(measured - limit);
  return [
    newFinding(rule, {
      severity: over > peakToleranceDb ? rule.severity : 'minor',
      summary: `True peak ${measured.toFixed(1)} dBTP at ${timecode(startSeconds)}, above ${limit} dBTP (${standard})`,
      details: `True peak ${measured.toFixed(1)} dBTP exceeds the limit of ${limit} dBTP (${standard}) by ${over.toFixed(1)} dB. ${listPlaces(places)}`,
      reasoning:
        'Converters and lossy encoders downstream may clip such peaks, which causes audible distortion.',
      headline: `${over.toFixed(1)} dB above the limit`,
      evidence: [measurementEvidence(rule, `${rule.code}:${startSeconds}`, measured, anchor)],
      anchor,
      action: 'limit',
      resolution: `For ${standard}, limit the true peak to ${limit} dBTP, or lower the level by ${over.toFixed(1)} dB.`,
    }),
  ];
}

function listPlaces(places: readonly { startSeconds: number; worst: number }[]): string {
  if (places.length === 0) return 'The peak is in the last tenth of a second.';
  const listed = places
    .slice(0, 5)
    .map(({ startSeconds, worst }) => `${timecode(startSeconds)} (${worst.toFixed(1)} dBTP)`);
  return `Above the limit: ${listed.join(', ')}${places.length > listed.length ? ' and later' : ''}.`;
}

const tenths = (value: number) => Math.round(value * 10) / 10;
