import { examines } from '@assay/analysis/sidekicks/find-sidekicks.ts';
import { checkList } from '@assay/domain/contracts/checks.ts';
import { assetPath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { isTerminal } from '@assay/domain/contracts/submission.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { type AssetChecks, assetChecks, type RecordedResult } from '@assay/storage/submissions/checks.ts';
import { readListAs } from '../list-reader.ts';
import { operation } from '../route.ts';
import { throwNotFound } from './assets.ts';
import { type NamedSidekick, namedSidekicks } from './named-sidekicks.ts';

export const listChecksRoute = operation({
  id: 'listChecks',
  tag: 'Assets',
  summary: 'List the checks that were made on an asset',
  description:
    'Returns every rule of the sidekicks that the submission named, with its result. Until the asset is `complete` or ' +
    '`failed`, this returns 404.',
  errors: ['submission_not_found', 'asset_not_found', 'asset_not_finished', 'list_timeout'],
  params: assetPath,
  query: wholeListQuery,
  responses: { 200: checkList },
  async handle(request) {
    const { caller, params, deps } = request;
    const list = { read: assetChecks, values: [params.submission_id, params.asset_id] };
    const found = await readListAs(request, list);
    if (found === null) return throwNotFound(deps, caller, params.submission_id);
    const asset = JSON.parse(found) as AssetChecks;
    if (!isTerminal(asset.status)) throw new ApiError('asset_not_finished');
    const sidekicks = asset.environment === 'sandbox' ? [] : namedSidekicks(asset, deps.readsText);
    const checks = sidekicks.flatMap(({ sidekick, result }) =>
      sidekick.rules.map(({ code, name, severity, threshold, unit, source }) => ({
        sidekickId: sidekick.id,
        sidekickCode: sidekick.code,
        sidekickName: sidekick.name,
        sidekickVersion: sidekick.version,
        ruleCode: code,
        ruleName: name,
        severity,
        threshold,
        unit,
        source,
        ...(result === null ? outcomeWithoutResult(asset, sidekick) : outcomeOf(result, code)),
      })),
    );
    const complete = asset.results.every(({ sidekickId }) =>
      sidekicks.some(({ sidekick }) => sidekick.id === sidekickId),
    );
    return { status: 200, body: { assetId: params.asset_id, checks, complete, total: checks.length } };
  },
});

function outcomeOf({ ruleCounts }: RecordedResult, ruleCode: string) {
  const found = ruleCounts[ruleCode] ?? 0;
  return { result: found === 0 ? 'none' : 'found', count: found };
}

function outcomeWithoutResult({ status, assetType }: AssetChecks, sidekick: NamedSidekick['sidekick']) {
  if (!examines(sidekick, assetType)) return { result: 'not_applicable', count: 0 };
  return { result: status === 'complete' ? 'skipped' : 'failed', count: 0 };
}
