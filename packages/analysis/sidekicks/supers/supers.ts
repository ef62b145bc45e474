import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { Sidekick } from '../../contract/contract.ts';
import type { SidekickSettings } from '../../contract/settings.ts';
import type { Finding } from '../../contract/finding.ts';
import { maxJudgeMs } from '../../contract/judge-apart.ts';
import type { VideoText } from '../../text/shown-text.ts';

/** The text of a video, and the thresholds for its small print. */
export interface SupersToJudge {
  video: VideoText;
  settings: SidekickSettings;
}

/** Judges the legibility of the small print in a video, from the text that was read in its pictures. */
export const supers: Sidekick<
  never,
  { judgeSupers: (source: RangedSource, judged: SupersToJudge) => Promise<Finding[]> }
> = {
  examine: async ({ shownText, settings, source, parsers, signal }) =>
    shownText?.kind === 'video'
      ? parsers.run('judgeSupers', { video: shownText, settings }, source, {
          signal,
          maxComputeMs: maxJudgeMs,
        })
      : [],
};
