import type { Actor } from '@assay/domain/actor.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { Decision } from '@assay/domain/contracts/decision.ts';
import type { PrecedentFeatures } from '@assay/domain/precedents/features.ts';
import type { AssetStatus } from '@assay/domain/contracts/submission.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';
import { iso } from '../database/json.ts';
import { evidenceIds, evidenceOf, type EvidenceToAdd, insertEvidence } from './evidence.ts';
import type { AssetKey } from './submissions.ts';

/** Returns an SQL expression: who wrote the row `row`, a decision or sign-off. */
export const authorJson = (row: string) => `json_build_object('kind', ${row}.actor_kind,
      'id', ${row}.actor_id, 'name', coalesce(
        (select name from api_keys k where ${row}.actor_kind = 'key' and k.id = ${row}.actor_id),
        (select name from members m where ${row}.actor_kind = 'member' and m.id = ${row}.actor_id)))`;

/** Arguments of `json_build_object` for the row `d` of `issue_decisions`. */
const decisionFields = `'decision', d.decision, 'reason', d.reason, 'by', ${authorJson('d')},
    'at', ${iso('d.decided_at')}, 'evidence', ${evidenceOf}, 'carriedFrom', case when d.carried_issue_id is not null then json_build_object(
      'submissionId', d.carried_submission_id, 'assetId', d.carried_asset_id, 'issueId', d.carried_issue_id) end`;

/** Returns an SQL expression: the newest decision about each issue of an asset. */
export const newestOf = (asset: string) => `(select distinct on (issue_id) * from issue_decisions
        where submission_id = ${asset}.submission_id and asset_id = ${asset}.asset_id order by issue_id, id desc)`;

/** An asset with the decisions about its issues. */
export interface AssetIssues {
  status: AssetStatus;
  issuesKey: string | null;
  /** By the id of the issue. */
  decisions: Record<string, Decision>;
}

/** Returns an SQL expression: the decisions about the issues of an asset, by the id of the issue. */
export const decisionsOf = (asset: string) => `(
      select coalesce(json_object_agg(d.issue_id, json_build_object(${decisionFields})), '{}')
      from ${newestOf(asset)} d
      where d.decision is not null)`;

const ofAsset = (fields: string) => `
    select json_build_object('status', a.status, ${fields})::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`;

/** Reads the `AssetIssues` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetIssues: WorkspaceRead = {
  name: 'read-asset-issues',
  expression: ofAsset(`'issuesKey', a.issues_key, 'decisions', ${decisionsOf('a')}`),
};

/** An asset about whose issues is decided. */
export interface AssetToDecide {
  status: AssetStatus;
  environment: Environment;
  issuesKey: string | null;
  /** Ids of the evidence that its decisions have. */
  evidenceIds: string[];
}

const assetToDecideFields = `'environment', a.environment, 'issuesKey', a.issues_key, 'evidenceIds', ${evidenceIds}`;

/** Reads the `AssetToDecide`. `$2` is the submission id, and `$3` the asset id. */
export const assetToDecide: WorkspaceRead = {
  name: 'read-asset-to-decide',
  expression: ofAsset(assetToDecideFields),
};

/** As `assetToDecide`. `$4` is the id of an issue, which only S3 knows. */
export const assetOfIssue: WorkspaceRead = {
  name: 'read-asset-of-issue',
  expression: `${ofAsset(assetToDecideFields)}
      and $4::uuid is not null`,
};

/** Reads the status of an asset and all its decisions. `$2` is the submission id, and `$3` the asset id. */
export const assetDecisions: WorkspaceRead = {
  name: 'list-asset-decisions',
  expression: ofAsset(`'decisions', (
      select coalesce(json_agg(json_build_object('issueId', d.issue_id, 'ruleCode', d.rule_code,
        'summary', d.summary, ${decisionFields}) order by d.id), '[]')
      from issue_decisions d where d.submission_id = a.submission_id and d.asset_id = a.asset_id)`),
};

/** Days of which decisions are counted. */
export const countedDays = 90;

/**
 * Counts the decisions of the last 90 days by rule, the most disputed rule first. Only the newest decision of an issue
 * counts, unless it was withdrawn. `$2` is the environment.
 */
export const ruleDecisions: WorkspaceRead = {
  name: 'count-rule-decisions',
  expression: `
    select coalesce(json_agg(r order by r.disputed desc, r.waived desc, r.accepted desc, r."ruleCode"), '[]')::text
    from (
      select d.rule_code as "ruleCode", (count(*) filter (where d.decision = 'accepted'))::integer as accepted,
        (count(*) filter (where d.decision = 'waived'))::integer as waived,
        (count(*) filter (where d.decision = 'disputed'))::integer as disputed
      from issue_decisions d
      where d.workspace_id = scope.workspace_id and d.environment = $2 and d.decision is not null
        and d.carried_issue_id is null
        and d.decided_at > now() - interval '${countedDays} days' and ${isVisible('d.environment')}
        and not exists (select from issue_decisions n where n.submission_id = d.submission_id
          and n.asset_id = d.asset_id and n.issue_id = d.issue_id and n.id > d.id)
      group by d.rule_code
    ) r`,
};

/** An issue about which is decided, with what a decision about it keeps. */
export interface IssueToDecide {
  /** Id of the decision: a UUID of version 7. */
  id: string;
  issueId: string;
  ruleId: string;
  ruleCode: string;
  summary: string;
  features: PrecedentFeatures;
}

/** The evidence of a decision that is recorded. */
export interface NewDecisionEvidence {
  /** Evidence that the asset does not have yet. */
  added: readonly EvidenceToAdd[];
  /** Ids of all evidence of the decision, in its order. */
  ids: readonly string[];
}

export interface NewDecisions extends AssetKey {
  /** Null to withdraw the decisions. */
  decision: Decision['decision'] | null;
  reason: string | null;
  evidence: NewDecisionEvidence;
  /** Each issue once. At least one. */
  issues: readonly IssueToDecide[];
}

/**
 * Records one decision about issues of an asset. Does nothing if the asset is signed off, or about issues whose
 * decision is to be withdrawn and that have none.
 * @returns the decision; null if decisions were withdrawn
 */
export async function recordDecisions(
  database: Database,
  workspaceId: string,
  decisions: NewDecisions,
  actor: Actor,
): Promise<Decision | null | 'signed off'> {
  const { added } = decisions.evidence;
  if (added.length === 0) return insertDecisions(database, workspaceId, decisions, actor);
  return inTransaction(database, async (tx) => {
    await insertEvidence(tx, decisions, added);
    return insertDecisions(tx, workspaceId, decisions, actor);
  });
}

async function insertDecisions(
  db: Queryable,
  workspaceId: string,
  { submissionId, assetId, decision, reason, evidence, issues }: NewDecisions,
  actor: Actor,
): Promise<Decision | null | 'signed off'> {
  const { rows } = await db.query<{ decision: Decision | null; isOpen: boolean }>({
    name: decision === null ? 'withdraw-decisions' : 'record-decisions',
    text: `
      with a as (
        -- A sign-off in progress changes this row, and is waited for.
        select workspace_id, environment from assets
        where submission_id = $2::uuid and asset_id = $3::uuid and sign_off is distinct from 'done'
        for share
      ), d as (
        insert into issue_decisions (submission_id, asset_id, workspace_id, environment, issue_id, id, decision, reason,
          rule_id, rule_code, summary, wording, excess, unit, direction, actor_kind, actor_id, evidence_ids)
        select $2::uuid, $3::uuid, a.workspace_id, a.environment, i."issueId", i.id, $4::text, $5, i."ruleId",
          i."ruleCode", i.summary, f.wording, f.excess, f.unit, f.direction, $6::jsonb ->> 'kind',
          ($6::jsonb ->> 'name')::uuid, $8::uuid[]
        from a, jsonb_to_recordset($7::jsonb) as i (
            id uuid, "issueId" uuid, "ruleId" uuid, "ruleCode" text, summary text, features jsonb),
          jsonb_to_record(i.features) as f (wording text, excess double precision, unit text, direction text)
        where $4::text is not null or exists (
          select from (select decision from issue_decisions
            where submission_id = $2::uuid and asset_id = $3::uuid and issue_id = i."issueId"
            order by id desc limit 1) l
          where l.decision is not null)
        returning *
      ), audited as (${insertEntries({
        actor: '$6',
        workspaceId: '$1::uuid',
        action: decision === null ? 'issue.withdraw_decision' : 'issue.decide',
        subject: `concat('submissions/', d.submission_id, '/assets/', d.asset_id, '/issues/', d.issue_id)`,
        from: 'd',
      })}
      )
      select (select json_build_object(${decisionFields}) from d limit 1) as decision,
        exists (select from a) as "isOpen"`,
    values: [
      ...[workspaceId, submissionId, assetId, decision, reason],
      ...[actorJson(actor), JSON.stringify(issues), evidence.ids],
    ],
  });
  const [recorded] = rows;
  if (recorded?.isOpen !== true) return 'signed off';
  return decision === null ? null : recorded.decision;
}
