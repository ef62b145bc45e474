import { timecode } from '@assay/domain/time-code.ts';
import { firstStretches } from '../../formats/capped-collections.ts';
import {
  type ExcerptContent,
  findingsPerItem,
  measurementEvidence,
  newFinding,
  roundedUp,
} from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { patternDuration, patternGuidance, rules } from './rules.ts';
import { minLightest } from './stripes/find-stripes.ts';
import { maxShare, minSeconds, type StripedStretch } from './stripes/watch-stripes.ts';

const rule = rules['pattern.stripes'];

const motionWords = {
  still: 'still',
  drifting: 'drifting',
  alternating: 'that oscillate, flash or reverse',
} as const;

export function judgeStripes(stretches: readonly StripedStretch[]): Finding[] {
  return findingsPerItem(rule, 'stretches with stripes', firstStretches(stretches), (stretch) => {
    const { startSeconds, endSeconds, motion, pictureShare, pairs, degrees } = stretch;
    const anchor = { kind: 'time' as const, startSeconds, endSeconds };
    const span = `from ${timecode(startSeconds)} to ${timecode(endSeconds)}`;
    const area = `${roundedUp(pictureShare * 100, 0)} %`;
    const limit = 100 * (motion === 'alternating' ? maxShare.alternating : maxShare.steady);
    const stripes =
      motion === 'alternating' ? `stripes ${motionWords[motion]}` : `${motionWords[motion]} stripes`;
    const evidence = (name: string, content: ExcerptContent) => ({
      id: `${rule.code}:${name}:${startSeconds}`,
      sourceType: 'measurement' as const,
      confidence: 1,
      content,
      anchor,
    });
    return newFinding(rule, {
      summary: `${pairs} light-dark pairs of ${stripes} ${span}, over ${area} of the picture`,
      details: `There are up to ${pairs} light-dark pairs of ${stripes} ${span}, over up to ${area} of the picture. More than ${rule.threshold} pairs may fill at most ${limit} % of the picture if they are ${motion === 'alternating' ? 'not steady' : 'still or drift'} (ITU-R BT.1702-3, guideline 2). The lightest stripes have about ${Math.round(stretch.lightest)} cd/m² and the darkest ${Math.round(stretch.darkest)} cd/m² (in standard dynamic range, on a display with a white of 200 cd/m²). The direction of the stripes is ${degrees}° from horizontal. This is a screening, not a certification.`,
      headline: `${pairs} pairs of stripes over ${area} of the picture`,
      reasoning:
        'Large patterns of stripes can trigger seizures in viewers with photosensitive epilepsy. The limits are used by some administrations.',
      evidence: [
        measurementEvidence(rule, `${rule.code}:${startSeconds}`, pairs, anchor),
        evidence('area', {
          measured: Number((pictureShare * 100).toFixed(1)),
          threshold: limit,
          unit: '% of the displayed picture',
          source: { ...patternGuidance },
        }),
        evidence('luminance', {
          measured: Number(stretch.lightest.toFixed(1)),
          threshold: minLightest,
          unit: 'cd/m² of the lightest stripes',
          source: { ...patternDuration },
        }),
        evidence('duration', {
          measured: Number((endSeconds - startSeconds).toFixed(3)),
          threshold: minSeconds,
          unit: 's',
          source: { ...patternDuration },
        }),
        evidence('stripes', { motion, degrees }),
      ],
      anchor,
      action: 'review',
      resolution: `Make the stripes ${span} fewer, smaller or lower in contrast, blur them, or have the programme tested.`,
    });
  });
}
