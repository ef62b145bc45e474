import { timecode } from '@assay/domain/time-code.ts';
import { findingsOrOne, measurementEvidence, newFinding } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import type { VideoRules } from './rules.ts';
import { spanOf } from './stretch-finding.ts';
import type { BlockStretch } from './watch-blocks.ts';

/** Minimum number of pictures with visible blocks in a stretch. One may be a key frame that is soon refined. */
const minPictures = 2;

export function judgeBlocks(
  stretches: readonly BlockStretch[],
  endSeconds: number,
  rule: VideoRules['picture.blocks'],
): Finding[] {
  const { threshold } = rule;
  return findingsOrOne(
    {
      what: 'stretches with visible coding blocks',
      most: 'worst',
      places: stretches.filter(({ pictures, percent }) => pictures >= minPictures && percent >= threshold),
      haveOneCause: true,
    },
    (stretch) => {
      const percent = Number(stretch.percent.toFixed(1));
      const anchor = {
        kind: 'time' as const,
        startSeconds: stretch.startSeconds,
        endSeconds: Math.max(stretch.startSeconds, Math.min(stretch.endSeconds, endSeconds)),
      };
      return newFinding(rule, {
        summary: `Visible coding blocks from ${timecode(anchor.startSeconds)}, up to ${percent} % of the blocks`,
        details:
          `Up to ${percent} % of the blocks of 8 × 8 pixels have a visible edge ${spanOf(anchor)}; the limit is ${threshold} %. ` +
          `One picture of each second was measured; ${stretch.pictures} pictures reach the limit.`,
        headline: 'Visible coding blocks',
        reasoning:
          'The picture was coded with too few bits at some point. Coding it again keeps the blocks and costs bits.',
        evidence: [measurementEvidence(rule, `picture.blocks:${anchor.startSeconds}`, percent, anchor)],
        anchor,
        action: 'review',
        resolution: `Compare the picture with its source ${spanOf(anchor)}, and code the source again at a higher bit rate.`,
      });
    },
  );
}
