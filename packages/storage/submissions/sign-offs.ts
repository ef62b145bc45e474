import type { Actor } from '@assay/domain/actor.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { Decision } from '@assay/domain/contracts/decision.ts';
import type { ManualResult, ReportSignOff, SignOffState } from '@assay/domain/contracts/sign-off.ts';
import type { AssetStatus } from '@assay/domain/contracts/submission.ts';
import type { Severity } from '@assay/domain/sidekick.ts';
import type { JudgedVerdict, Verdict } from '@assay/domain/verdict.ts';
import type { ReportSignOffInput } from '@assay/domain/workflow-inputs.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';
import { iso, storedProfileJson } from '../database/json.ts';
import { authorJson, decisionsOf } from './decisions.ts';
import { ofNewestReport, reportKeySql } from './reports.ts';

/** A finished asset, with what a sign-off needs. */
export interface AssetSignOff {
  status: AssetStatus;
  version: number;
  issuesKey: string | null;
  /** Key of the newest report. Null if there is none. */
  reportKey: string | null;
  /** Verdict without a sign-off, and its reason. Null without a profile. */
  verdict: Verdict | null;
  reason: string | null;
  state: SignOffState | null;
  /** The manual checks of the profile. Null without a profile. */
  manualChecks: { code: string; text: string }[] | null;
  /** The severity that fails the asset. Null without a profile. */
  failsAt: Severity | null;
  decisions: Record<string, Decision>;
  /** The newest sign-off or withdrawal of this version of the asset. */
  newest:
    | (Omit<ReportSignOff, 'manualChecks'> & {
        manualChecks: ManualResult[] | null;
        verdict: Verdict;
        reason: string;
        isReported: boolean;
      })
    | null;
}

/** Arguments of `json_build_object` for the row `o` of `sign_offs`. */
const signOffFields = `'manualChecks', o.manual_checks, 'note', o.note, 'by', ${authorJson('o')}, 'at', ${iso('o.signed_at')}`;

/** SQL condition: no newer row of the asset exists, and the asset has not been retried since. */
const isNewest = `o.version = a.version and not exists (select from sign_offs n
          where n.submission_id = o.submission_id and n.asset_id = o.asset_id and n.id > o.id)`;

/** Reads the `AssetSignOff` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetSignOff: WorkspaceRead = {
  name: 'read-asset-sign-off',
  expression: `
    select json_build_object('status', a.status, 'version', a.version, 'issuesKey', a.issues_key,
      'reportKey', ${ofNewestReport(reportKeySql)}, 'verdict', a.verdict, 'reason', a.verdict_reason,
      'state', a.sign_off, 'manualChecks', p.profile -> 'manualChecks', 'failsAt', p.profile ->> 'failsAt',
      'decisions', ${decisionsOf('a')}, 'newest', (
        select json_build_object(${signOffFields}, 'verdict', o.verdict, 'reason', o.verdict_reason,
          'isReported', o.report_number is not null)
        from sign_offs o where o.submission_id = a.submission_id and o.asset_id = a.asset_id and ${isNewest}))::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    cross join lateral (select ${storedProfileJson} as profile) p
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`,
};

interface AssetOfVersion {
  submissionId: string;
  assetId: string;
  /** The version that the caller has seen. If the asset was retried since, nothing is recorded. */
  version: number;
}

export interface NewSignOff extends AssetOfVersion {
  /** A UUID of version 7. */
  id: string;
  manualChecks: readonly ManualResult[];
  note: string | null;
}

/**
 * Signs an asset off. Its decisions cannot change any more, until the sign-off is withdrawn.
 * @param judge returns the verdict that counts, by the decisions; if it throws, nothing is recorded
 * @returns false if the asset was retried or removed
 */
export async function signOffAsset(
  database: Database,
  workspaceId: string,
  signOff: NewSignOff,
  judge: (decisions: Readonly<Record<string, Decision>>) => JudgedVerdict,
  actor: Actor,
): Promise<boolean> {
  const { submissionId, assetId, version } = signOff;
  return inTransaction(database, async (tx) => {
    // Decisions in progress hold the row, so the next statement sees them.
    const { rowCount } = await tx.query({
      name: 'lock-asset-to-sign-off',
      text: `
        update assets set sign_off = 'done'
        where submission_id = $1 and asset_id = $2 and version = $3 and completed_at is not null and erased_at is null`,
      values: [submissionId, assetId, version],
    });
    if (rowCount === 0) return false;
    const { rows } = await tx.query<{ decisions: Record<string, Decision> }>({
      name: 'read-decisions-to-sign-off',
      text: `select ${decisionsOf('a')} as decisions from assets a where a.submission_id = $1 and a.asset_id = $2`,
      values: [submissionId, assetId],
    });
    const judged = judge(rows[0]!.decisions);
    const { id, manualChecks, note } = signOff;
    const row = { id, version, manualChecks, note, judged };
    await insertSignOff(tx, workspaceId, { submissionId, assetId }, row, judged.verdict, actor);
    return true;
  });
}

/**
 * Withdraws the sign-off of an asset. Does nothing if the asset is not signed off.
 * @param judged verdict of the asset without decisions
 * @param isNeeded whether the asset needs a sign-off
 * @returns false if nothing was recorded
 */
export async function withdrawSignOff(
  database: Database,
  workspaceId: string,
  { submissionId, assetId, version, id }: AssetOfVersion & { id: string },
  { judged, isNeeded }: { judged: JudgedVerdict; isNeeded: boolean },
  actor: Actor,
): Promise<boolean> {
  return inTransaction(database, async (tx) => {
    const { rowCount } = await tx.query({
      name: 'withdraw-sign-off',
      text: `
        update assets set sign_off = case when $4::boolean then 'needed' end
        where submission_id = $1 and asset_id = $2 and version = $3 and sign_off = 'done' and erased_at is null`,
      values: [submissionId, assetId, version, isNeeded],
    });
    if (rowCount === 0) return false;
    const row = { id, version, manualChecks: null, note: null, judged };
    await insertSignOff(
      tx,
      workspaceId,
      { submissionId, assetId },
      row,
      isNeeded ? 'incomplete' : null,
      actor,
    );
    return true;
  });
}

/** @param finalVerdict null for the verdict that the asset has without a sign-off */
async function insertSignOff(
  tx: Queryable,
  workspaceId: string,
  { submissionId, assetId }: { submissionId: string; assetId: string },
  row: Pick<NewSignOff, 'id' | 'version' | 'note'> & {
    manualChecks: readonly ManualResult[] | null;
    judged: JudgedVerdict;
  },
  finalVerdict: Verdict | null,
  actor: Actor,
): Promise<void> {
  const { id, version, manualChecks, note, judged } = row;
  await tx.query({
    name: manualChecks === null ? 'insert-withdrawn-sign-off' : 'insert-sign-off',
    text: `
      with o as (
        insert into sign_offs (submission_id, asset_id, id, version, manual_checks, note, verdict, verdict_reason,
          actor_kind, actor_id)
        values ($2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10::jsonb ->> 'kind', ($10::jsonb ->> 'name')::uuid)
        returning *
      ), audited as (${insertEntries({
        actor: '$10',
        workspaceId: '$1::uuid',
        action: manualChecks === null ? 'asset.withdraw_sign_off' : 'asset.sign_off',
        subject: `concat('submissions/', o.submission_id, '/assets/', o.asset_id)`,
        from: 'o',
      })})
      update assets a set final_verdict = coalesce($11::text, a.verdict)
      from o where a.submission_id = o.submission_id and a.asset_id = o.asset_id`,
    values: [
      workspaceId,
      ...[submissionId, assetId, id, version, manualChecks && JSON.stringify(manualChecks), note],
      ...[judged.verdict, judged.reason, actorJson(actor), finalVerdict],
    ],
  });
}

/** A row of `sign_offs` with the description of its workflow. */
export interface UnstartedSignOff extends ReportSignOffInput {
  workspaceId: string;
  environment: Environment;
}

/** SQL query: sign-offs whose workflow has not been started, oldest first. Parameters as in `unstartedPreviews`. */
export const unstartedSignOffs = `
      select o.submission_id as "submissionId", o.asset_id as "assetId", o.id as "signOffId",
        a.workspace_id as "workspaceId", a.environment
      from sign_offs o join assets a using (submission_id, asset_id)
      where o.workflow_started_at is null and o.signed_at < now() - make_interval(secs => $1)
      order by o.signed_at limit $2`;

/** Removes a sign-off from the outbox, because its workflow has been started. */
export async function markSignOffStarted(
  db: Queryable,
  { submissionId, assetId, signOffId }: ReportSignOffInput,
): Promise<void> {
  await db.query({
    name: 'mark-sign-off-started',
    text: `
      update sign_offs set workflow_started_at = now()
      where submission_id = $1 and asset_id = $2 and id = $3 and workflow_started_at is null`,
    values: [submissionId, assetId, signOffId],
  });
}

/** A sign-off with what its report needs. */
export interface SignOffToReport {
  /** Key and SHA-256 hash, in hexadecimal, of the report before. */
  reportKey: string;
  reportSha256: string;
  /** Null if the sign-off was withdrawn. */
  signOff: ReportSignOff | null;
  judged: JudgedVerdict;
  decisions: Record<string, Decision>;
  /** Ids of the revoked keys of reports. */
  revokedReportKeys: string[];
}

/**
 * Returns a sign-off that has no report. Null if it has one, a newer row exists, or the asset was retried or removed.
 */
export async function readSignOffToReport(
  db: Queryable,
  { submissionId, assetId, signOffId }: ReportSignOffInput,
): Promise<SignOffToReport | null> {
  const { rows } = await db.query<SignOffToReport>({
    name: 'read-sign-off-to-report',
    text: `
      select ${ofNewestReport(reportKeySql)} as "reportKey", ${ofNewestReport("encode(r.sha256, 'hex')")} as "reportSha256",
        case when o.manual_checks is not null then json_build_object(${signOffFields}) end as "signOff",
        json_build_object('verdict', o.verdict, 'reason', o.verdict_reason) as judged, ${decisionsOf('a')} as decisions,
        array(select key_id from report_keys where revoked_at is not null) as "revokedReportKeys"
      from sign_offs o join assets a using (submission_id, asset_id)
      where o.submission_id = $1 and o.asset_id = $2 and o.id = $3 and o.report_number is null and ${isNewest}
        and a.erased_at is null`,
    values: [submissionId, assetId, signOffId],
  });
  return rows[0] ?? null;
}

/** Records the report of a sign-off. Does nothing if `readSignOffToReport` would not return the sign-off. */
export async function recordSignOffReport(
  db: Queryable,
  { submissionId, assetId, signOffId }: ReportSignOffInput,
  { sha256, signature }: { sha256: string; signature: { keyId: string; json: string } | null },
): Promise<void> {
  await db.query({
    name: 'record-sign-off-report',
    text: `
      with o as (
        select o.* from sign_offs o join assets a using (submission_id, asset_id)
        where o.submission_id = $1 and o.asset_id = $2 and o.id = $3 and o.report_number is null and ${isNewest}
          and a.erased_at is null
        -- A retry or another sign-off in progress changes the row of the asset.
        for update
      ), reported as (
        insert into reports (submission_id, asset_id, number, sha256, signature, key_id)
        select o.submission_id, o.asset_id, 1 + (select max(number) from reports r
          where r.submission_id = o.submission_id and r.asset_id = o.asset_id), decode($4, 'hex'), $5, $6
        from o returning number
      )
      update sign_offs u set report_number = reported.number from o, reported
      where u.submission_id = o.submission_id and u.asset_id = o.asset_id and u.id = o.id`,
    values: [submissionId, assetId, signOffId, sha256, signature?.json ?? null, signature?.keyId ?? null],
  });
}
