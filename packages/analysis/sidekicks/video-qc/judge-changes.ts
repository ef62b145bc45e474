import { timecode } from '@assay/domain/time-code.ts';
import { lengthOf, overlapping, type TimeRange } from '../../contract/time-ranges.ts';
import { findingsOrOne, measurementEvidence, newFinding } from '../../contract/contract.ts';
import type { Rule } from '../../contract/description.ts';
import type { Finding } from '../../contract/finding.ts';
import { hasNear } from './has-near.ts';
import { rules } from './rules.ts';
import type { ChangeMeasurements } from './watch-changes.ts';

const maxBlackFrames = rules['picture.black_frames'].threshold;
/**
 * Minimum number of flash frames or short black stretches that start within one second and count as an effect, such as
 * a strobe. Effects are not reported here, because `photosensitivity` judges flashing. Chosen by this project.
 */
const effectCount = 3;

/** Returns findings for single frames that do not belong to their scene, and for short runs of black frames. */
export function judgeChanges(
  { jumps, flashes }: ChangeMeasurements,
  black: readonly TimeRange[],
  rate: number,
): Finding[] {
  const tolerance = 0.5 / rate;
  const framesOf = (range: TimeRange) => Math.round(lengthOf(range) * rate);
  const blackFrames = black
    .filter((range) => framesOf(range) >= 1 && framesOf(range) <= maxBlackFrames)
    .filter(({ startSeconds, endSeconds }) =>
      [startSeconds, endSeconds].every((seconds) => hasNear(jumps, seconds, tolerance)),
    );
  const others = flashes.filter((flash) => overlapping(black, flash).length === 0);
  const isEffect = inEffect([...blackFrames, ...others]);
  return [
    ...findingsOrOne(
      {
        what: 'places with black frames',
        most: 'longest',
        places: blackFrames.filter((range) => !isEffect(range)),
      },
      (range) => {
        const frames = framesOf(range);
        const count = frames === 1 ? 'One black frame' : `${frames} black frames`;
        return frameFinding(rules['picture.black_frames'], range, frames, {
          what: count,
          details: `${count} at ${timecode(range.startSeconds)}, with a sudden change before and after.`,
          reasoning: 'A few black frames between pictures usually remain from editing or from a fault.',
        });
      },
    ),
    ...findingsOrOne(
      {
        what: 'single frames of another picture',
        most: 'most different',
        places: others.filter((range) => !isEffect(range)),
      },
      (range) => {
        const percent = Number(range.percent.toFixed(1));
        return frameFinding(rules['picture.flash_frame'], range, percent, {
          what: 'A single frame of another picture',
          details:
            `The frame at ${timecode(range.startSeconds)} shows other edges than the frames before and after it, and differs ` +
            `from them by ${percent} % of full scale. These two are alike.`,
          reasoning: 'A single frame that does not belong to its scene usually remains from editing.',
        });
      },
    ),
  ];
}

function frameFinding(
  rule: Rule,
  { startSeconds, endSeconds }: TimeRange,
  measured: number,
  { what, details, reasoning }: { what: string; details: string; reasoning: string },
): Finding {
  const anchor = { kind: 'time' as const, startSeconds, endSeconds };
  const at = timecode(startSeconds);
  return newFinding(rule, {
    summary: `${what} at ${at}`,
    details,
    reasoning,
    headline: what,
    anchor,
    evidence: [measurementEvidence(rule, `${rule.code}:${startSeconds}`, measured, anchor)],
    action: 'review',
    resolution: `Confirm that the picture at ${at} is intended, or replace it.`,
  });
}

/** Returns a function that returns whether a range is one of at least `effectCount` that start within one second. */
function inEffect(ranges: readonly TimeRange[]): (range: TimeRange) => boolean {
  const starts = ranges.map(({ startSeconds }) => startSeconds).sort((a, b) => a - b);
  const inside = new Set<number>();
  for (let at = effectCount - 1; at < starts.length; at++) {
    if (starts[at]! - starts[at - effectCount + 1]! > 1) continue;
    for (let back = 0; back < effectCount; back++) inside.add(starts[at - back]!);
  }
  return ({ startSeconds }) => inside.has(startSeconds);
}
