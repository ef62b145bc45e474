import type { VideoText } from '../../text/shown-text.ts';
import { firstStretches } from '../../formats/capped-collections.ts';
import { findingsPerItem } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { findSupers, findUnreadable } from './find-supers.ts';
import { joinReadings } from './join-readings.ts';
import { judgeContrast } from './judge-contrast.ts';
import { judgeHeight } from './judge-height.ts';
import { countWords, judgeHold } from './judge-hold.ts';
import { judgeUnreadable } from './judge-unreadable.ts';
import { maxUnreadConfidence, rules, type SupersRule } from './rules.ts';

/** Minimum seconds for which text must be shown to be judged. Briefer text is part of an animation, not for reading. */
const minSeconds = 0.5;

/** Returns at most one finding per rule for each super. After 50 findings of a rule, one finding reports the others. */
export function judgeSupers(video: VideoText): Finding[] {
  const standing = video.lines.filter(
    ({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minSeconds,
  );
  const lines = joinReadings(
    standing.filter(({ confidence }) => confidence >= maxUnreadConfidence),
    video.intervalSeconds,
  );
  const found = findSupers(lines, video);
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
      found.map((each) => judgeHeight(each, video)),
    ),
    ...judged(
      rules['supers.hold'],
      'texts that are shown too briefly',
      found.map((each) => judgeHold(each, counted, video)),
    ),
    ...judged(
      rules['supers.contrast'],
      'texts with little contrast',
      found.map((each) => judgeContrast(each, video)),
    ),
    ...judged(
      rules['supers.unreadable'],
      'texts that could not be read',
      findUnreadable(standing, video).map((each) => judgeUnreadable(each, video)),
    ),
  ];
}
