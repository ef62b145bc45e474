import type { VideoText } from '../../text/shown-text.ts';
import { commonSeconds, lengthOf, type TimeRange } from '../../contract/time-ranges.ts';
import { firstStretches } from '../../formats/capped-collections.ts';
import { findingsPerItem } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { findSupers, findUnreadable } from './find-supers.ts';
import { findScreens } from './screens.ts';
import { joinReadings } from './join-readings.ts';
import { judgeContrast } from './judge-contrast.ts';
import { judgeHeight } from './judge-height.ts';
import { countWords, judgeHold } from './judge-hold.ts';
import { judgeUnreadable } from './judge-unreadable.ts';
import {
  maxUnreadConfidence,
  rules as usualRules,
  type SupersParameters,
  supersParameters,
  type SupersRule,
  type SupersRules,
} from './rules.ts';

/** Minimum seconds for which text must be shown to be judged. Briefer text is part of an animation, not for reading. */
const minSeconds = 0.5;

/**
 * Returns at most one finding per rule for each super, and one about the duration for the supers of one picture. After
 * 50 findings of a rule, one finding reports the others.
 */
export function judgeSupers(
  video: VideoText,
  rules: SupersRules = usualRules,
  { advert }: SupersParameters = supersParameters.parse({}),
): Finding[] {
  const standing = video.lines.filter(
    ({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minSeconds,
  );
  const read = standing.filter(({ confidence }) => confidence >= maxUnreadConfidence);
  const lines = joinReadings(read, video);
  const screens = findScreens(standing);
  const found = findSupers(lines, screens, video, advert);
  const counted = countWords(lines, video);
  const judged = (rule: SupersRule, what: string, findings: readonly (Finding | null)[]) =>
    findingsPerItem(
      rule,
      what,
      firstStretches(findings.filter((finding) => finding !== null)),
      (finding) => finding,
    );
  return [
    ...judged(
      rules['supers.height'],
      'texts that are too small',
      found.map((each) => judgeHeight(each, video, rules['supers.height'])),
    ),
    ...judged(
      rules['supers.hold'],
      'texts that are shown too briefly',
      onePerPicture(found.flatMap((each) => judgeHold(each, counted, video, rules['supers.hold']) ?? [])),
    ),
    ...judged(
      rules['supers.contrast'],
      'texts with little contrast',
      found.map((each) => judgeContrast(each, video, rules['supers.contrast'])),
    ),
    ...judged(
      rules['supers.unreadable'],
      'texts that could not be read',
      findUnreadable(standing, screens, video).map((each) => judgeUnreadable(each, video)),
    ),
  ];
}

/**
 * Merges findings about texts that are on screen together for half of their time: each counts the words of all of them.
 * The finding of the longest text remains, with the evidence of the others.
 */
function onePerPicture(findings: readonly Finding[]): Finding[] {
  const rangeOf = (finding: Finding) => finding.anchor as TimeRange & Finding['anchor'];
  const pictures: { range: TimeRange; findings: Finding[] }[] = [];
  // The shorter ones come first, so that a text that stays over several pictures does not merge their findings.
  for (const finding of findings.toSorted((a, b) => lengthOf(rangeOf(a)) - lengthOf(rangeOf(b)))) {
    const range = rangeOf(finding);
    const picture = pictures.find(
      ({ range: other }) => 2 * commonSeconds(range, other) >= Math.min(lengthOf(range), lengthOf(other)),
    );
    if (picture === undefined) pictures.push({ range, findings: [finding] });
    else picture.findings.push(finding);
  }
  const merged = pictures.map(({ findings: together }) => {
    const [longest] = together.toSorted((a, b) => textLength(b) - textLength(a));
    const others = together.filter((finding) => finding !== longest);
    return { ...longest!, evidence: [...longest!.evidence, ...others.flatMap(({ evidence }) => evidence)] };
  });
  return merged.toSorted((a, b) => rangeOf(a).startSeconds - rangeOf(b).startSeconds);
}

function textLength({ evidence }: Finding): number {
  const { text } = evidence[1]!.content as { text: string };
  return text.length;
}
