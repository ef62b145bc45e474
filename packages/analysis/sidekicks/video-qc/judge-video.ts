import type { Finding } from '../../contract/finding.ts';
import { rulesInForce, type SidekickSettings } from '../../contract/settings.ts';
import { judgeJob } from '../../contract/judge-job.ts';
import { isBlackAround, judgeBars } from './judge-bars.ts';
import { judgeBlocks } from './judge-blocks.ts';
import { judgeChanges } from './judge-changes.ts';
import { judgeDarkness } from './judge-darkness.ts';
import { judgeFields } from './judge-fields.ts';
import { judgeFormat } from './judge-format.ts';
import { judgeLengths } from './judge-lengths.ts';
import { judgeLevels } from './judge-levels.ts';
import { judgeRate, measuredRate } from './judge-rate.ts';
import { judgeRepeats } from './judge-repeats.ts';
import { rules as usualRules } from './rules.ts';
import type { VideoMeasurements } from './watch-video.ts';

export const judgeVideo = judgeJob(judge);

function judge(
  { stream, darkness, pictures, fields, changes, levels, blocks, sound }: VideoMeasurements,
  settings: SidekickSettings,
): Finding[] {
  const rules = rulesInForce(usualRules, settings);
  const findings = judgeFormat(stream);
  const rate = measuredRate(pictures);
  // A single frame has neither a frame rate nor a duration.
  if (rate === null) return findings;
  const picture = {
    startSeconds: pictures.firstSeconds,
    endSeconds: pictures.lastSeconds + 1 / rate,
  };
  const frame = { width: stream.width ?? 16, height: stream.height ?? 9 };
  const barFindings = judgeBars(pictures, frame, rules['bars.change']);
  const hasBars = barFindings.some(({ ruleCode }) => ruleCode === 'bars.constant');
  const rateFindings = judgeRate(pictures, rate, rules);
  const isVariable = rateFindings.some(({ ruleCode }) => ruleCode === 'format.variable_frame_rate');
  return [
    ...judgeDarkness(
      darkness,
      pictures.held,
      changes.jumps,
      picture,
      sound,
      isBlackAround(pictures, frame),
      rules,
    ),
    ...(fields === null ? [] : judgeFields(fields, stream.field_order, rate, rules)),
    ...barFindings,
    ...judgeChanges(changes, darkness.black, rate),
    ...judgeLevels(levels ?? [], picture.endSeconds, hasBars, rules['levels.tolerance']),
    ...judgeBlocks(blocks ?? [], picture.endSeconds, rules['picture.blocks']),
    ...rateFindings,
    // Lost frames make the frame rate vary, which is reported once. A cadence is another defect.
    ...judgeRepeats(changes, darkness.black, rate).filter(
      ({ ruleCode }) => ruleCode === 'motion.cadence' || !isVariable,
    ),
    ...(sound === null ? [] : judgeLengths(picture, sound, rate, rules)),
    ...findings,
  ];
}
