import { sentenceCase } from '@assay/domain/lib/characters.ts';
import { timecode } from '@assay/domain/time-code.ts';
import { firstStretches } from '../../formats/capped-collections.ts';
import { findingsPerItem, measurementEvidence, newFinding, roundedUp } from '../../contract/contract.ts';
import type { Rule, RuleSource } from '../../contract/description.ts';
import type { Finding } from '../../contract/finding.ts';
import { judgeJob } from '../../contract/judge-job.ts';
import { type FlashCounts, type FlashingStretch, maxFlashingShare } from './flash-counter.ts';
import { judgeStripes } from './judge-stripes.ts';
import { broadcastGuidance, rules, webThresholds } from './rules.ts';
import type { StripedStretch } from './stripes/watch-stripes.ts';

const extended = rules['flash.extended'];
const screening = 'This is a screening, not a certification.';

/** Measured general flashes (changes of luminance), red flashes (changes of saturated red) and striped patterns. */
export interface FlashMeasurements {
  general: FlashCounts;
  red: FlashCounts;
  stripes: StripedStretch[];
}

export const judgeFlashes = judgeJob(({ general, red, stripes }: FlashMeasurements) => [
  ...perStretch(rules['flash.general'], general.tooOften, (stretch) =>
    tooOften(rules['flash.general'], stretch),
  ),
  ...perStretch(rules['flash.red'], red.tooOften, (stretch) => tooOften(rules['flash.red'], stretch)),
  ...perStretch(rules['flash.extended'], joinOverlapping([...general.ongoing, ...red.ongoing]), ongoing),
  ...judgeStripes(stripes),
]);

function perStretch(
  rule: Rule,
  stretches: readonly FlashingStretch[],
  toFinding: (stretch: FlashingStretch) => Finding,
): Finding[] {
  return findingsPerItem(rule, 'flashing stretches', firstStretches(stretches), toFinding);
}

function joinOverlapping(all: readonly FlashingStretch[]): FlashingStretch[] {
  const stretches: FlashingStretch[] = [];
  for (const next of all.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
    const last = stretches.at(-1);
    if (last === undefined || next.startSeconds > last.endSeconds) stretches.push(next);
    else {
      stretches[stretches.length - 1] = {
        startSeconds: last.startSeconds,
        endSeconds: Math.max(last.endSeconds, next.endSeconds),
        flashes: Math.max(last.flashes, next.flashes),
        pictureShare: Math.max(last.pictureShare, next.pictureShare),
        fieldShare: Math.max(last.fieldShare, next.fieldShare),
      };
    }
  }
  return stretches;
}

/** Minimum share (0–1) of the frames of a stretch in which the picture moves as a whole, as in a fast pan. */
const minMovingShare = 2 / 3;

function tooOften(rule: Rule, stretch: FlashingStretch): Finding {
  const { flashes, pictureShare, fieldShare, movingShare = 0, isScattered = false } = stretch;
  const { anchor, span, areas } = partsOf(rule, stretch);
  const isRed = rule === rules['flash.red'];
  const what = isRed ? 'flashes of saturated red' : 'flashes';
  const number = `${Number.isInteger(flashes) ? '' : 'more than '}${Math.floor(flashes)} ${what}`;
  const isLarge = pictureShare > maxFlashingShare;
  const isPan = movingShare >= minMovingShare;
  const isMotion = !isLarge && !isRed && (isPan || isScattered);
  const motion = isPan
    ? 'The picture moves as a whole, as in a fast pan. '
    : 'Each point changes at other times, as in a fast zoom, and not as in a flash. ';
  return newFinding(rule, {
    summary: `${sentenceCase(number)} in a second ${span}, over ${percent(pictureShare)} of the picture`,
    details: `There are up to ${2 * flashes} opposing changes within one second ${span}. Two of them are one flash, so this is ${number}; the limit is ${rule.threshold}. ${percent(fieldShare)} of a ten-degree field of view flashes concurrently; WCAG 2.2 (2.3.1) permits 25 %. ${percent(pictureShare)} of the picture flashes concurrently; ITU-R BT.1702-3 permits 25 %. ${isMotion ? motion : ''}${screening}`,
    severity: isLarge ? rule.severity : isMotion ? 'minor' : 'major',
    headline: `${sentenceCase(number)} in a second`,
    reasoning: reasoningOf(isLarge, isMotion),
    evidence: [measurementEvidence(rule, `${rule.code}:${stretch.startSeconds}`, flashes, anchor), ...areas],
    anchor,
    action: isMotion ? 'review' : 'replace',
    resolution: isMotion
      ? `Review the camera movement ${span}. For the web, make it slower or shorter, or have the programme tested.`
      : `Make the flashing ${span} slower, weaker or smaller, and have the programme tested.`,
  });
}

function reasoningOf(isLarge: boolean, isMotion: boolean): string {
  if (isLarge)
    return 'Flashing at this rate and of this size can trigger seizures in viewers with photosensitive epilepsy.';
  if (isMotion)
    return 'Bright parts of the scene pass by while the camera moves. The area is within the limit for television, and exceeds only the limit of WCAG for viewers close to the screen.';
  return 'Flashing at this rate can trigger seizures in viewers with photosensitive epilepsy who sit close to the screen. Its area is within the limit for television.';
}

function ongoing(stretch: FlashingStretch): Finding {
  const { anchor, span, areas } = partsOf(extended, stretch);
  const seconds = Number((stretch.endSeconds - stretch.startSeconds).toFixed(3));
  return newFinding(extended, {
    summary: `Flashing for ${seconds.toFixed(1)} s ${span}, over ${percent(stretch.pictureShare)} of the picture`,
    details: `More than a quarter of the picture flashes ${span}: ${seconds} s exceeds the limit of ${extended.threshold} s. Flashing counts as continuous while there are at least two flashes in each second; this project chose that rate. ${screening}`,
    headline: `${seconds.toFixed(1)} s of flashing`,
    reasoning:
      'ITU-R BT.1702-3 warns that flashing of this length may be a risk even if it is within all other limits.',
    evidence: [
      measurementEvidence(extended, `${extended.code}:${stretch.startSeconds}`, seconds, anchor),
      ...areas,
    ],
    anchor,
    action: 'review',
    resolution: `Interrupt or shorten the flashing ${span}, or have the programme tested.`,
  });
}

/** Returns the anchor of a finding, its time range as text, and evidence with the flashing area in percent. */
function partsOf(rule: Rule, stretch: FlashingStretch) {
  const { startSeconds, endSeconds, pictureShare, fieldShare } = stretch;
  const anchor = { kind: 'time' as const, startSeconds, endSeconds };
  const area = (of: string, share: number, unit: string, source: RuleSource) => ({
    id: `${rule.code}:${of}:${startSeconds}`,
    sourceType: 'measurement' as const,
    confidence: 1,
    content: {
      measured: Number((share * 100).toFixed(1)),
      threshold: maxFlashingShare * 100,
      unit,
      source: { ...source },
    },
    anchor,
  });
  return {
    anchor,
    span: `from ${timecode(startSeconds)} to ${timecode(endSeconds)}`,
    areas: [
      area('field', fieldShare, '% of any ten-degree field of view', webThresholds),
      area('picture', pictureShare, '% of the displayed picture', broadcastGuidance),
    ],
  };
}

/** Returns a share in whole percent. Rounding up keeps a share beyond a limit apart from the limit. */
function percent(share: number): string {
  return `${roundedUp(share * 100, 0)} %`;
}
