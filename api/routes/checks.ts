import { listChecks } from '@assay/analysis/profiles/checks.ts';
import { type NamedSidekick, namedSidekicks, recordedRun } from '@assay/analysis/profiles/named-sidekicks.ts';
import { checkList } from '@assay/domain/contracts/checks.ts';
import { assetPath, wholeListQuery } from '@assay/domain/contracts/fields.ts';
import { isTerminal } from '@assay/domain/contracts/submission.ts';
import { ApiError } from '@assay/domain/errors.ts';
import { type AssetChecks, assetChecks } from '@assay/storage/submissions/checks.ts';
import { readListAs } from '../list-reader.ts';
import { operation } from '../route.ts';
import { throwNotFound } from './assets.ts';

export const listChecksRoute = operation({
  id: 'listChecks',
  tag: 'Assets',
  summary: 'List the checks that were made on an asset',
  description:
    'Returns every rule of the sidekicks that the submission or its profile named, with its result. Of the requirements, it returns those of the profile. Until the asset is `complete` or ' +
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
    const checks = sidekicks.flatMap((named) => checksOf(asset, named));
    const complete = asset.results.every(({ sidekickId }) =>
      sidekicks.some(({ sidekick }) => sidekick.id === sidekickId),
    );
    return { status: 200, body: { assetId: params.asset_id, checks, complete, total: checks.length } };
  },
});

function checksOf(asset: AssetChecks, named: NamedSidekick) {
  const { sidekick } = named;
  const run = recordedRun(named, asset.status === 'complete' ? 'complete' : 'failed');
  return listChecks([run], asset.profile, asset.assetType!).map((check) => {
    return {
      sidekickId: sidekick.id,
      sidekickCode: sidekick.code,
      sidekickName: sidekick.name,
      sidekickVersion: sidekick.version,
      ruleCode: check.ruleCode,
      ruleName: check.ruleName,
      severity:
        check.severity === 'off'
          ? sidekick.rules.find(({ code }) => code === check.ruleCode)!.severity
          : check.severity,
      threshold: check.threshold,
      required: check.required,
      unit: check.unit,
      source: check.source,
      result: check.outcome === 'passed' ? ('none' as const) : check.outcome,
      count: check.count,
      measured: check.measured,
    };
  });
}
