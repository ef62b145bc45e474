import type { VideoText } from '../../text/shown-text.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Super } from './super.ts';
import { describeSuper, superFinding } from './super-finding.ts';
import { maxUnreadConfidence, rules } from './rules.ts';

export function judgeUnreadable(found: Super, video: VideoText): Finding {
  const measured = Number(Math.max(...found.lines.map(({ confidence }) => confidence)).toFixed(2));
  return superFinding(rules['supers.unreadable'], found, video, {
    what: 'Superimposed text that could not be read',
    details: `The reader of text took the text for ${describeSuper(found)}, with a confidence of ${measured}.`,
    measured,
    threshold: maxUnreadConfidence,
    confidence: 1 - measured,
    headline: 'Text that could not be read',
    reasoning: 'Text that software cannot read is often too small, too faint or too distorted for people.',
    action: 'review',
    resolution: 'Review whether the text can be read.',
  });
}
