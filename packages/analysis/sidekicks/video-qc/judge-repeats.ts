import { timecode } from '@assay/domain/time-code.ts';
import { overlapping, type TimeRange } from '../../contract/time-ranges.ts';
import { findingsOrOne, measurementEvidence, newFinding } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { RepeatStretch } from './find-repeats.ts';
import type { ChangeMeasurements } from './watch-changes.ts';
import { standardRates } from './judge-rate.ts';
import { rules } from './rules.ts';
import { spanOf } from './stretch-finding.ts';

// This project chose the constants. A cadence is a stretch of animation, or of film at a converted frame rate.

/** Minimum number of places with repeated frames in a cadence. */
const minRegularPlaces = 5;
/** Minimum number of frames of a cadence. */
const minCadenceFrames = 30;
/** Minimum shares (0–1) of equal intervals, and of equal intervals and their multiples, in a cadence. */
const minEqualShare = 0.4;
const minRegularShare = 0.7;
/** Minimum share (0–1) of the repetitions of a cadence that are seen. Still parts hide the others. */
const minSeenShare = 0.3;
/** Share (0–1) of repeated frames from which a stretch is a cadence, even without a regular interval. */
const minCadenceShare = 0.15;
/** Maximum difference in percent from a usual frame rate that was probably converted. */
const maxRatePercent = 0.5;

/**
 * Returns findings for repeated frames. All cadences of a file are one finding, `motion.cadence`. Black frames between
 * two fades do not count as repeated. Copies in small movements are only reported as the cadence of a converted rate,
 * if there is no other cadence: a picture that rests is copied too.
 * @param rate frames per second of the video
 */
export function judgeRepeats(
  { repeats: all, copies }: Pick<ChangeMeasurements, 'repeats' | 'copies'>,
  black: readonly TimeRange[],
  rate: number,
): Finding[] {
  // A movement may begin some frames after a cut, so places directly after cuts count only beside others.
  const stretches = all
    .map((stretch) => withoutBlack(stretch, black))
    .filter(({ places, afterCut }) => places > afterCut);
  const large = stretches.filter(isCadence);
  const cadences = large.length > 0 ? large : copies.filter((stretch) => isConverted(stretch, rate));
  return [
    ...(cadences.length === 0 ? [] : [cadenceFinding(cadences, rate)]),
    ...findingsOrOne(
      {
        what: 'stretches with repeated frames',
        most: 'worst',
        // Where a title or a page moves in steps, frames are equal by design.
        places: stretches.filter((stretch) => !isCadence(stretch) && stretch.inSteps < stretch.places),
        haveOneCause: true,
      },
      repeatFinding,
    ),
  ];
}

/** Returns a stretch without the entries of `first` during which the picture is black. */
function withoutBlack(stretch: RepeatStretch, black: readonly TimeRange[]): RepeatStretch {
  const first = stretch.first.filter(
    ({ seconds }) => overlapping(black, { startSeconds: seconds, endSeconds: seconds + 0.001 }).length === 0,
  );
  const dropped = stretch.first.filter((place) => !first.includes(place));
  return {
    ...stretch,
    first,
    places: stretch.places - dropped.length,
    repeated: stretch.repeated - dropped.reduce((sum, { repeated }) => sum + repeated, 0),
  };
}

function isCadence(stretch: RepeatStretch): boolean {
  const { places, repeated, frames } = stretch;
  return (
    places >= minRegularPlaces &&
    frames >= minCadenceFrames &&
    (hasInterval(stretch) || repeated / frames >= minCadenceShare)
  );
}

/** Returns whether a stretch has the regular interval of a usual frame rate that was converted. */
function isConverted(stretch: RepeatStretch, rate: number): boolean {
  return isCadence(stretch) && hasInterval(stretch) && originalRate(rate, stretch.interval) !== null;
}

function hasInterval({ equalShare, regularShare, places, frames, interval }: RepeatStretch): boolean {
  return (
    equalShare >= minEqualShare &&
    regularShare >= minRegularShare &&
    places >= (minSeenShare * frames) / interval
  );
}

function cadenceFinding(cadences: readonly RepeatStretch[], rate: number): Finding {
  const sumOf = (name: 'repeated' | 'frames') => cadences.reduce((sum, each) => sum + each[name], 0);
  const percent = Number(((sumOf('repeated') / sumOf('frames')) * 100).toFixed(1));
  const stretches = cadences.length === 1 ? 'one stretch' : `${cadences.length} stretches`;
  const longest = cadences.reduce((a, b) => (b.frames > a.frames ? b : a));
  const original = hasInterval(longest) ? originalRate(rate, longest.interval) : null;
  const [frames, repeat] = hasInterval(longest)
    ? [`one in ${longest.interval} frames`, 'repeats']
    : [`${percent} % of the frames`, 'repeat'];
  const rates =
    original === null ? null : `${Math.round(original)} pictures per second in ${Math.round(rate)}`;
  const anchor = {
    kind: 'time' as const,
    startSeconds: cadences[0]!.startSeconds,
    endSeconds: cadences.at(-1)!.endSeconds,
  };
  return newFinding(rules['motion.cadence'], {
    summary: hasInterval(longest)
      ? `Frames are repeated as a cadence: ${rates ?? frames}, in ${stretches}`
      : `Many frames are repeated, as in animation: ${frames} in ${stretches}`,
    details:
      `In ${stretches} ${spanOf(anchor)}, ${frames} ${repeat} the frame before. ` +
      (rates === null ? '' : `This is the cadence of ${rates}. `) +
      `Repetitions were seen in ${percent} % of the frames; still parts of the picture hide the others.`,
    headline: 'Regularly repeated frames',
    reasoning:
      'The picture was made at a lower frame rate, as film and animation are, and converted by repeating frames. Motion is ' +
      'less even than at the original rate.',
    evidence: [measurementEvidence(rules['motion.cadence'], 'motion.cadence', percent, anchor)],
    anchor,
    action: 'review',
    resolution: 'Confirm that the conversion is intended, or deliver the original frame rate.',
  });
}

/** Returns the usual frame rate that becomes `rate` if one of `interval` frames is a repetition; null if none does. */
function originalRate(rate: number, interval: number): number | null {
  const original = (rate * (interval - 1)) / interval;
  const isNear = (usual: number) => Math.abs(original - usual) <= (usual * maxRatePercent) / 100;
  return standardRates.find(isNear) ?? null;
}

function repeatFinding({ startSeconds, endSeconds, repeated, places, first }: RepeatStretch): Finding {
  const anchor = { kind: 'time' as const, startSeconds, endSeconds };
  const frames = repeated === 1 ? 'One repeated frame' : `${repeated} repeated frames`;
  const times = first.map(({ seconds }) => timecode(seconds)).join(', ');
  const more = places > first.length ? ` and ${places - first.length} more places` : '';
  return newFinding(rules['motion.repeated_frames'], {
    summary: `${frames} in moving picture ${spanOf(anchor)}`,
    details: `${frames} in moving picture, at ${times}${more}.`,
    headline: frames,
    reasoning:
      'Frames that are repeated without a regular interval make motion stutter, and often replace lost frames.',
    evidence: [
      measurementEvidence(
        rules['motion.repeated_frames'],
        `motion.repeated_frames:${startSeconds}`,
        repeated,
        anchor,
      ),
    ],
    anchor,
    action: 'review',
    resolution: `Check the motion ${spanOf(anchor)}, and replace the repeated frames.`,
  });
}
