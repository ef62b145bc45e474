import type { Decision } from '@assay/domain/contracts/decision.ts';
import type { Queryable } from '../database/database.ts';
import { newestOf } from './decisions.ts';
import type { AssetKey } from './submissions.ts';

/** A finished asset with the decisions about its issues, for the asset that replaces it. */
export interface ReplacedAsset extends AssetKey {
  issuesKey: string | null;
  seriesKey: string | null;
  decisions: DecisionToCarry[];
}

export interface DecisionToCarry {
  issueId: string;
  decision: Decision['decision'];
  reason: string | null;
  actorKind: string;
  actorId: string;
  /** As Postgres writes it, with microseconds. */
  decidedAt: string;
  evidenceIds: string[];
}

/** SQL expression: the `ReplacedAsset` of asset `a`. Null if there is none, or if it is hidden or not finished. */
export const replacedAsset = `(
  select json_build_object('submissionId', r.submission_id, 'assetId', r.asset_id, 'issuesKey', r.issues_key,
    'seriesKey', r.series_key, 'decisions', (
      select coalesce(json_agg(json_build_object('issueId', d.issue_id, 'decision', d.decision, 'reason', d.reason,
        'actorKind', d.actor_kind, 'actorId', d.actor_id, 'decidedAt', d.decided_at,
        'evidenceIds', d.evidence_ids)), '[]')
      from ${newestOf('r')} d where d.decision is not null))
  from assets r join submissions rs on rs.id = r.submission_id and rs.expired_at is null
  where r.submission_id = a.replaced_submission_id and r.asset_id = a.replaced_asset_id and r.erased_at is null
    and r.status in ('complete', 'failed'))`;

/** A decision about an issue of a replaced asset, which is carried over to the same issue of the newer one. */
export interface CarriedDecision extends Omit<DecisionToCarry, 'issueId'> {
  /** A UUID of version 7. */
  id: string;
  issueId: string;
  ruleId: string;
  ruleCode: string;
  summary: string;
  from: AssetKey & { issueId: string };
}

/**
 * Records decisions that were carried over, with their authors, times and evidence. Workflows copy the files of the
 * evidence. Skips issues about which somebody has decided, or withdrawn a decision.
 */
export async function insertCarried(
  tx: Queryable,
  { submissionId, assetId }: AssetKey,
  carried: readonly CarriedDecision[],
): Promise<void> {
  if (carried.length === 0) return;
  await tx.query({
    name: 'insert-carried-decisions',
    text: `
      insert into issue_decisions (submission_id, asset_id, workspace_id, environment, issue_id, id, decision, reason,
        rule_id, rule_code, summary, actor_kind, actor_id, decided_at, evidence_ids, carried_submission_id,
        carried_asset_id, carried_issue_id)
      select a.submission_id, a.asset_id, a.workspace_id, a.environment, c."issueId", c.id, c.decision, c.reason,
        c."ruleId", c."ruleCode", c.summary, c."actorKind", c."actorId", c."decidedAt", c."evidenceIds",
        (c."from" ->> 'submissionId')::uuid, (c."from" ->> 'assetId')::uuid, (c."from" ->> 'issueId')::uuid
      from assets a, jsonb_to_recordset($3::jsonb) as c ("issueId" uuid, id uuid, decision text, reason text,
        "ruleId" uuid, "ruleCode" text, summary text, "actorKind" text, "actorId" uuid, "decidedAt" timestamptz,
        "evidenceIds" uuid[], "from" jsonb)
      where a.submission_id = $1 and a.asset_id = $2 and not exists (select from issue_decisions d
        where d.submission_id = $1 and d.asset_id = $2 and d.issue_id = c."issueId")`,
    values: [submissionId, assetId, JSON.stringify(carried)],
  });
  const ids = new Set(carried.flatMap(({ evidenceIds }) => evidenceIds));
  if (ids.size === 0) return;
  const { from } = carried[0]!;
  await tx.query({
    name: 'insert-carried-evidence',
    text: `
      insert into evidence (submission_id, asset_id, id, title, url, filename, mime_type, size_bytes, upload_id, etag,
        carried_submission_id, carried_asset_id)
      select $1, $2, e.id, e.title, e.url, e.filename, e.mime_type, e.size_bytes, e.upload_id, e.etag,
        e.submission_id, e.asset_id
      from evidence e
      where e.submission_id = $3 and e.asset_id = $4 and e.id = any($5::uuid[])
      on conflict (submission_id, asset_id, id) do nothing`,
    values: [submissionId, assetId, from.submissionId, from.assetId, [...ids]],
  });
}
