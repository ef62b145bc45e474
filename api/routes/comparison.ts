import { defectOf } from '@assay/analysis/sidekicks/catalogue.ts';
import { mainOffset, type TimelinePart } from '@assay/domain/comparison/align-curves.ts';
import { type Comparison, compareIssues } from '@assay/domain/comparison/compare-issues.ts';
import { compareQuery, comparison } from '@assay/domain/contracts/comparison.ts';
import { assetPath } from '@assay/domain/contracts/fields.ts';
import { isTerminal } from '@assay/domain/contracts/submission.ts';
import { ApiError, validationError } from '@assay/domain/errors.ts';
import { readTimeline } from '@assay/storage/s3/read-series.ts';
import {
  type ComparedAsset,
  type ComparedAssets,
  comparedAssets,
} from '@assay/storage/submissions/compared-assets.ts';
import type { ApiDeps } from '../deps.ts';
import { readListAs } from '../list-reader.ts';
import { type IssueTemplate, joined, type Piece } from '../result-reader.ts';
import { operation } from '../route.ts';
import { throwUnreadable } from '../series-reader.ts';
import { throwNotFound } from './assets.ts';

export const compareRoute = operation({
  id: 'compareAssets',
  tag: 'Assets',
  summary: 'Compare an asset with an earlier one',
  description:
    'Tells which issues are fixed, which are still there, which have changed and which are new. Issues are the same if they ' +
    'are of the same defect and in the same place. A cut shifts the times after it; it is found by the curves of both recordings.',
  errors: [
    'submission_not_found',
    'asset_not_found',
    'asset_not_finished',
    'blob_unreadable',
    'list_timeout',
  ],
  params: assetPath,
  query: compareQuery,
  responses: { 200: comparison },
  async handle(request) {
    const { caller, params, query, deps } = request;
    const values = [params.submission_id, params.asset_id, query.with ?? null];
    const found = await readListAs(request, { read: comparedAssets, values });
    if (found === null) return throwNotFound(deps, caller, params.submission_id);
    const { asset, earlier } = JSON.parse(found) as ComparedAssets;
    if (query.with === asset.assetId)
      throw validationError({ field: 'with', message: 'must be another asset' });
    if (earlier === null && query.with === undefined)
      throw validationError({
        field: 'with',
        message: 'is required, because the asset replaces no other: the id of the asset to compare with',
      });
    if (earlier === null) throw new ApiError('asset_not_found');
    if (![asset, earlier].every(({ status }) => isTerminal(status))) throw new ApiError('asset_not_finished');
    return { status: 200, json: await compare(deps, earlier, asset) };
  },
});

/** Returns the comparison of two finished assets as JSON. Throws a 502 if issues or curves cannot be read. */
async function compare(deps: ApiDeps, earlier: ComparedAsset, asset: ComparedAsset): Promise<Buffer> {
  const { results, blobs } = deps;
  const readIssues = async ({ issuesKey }: ComparedAsset) =>
    issuesKey === null ? new Map<string, IssueTemplate>() : results.readIssues(issuesKey);
  const timeline = await readTimeline(blobs, earlier.seriesKey, asset.seriesKey).catch(throwUnreadable);
  const [before, after] = [await readIssues(earlier), await readIssues(asset)];
  const listOf = (issues: ReadonlyMap<string, IssueTemplate>) =>
    [...issues.values()].map(({ comparable }) => comparable);
  const compared = compareIssues(listOf(before), listOf(after), timeline, defectOf);
  const pieces = piecesOf({ asset, earlier, timeline, compared, before, after });
  return results.fill(pieces, { ...earlier.decisions, ...asset.decisions });
}

interface Compared {
  asset: ComparedAsset;
  earlier: ComparedAsset;
  timeline: TimelinePart[] | null;
  compared: Comparison;
  before: ReadonlyMap<string, IssueTemplate>;
  after: ReadonlyMap<string, IssueTemplate>;
}

/** Returns the JSON of a comparison. Issues are copied as they are stored, because there can be thousands. */
function piecesOf({ asset, earlier, timeline, compared, before, after }: Compared): Piece[] {
  const { submissionId, assetId, filename } = earlier;
  const head = {
    assetId: asset.assetId,
    with: { submissionId, assetId, filename },
    offsetSeconds: mainOffset(timeline ?? []),
    timeline,
  };
  const end = (fields: object | null) =>
    Buffer.from(fields === null ? '}' : `,${JSON.stringify(fields).slice(1)}`);
  const old = ({ id }: { id: string }) => before.get(id)!.pieces;
  const young = ({ id }: { id: string }) => after.get(id)!.pieces;
  const lists: Record<'fixed' | 'remaining' | 'changed' | 'new', Piece[][]> = {
    fixed: compared.fixed.map((issue) => [...old(issue), end(null)]),
    remaining: compared.remaining.map((pair) => [
      ...young(pair.after),
      end({ earlierIssueId: pair.before.id }),
    ]),
    changed: compared.changed.map((pair) => [
      ...young(pair.after),
      Buffer.from(',"earlier":'),
      ...old(pair.before),
      end(null),
      end({ earlierIssueId: pair.before.id, changes: pair.changes }),
    ]),
    new: compared.new.map((issue) => [...young(issue), end(null)]),
  };
  return [
    Buffer.from(JSON.stringify(head).slice(0, -1)),
    ...Object.entries(lists).flatMap(([name, issues]): Piece[] => [
      Buffer.from(`,"${name}":[`),
      ...joined(issues),
      Buffer.from(']'),
    ]),
    Buffer.from('}'),
  ];
}
