import { sidekickDescriptions, withoutTextReader } from '@assay/analysis/sidekicks/catalogue.ts';
import type { AssetSidekicks, RecordedResult } from '@assay/storage/submissions/checks.ts';

export interface NamedSidekick {
  /** The sidekick in the version that produced `result`. Without a result, the current version. */
  sidekick: Omit<(typeof sidekickDescriptions)[number], 'decodes' | 'readsText'>;
  result: RecordedResult | null;
}

/**
 * Returns the sidekicks that the submission of an asset requested, those with a result first. A sidekick is left out if
 * the rules of its result are not stored, or if it has neither a result nor a current version.
 * @param readsText true if media workers read text in pictures
 */
export function namedSidekicks(
  { sidekickIds, results, custom }: AssetSidekicks,
  readsText: boolean,
): NamedSidekick[] {
  const builtIn = readsText ? sidekickDescriptions : sidekickDescriptions.map(withoutTextReader);
  const current: NamedSidekick['sidekick'][] = [...builtIn, ...custom];
  const examined = results.flatMap((result) =>
    result.ruleSet === null ? [] : [{ sidekick: result.ruleSet, result }],
  );
  const named = new Set(sidekickIds.map((id) => id.toLowerCase()));
  for (const { sidekickId } of results) named.delete(sidekickId);
  return [
    ...examined,
    ...current.filter(({ id }) => named.has(id)).map((sidekick) => ({ sidekick, result: null })),
  ];
}
