import type { VideoText } from '../../text/shown-text.ts';
import type { Finding } from '../../contract/finding.ts';
import type { SupersRules } from './rules.ts';
import type { Super } from './super.ts';
import { describeSuper, superFinding } from './super-finding.ts';

/** Share (0–1) by which the contrast may be below the minimum. Compression blurs letters, which lowers the contrast. */
const tolerance = 0.05;

/** Returns a finding if a super has little contrast in its worst second. */
export function judgeContrast(
  found: Super,
  video: VideoText,
  rule: SupersRules['supers.contrast'],
): Finding | null {
  const minContrast = rule.threshold;
  const { contrast } = found;
  if (contrast === null || contrast >= minContrast * (1 - tolerance)) return null;
  const measured = Number(contrast.toFixed(1));
  return superFinding(rule, found, video, {
    what: `Superimposed text with a contrast of ${measured} : 1`,
    details:
      `In its worst second, ${describeSuper(found)} has a contrast ratio of ${measured} : 1 with the picture around its ` +
      `letters. The minimum is ${minContrast} : 1.`,
    measured,
    threshold: minContrast,
    headline: `Contrast ${measured} : 1`,
    reasoning:
      'The guidance asks for adequate contrast without a number. The number is that of WCAG for web pages.',
    action: 'review',
    resolution: 'Review whether the text can be read, or put it on a block of one colour.',
  });
}
