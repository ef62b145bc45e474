import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { DecodeFailed } from '../decode/run-ffmpeg.ts';
import type { Finding } from './finding.ts';
import type { JobOptions } from '../parsers/run-job.ts';
import type { Judgement } from './judge-job.ts';
import type { MeasuredValues } from './measured-values.ts';

/**
 * Maximum processor time in milliseconds of a judgement. The longest lists of measurements take less than a second.
 */
export const maxJudgeMs = 30_000;

/**
 * Judges an observation with a job that `judgeJob` made. The job runs in a parser process, because the file chooses how
 * long the measured lists are, and the worker also serves files of other workspaces. Throws `DecodeFailed` if the file
 * was not decoded to its end. Returns no findings if nothing was measured.
 */
export async function judgeApart(
  observation: RangedSource | null,
  signal: AbortSignal,
  run: (source: RangedSource, options: JobOptions) => Promise<Judgement>,
  onMeasured?: (values: MeasuredValues) => void,
): Promise<Finding[]> {
  if (observation === null) return [];
  const judgement = await run(observation, { signal, maxComputeMs: maxJudgeMs });
  if ('undecodable' in judgement) throw new DecodeFailed(judgement.undecodable);
  if (judgement.measured !== undefined) onMeasured?.(judgement.measured);
  return judgement.findings;
}
