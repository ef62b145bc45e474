import { type NamedSidekick, namedSidekicks } from '@assay/analysis/profiles/named-sidekicks.ts';
import { findSidekick } from '@assay/analysis/sidekicks/catalogue.ts';
import { examines } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import { isDecodable, showsText } from '@assay/domain/asset-type.ts';
import { assetProgress as progressBody, type SidekickState } from '@assay/domain/contracts/progress.ts';
import { assetPath } from '@assay/domain/contracts/fields.ts';
import { isTerminal } from '@assay/domain/contracts/submission.ts';
import { type AssetProgress, assetProgress } from '@assay/storage/submissions/checks.ts';
import { readListAs } from '../list-reader.ts';
import { operation } from '../route.ts';
import { throwNotFound } from './assets.ts';

export const readProgressRoute = operation({
  id: 'readProgress',
  tag: 'Assets',
  summary: 'Read the progress of an asset',
  description:
    'Returns the state of each sidekick that the submission named. The share that has been decoded is at most a few seconds old.',
  errors: ['submission_not_found', 'asset_not_found', 'list_timeout'],
  params: assetPath,
  responses: { 200: progressBody },
  async handle(request) {
    const { caller, params, deps } = request;
    const list = { read: assetProgress, values: [params.submission_id, params.asset_id] };
    const found = await readListAs(request, list);
    if (found === null) return throwNotFound(deps, caller, params.submission_id);
    const asset = JSON.parse(found) as AssetProgress;
    const sidekicks = (asset.environment === 'sandbox' ? [] : namedSidekicks(asset, deps.readsText)).map(
      (named) => ({
        sidekickId: named.sidekick.id,
        code: named.sidekick.code,
        name: named.sidekick.name,
        state: stateOf(asset, named, deps.readsText),
        findingCount: findingCount(asset, named),
      }),
    );
    const isDecoding = sidekicks.some(({ state }) => state === 'decoding');
    const { status, decoded } = asset;
    return {
      status: 200,
      body: { assetId: params.asset_id, status, decoded: isDecoding ? decoded : null, sidekicks },
    };
  },
});

/** Returns the number of findings of a sidekick, without those of rules that the profile turns off. */
function findingCount({ profile }: AssetProgress, { result }: NamedSidekick): number | null {
  if (result === null) return null;
  const off = Object.entries(result.ruleCounts).filter(([code]) => profile?.rules[code]?.severity === 'off');
  return result.findingCount - off.reduce((sum, [, count]) => sum + count, 0);
}

function stateOf(
  { status, assetType, mimeType, profile, decoded }: AssetProgress,
  { sidekick, result }: NamedSidekick,
  hasTextReader: boolean,
): SidekickState {
  if (result !== null) return 'done';
  if (!examines(sidekick, assetType, profile)) return 'not_applicable';
  if (isTerminal(status)) return status === 'complete' ? 'skipped' : 'failed';
  if (status === 'pending') return 'waiting';
  const { readsText = false, decodes = false } = findSidekick(sidekick.id) ?? {};
  if (hasTextReader && readsText && showsText(assetType, mimeType!)) return 'reading_text';
  if (!decodes || !isDecodable(mimeType!)) return 'running';
  // A decode first reports its progress after about two seconds. A shorter decode reports nothing.
  if (decoded === null) return 'waiting';
  return decoded < 1 ? 'decoding' : 'running';
}
