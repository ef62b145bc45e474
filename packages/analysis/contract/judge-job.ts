import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import type { Finding } from './finding.ts';
import { type Observation, readObservation } from './watch.ts';

export interface Judged {
  findings: Finding[];
  /** Measured values by rule code, also of rules without findings. Absent: none is known. */
  measured?: Readonly<Record<string, number>>;
}

/** The findings and measured values, or the last error before the decoding of the file failed. */
export type Judgement = Judged | { undecodable: string };

/** Returns a job that reads an observation and judges its measurements. Without measurements, it finds nothing. */
export function judgeJob<Input>(judge: (seen: never, input: Input) => Finding[] | Judged) {
  return async (source: RangedSource, input: Input): Promise<Judgement> => {
    const observation: Observation<unknown> | null = await readObservation(source);
    if (observation === null) return { findings: [] };
    const { seen, decodeFailure } = observation;
    if (seen === null || decodeFailure !== null)
      return { undecodable: decodeFailure ?? 'nothing was decoded' };
    const judged = judge(seen as never, input);
    return Array.isArray(judged) ? { findings: judged } : judged;
  };
}
