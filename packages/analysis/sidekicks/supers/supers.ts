import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { Sidekick } from '../../contract/contract.ts';
import type { Finding } from '../../contract/finding.ts';
import { maxJudgeMs } from '../../contract/judge-apart.ts';
import type { VideoText } from '../../text/shown-text.ts';

/** Judges the legibility of the small print in a video, from the text that was read in its pictures. */
export const supers: Sidekick<
  never,
  { judgeSupers: (source: RangedSource, video: VideoText) => Promise<Finding[]> }
> = {
  examine: async ({ shownText, source, parsers, signal }) =>
    shownText?.kind === 'video'
      ? parsers.run('judgeSupers', shownText, source, { signal, maxComputeMs: maxJudgeMs })
      : [],
};
