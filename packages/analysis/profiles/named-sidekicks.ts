import type { AssetSidekicks, RecordedResult } from '@assay/domain/recorded-result.ts';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import type { SidekickDescription } from '../contract/description.ts';
import type { SidekickRun } from './checks.ts';
import { findSidekick, installedSidekick, sidekickDescriptions } from '../sidekicks/catalogue.ts';

export interface NamedSidekick {
  /** The sidekick in the version that produced `result`. Without a result, the current version. */
  sidekick: SidekickDescription;
  result: RecordedResult | null;
}

/**
 * Returns the sidekicks that the submission of an asset requested: first `requirements`, then those with a result. A
 * sidekick is left out if the rules of its result are not stored, or if it has neither a result nor a current version.
 * @param readsText true if media workers read text in pictures
 */
export function namedSidekicks(
  { sidekickIds, results, custom }: AssetSidekicks,
  readsText: boolean,
): NamedSidekick[] {
  const builtIn = sidekickDescriptions.map((sidekick) =>
    installedSidekick(sidekick, { readsText, hearsSpeech: false }),
  );
  const current: readonly NamedSidekick['sidekick'][] = [...builtIn, ...custom.map(withParameters)];
  const examined = results.flatMap((result) =>
    result.ruleSet === null ? [] : [{ sidekick: withParameters(result.ruleSet), result }],
  );
  const named = new Set(sidekickIds.map((id) => id.toLowerCase()));
  for (const { sidekickId } of results) named.delete(sidekickId);
  return [
    ...examined,
    ...current.filter(({ id }) => named.has(id)).map((sidekick) => ({ sidekick, result: null })),
  ].toSorted((a, b) => Number(isOfDestination(b)) - Number(isOfDestination(a)));
}

const isOfDestination = ({ sidekick }: NamedSidekick) => sidekick.code === requirementsCode;

/** Returns a stored version of a sidekick with its parameters, which are known for the current version only. */
function withParameters(stored: AssetSidekicks['custom'][number]): SidekickDescription {
  const current = findSidekick(stored.id);
  const parameters = current?.version === stored.version ? current.parameters : undefined;
  return { ...stored, decodes: false, readsText: false, ...(parameters && { parameters }) };
}

/** Returns how the run of a sidekick on a finished asset ended. */
export function recordedRun({ sidekick, result }: NamedSidekick, status: 'complete' | 'failed'): SidekickRun {
  if (result === null) return { sidekick, state: status === 'complete' ? 'skipped' : 'failed' };
  return { sidekick, state: 'ran', counts: result.ruleCounts, measured: result.measured };
}
