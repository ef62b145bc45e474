import { timecode } from '../../media/time-ranges.ts';
import { findRule, type RuleCode } from '../catalogue.ts';
import { measurementEvidence, newFinding, type Sidekick } from '../contract.ts';
import type { RuleSource } from '../description.ts';
import type { Finding } from '../finding.ts';
import { seenToTheEnd, type Watch } from '../watch.ts';
import { createFlashCounter, quarter, type SeenFlashing } from './flash-counter.ts';
import type { Flashing } from './flashing-stretches.ts';
import { createLuminanceChanges } from './luminance-changes.ts';
import { cells, columns, rows, visualField } from './picture-grid.ts';
import { createRedChanges } from './red-changes.ts';
import { broadcastGuidance, webThresholds } from './rules.ts';
import { shownPicture, type ShownPicture } from './shown-picture.ts';

const { rule: extended } = findRule('flash.extended')!;
const screening = 'This is a screening, not a certification.';

export interface SeenFlashes {
  general: SeenFlashing;
  red: SeenFlashing;
}

/** Finds flashing in the first video stream that is too fast, too red or too long over too much of the picture. */
export const photosensitivity: Sidekick<SeenFlashes> = {
  watch: (media) => {
    const shown = shownPicture(media);
    return shown === null ? null : watchFlashes(shown);
  },
  examine: (_input, observation) => {
    if (observation === null) return Promise.resolve([]);
    const { general, red } = seenToTheEnd(observation);
    return Promise.resolve([
      ...general.tooOften.map((flashing) => tooOften('flash.general', flashing)),
      ...red.tooOften.map((flashing) => tooOften('flash.red', flashing)),
      ...joined([...general.ongoing, ...red.ongoing]).map(goesOn),
    ]);
  },
};

export function watchFlashes({ rate, picturesPerSecond, aspectRatio }: ShownPicture): Watch<SeenFlashes> {
  const options = {
    field: visualField(aspectRatio),
    picturesPerSecond,
    ongoingSeconds: extended.threshold!,
  };
  const general = createFlashCounter(createLuminanceChanges(cells), options);
  const red = createFlashCounter(createRedChanges(cells), options);
  return {
    frames: {
      width: columns,
      height: rows,
      rate,
      onFrame: (rgb) => {
        general.push(rgb);
        red.push(rgb);
      },
    },
    seen: () => ({ general: general.finish(), red: red.finish() }),
  };
}

/** What goes on in luminance and in red at once is one stretch. */
function joined(flashing: readonly Flashing[]): Flashing[] {
  const stretches: Flashing[] = [];
  for (const next of flashing.toSorted((a, b) => a.startSeconds - b.startSeconds)) {
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

function tooOften(ruleCode: 'flash.general' | 'flash.red', flashing: Flashing): Finding {
  const { rule } = findRule(ruleCode)!;
  const { flashes, pictureShare, fieldShare } = flashing;
  const { anchor, span, areas } = partsOf(ruleCode, flashing);
  const what = ruleCode === 'flash.red' ? 'flashes of saturated red' : 'flashes';
  const large = pictureShare > quarter;
  return newFinding(ruleCode, {
    summary: `${flashes} ${what} in a second ${span}, over ${percent(pictureShare)} of the picture`,
    details: `Up to ${flashes} ${what} fall within one second ${span}, where ${rule.threshold} are permitted. ${percent(fieldShare)} of a ten-degree field of view flash at the same time, where WCAG 2.2 permits 25 %, and ${percent(pictureShare)} of the picture, where ITU-R BT.1702-3 permits 25 %. ${screening}`,
    severity: large ? rule.severity : 'major',
    headline: `${flashes} ${what} in a second`,
    reasoning: large
      ? 'Flashing of this rate and size can trigger seizures in viewers with photosensitive epilepsy.'
      : 'Flashing of this rate can trigger seizures in viewers with photosensitive epilepsy who see it from close by; it is smaller than the guidance for television permits.',
    evidence: [
      measurementEvidence(ruleCode, `${ruleCode}:${flashing.startSeconds}`, flashes, anchor),
      ...areas,
    ],
    anchor,
    action: 'replace',
    resolution: `Make the flashing ${span} slower, weaker or smaller, and have the programme tested.`,
  });
}

function goesOn(flashing: Flashing): Finding {
  const code = 'flash.extended';
  const { anchor, span, areas } = partsOf(code, flashing);
  const seconds = Number((flashing.endSeconds - flashing.startSeconds).toFixed(3));
  return newFinding(code, {
    summary: `Flashing for ${seconds.toFixed(1)} s ${span}, over ${percent(flashing.pictureShare)} of the picture`,
    details: `More than a quarter of the picture keeps flashing ${span}: ${seconds} s, where more than ${extended.threshold} s is reported. Two flashes in every second are taken for flashing that goes on, which no source says; this project chose it. ${screening}`,
    headline: `${seconds.toFixed(1)} s of flashing`,
    reasoning:
      'ITU-R BT.1702-3 warns that flashing of this length might be a risk even where it keeps to all other limits.',
    evidence: [measurementEvidence(code, `${code}:${flashing.startSeconds}`, seconds, anchor), ...areas],
    anchor,
    action: 'review',
    resolution: `Interrupt or shorten the flashing ${span}, or have the programme tested.`,
  });
}

/** What all findings have: where they are, and how much of the picture flashed, by either measure. */
function partsOf(ruleCode: RuleCode, flashing: Flashing) {
  const { startSeconds, endSeconds, pictureShare, fieldShare } = flashing;
  const anchor = { kind: 'time' as const, startSeconds, endSeconds };
  const area = (of: string, share: number, unit: string, source: RuleSource) => ({
    id: `${ruleCode}:${of}:${startSeconds}`,
    sourceType: 'measurement' as const,
    confidence: 1,
    content: {
      measured: Number((share * 100).toFixed(1)),
      threshold: quarter * 100,
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

function percent(share: number): string {
  return `${Math.floor(share * 100)} %`;
}
