import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { JudgedVerdict } from '@assay/domain/verdict.ts';
import type { MediaFacts } from '@assay/domain/media-facts.ts';
import type { AssetSidekicks } from '@assay/domain/recorded-result.ts';
import type { FinalSandboxOutcome } from '@assay/domain/sandbox.ts';
import { type Severity, severities } from '@assay/domain/sidekick.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';
import { storedProfileJson } from '../database/json.ts';
import { insertEvents, type NewEvent } from '../webhooks/events.ts';
import { customJson, resultsJson } from './checks.ts';
import {
  type CarriedDecision,
  insertCarried,
  replacedAsset,
  type ReplacedAsset,
} from './carried-decisions.ts';
import { ofNewestReport } from './reports.ts';
import { lockSubmission, rollUpSubmission } from './roll-up.ts';
import { lockSpendingLimit, monthOf } from '../accounts/spending-limits.ts';

export interface RuleCount {
  ruleCode: string;
  severity: Severity;
  /** At least 1. */
  issueCount: number;
}

/** The final state of an asset in one version of its submission. */
export interface AssetEnd {
  assetId: string;
  /** Null if the asset completed. */
  failure: { errorType: string; errorMessage: string; isRetryable: boolean } | null;
  issueCount: number;
  /** The asset's issues, counted by rule and severity. The counts add up to `issueCount`. */
  ruleCounts: readonly RuleCount[];
  /** Key of the issues in the blob store. Null if there are no issues. */
  issuesKey: string | null;
  /** Key of the topics in the blob store. Null if there are no topics. */
  topicsKey: string | null;
  /** SHA-256 hash of the report in hexadecimal. Absent or null in the sandbox, which has no reports. */
  reportSha256?: string | null;
  /** The signature of the report as JSON, and the id of its key. Absent or null if it is not signed. */
  signature?: { keyId: string; json: string } | null;
  /** Verdict by the profile of the submission. Absent or null without a profile. */
  verdict?: JudgedVerdict | null;
  /** True if the profile needs a person to sign the asset off. Absent: false. */
  needsSignOff?: boolean;
  /** SHA-256 hash of the asset in hexadecimal. Absent or null to keep the recorded hash, if any. */
  sha256?: string | null;
  /** Facts about the decoded file. Absent or null to keep the recorded facts, if any. */
  media?: MediaFacts | null;
  /** Blob key of the asset's series. Absent or null to keep the recorded key, if any. */
  seriesKey?: string | null;
}

/** The end of a live asset. */
interface LiveAssetEnd extends AssetEnd {
  /** The decisions about issues of the asset that this one replaces, for the same issues of this one. Absent: none. */
  carried?: readonly CarriedDecision[];
}

/** Returns an SQL expression: the number of issues of asset `a` that have the given severity. */
const countOf = (severity: Severity) =>
  `(select coalesce(sum(issue_count), 0) from rule_counts where asset_id = a.asset_id and severity = '${severity}')`;

/**
 * Finishes assets with the counts of their issues, adds them to the version's count of finished assets, and rolls up
 * the status of the submission. The version is a fencing token: an asset that has finished, or that a newer version
 * processes, is not changed.
 * @returns the ids of the assets that this call finished
 */
async function endAssets(
  tx: Queryable,
  submissionId: string,
  version: number,
  ends: readonly AssetEnd[],
): Promise<string[]> {
  await lockSubmission(tx, submissionId);
  const { rows } = await tx.query<{ assetId: string }>({
    name: 'end-assets',
    text: `
      with wanted as (
        select * from jsonb_to_recordset($3::jsonb) as w (
          "assetId" uuid, failure jsonb, "issueCount" integer, "ruleCounts" jsonb, "issuesKey" text, "topicsKey" text,
          "reportSha256" text, signature jsonb, sha256 text, media jsonb, "seriesKey" text, verdict jsonb,
          "needsSignOff" boolean)
      ), rule_counts as (
        select w."assetId" as asset_id, r."ruleCode" as rule_code, r.severity, r."issueCount" as issue_count
        from wanted w cross join lateral jsonb_to_recordset(w."ruleCounts") as r (
          "ruleCode" text, severity text, "issueCount" integer)
      ), ended as (
        update assets a set
          status = case when w.failure is null then 'complete' else 'failed' end,
          error_type = w.failure ->> 'errorType', error_message = w.failure ->> 'errorMessage',
          is_retryable = coalesce((w.failure ->> 'isRetryable')::boolean, false),
          issue_count = w."issueCount", issues_key = w."issuesKey", topics_key = w."topicsKey",
          ${severities.map((severity) => `${severity}_count = ${countOf(severity)}`).join(', ')},
          sha256 = coalesce(a.sha256, decode(w.sha256, 'hex')), media = coalesce(w.media, a.media),
          series_key = coalesce(w."seriesKey", a.series_key), completed_at = now(),
          verdict = w.verdict ->> 'verdict', verdict_reason = w.verdict ->> 'reason',
          sign_off = case when w."needsSignOff" then 'needed' end,
          final_verdict = case when w."needsSignOff" then 'incomplete' else w.verdict ->> 'verdict' end
        from wanted w
        where a.submission_id = $1 and a.asset_id = w."assetId" and a.version = $2
          and a.status in ('pending', 'processing')
        returning a.asset_id, a.status, a.workspace_id, a.environment
      ), progressed as (
        delete from asset_progress p using ended e where p.submission_id = $1 and p.asset_id = e.asset_id
      ), recorded as (
        insert into asset_rules (submission_id, asset_id, rule_code, severity, workspace_id, environment, issue_count)
        select $1, e.asset_id, r.rule_code, r.severity, e.workspace_id, e.environment, r.issue_count
        from ended e join rule_counts r on r.asset_id = e.asset_id
        on conflict (submission_id, asset_id, rule_code, severity) do update set issue_count = excluded.issue_count
      ), reported as (
        insert into reports (submission_id, asset_id, number, sha256, signature, key_id)
        select $1, e.asset_id, 1 + coalesce(max(r.number), 0), decode(w."reportSha256", 'hex'),
          w.signature ->> 'json', w.signature ->> 'keyId'
        from ended e join wanted w on w."assetId" = e.asset_id and w."reportSha256" is not null
        left join reports r on r.submission_id = $1 and r.asset_id = e.asset_id
        group by e.asset_id, w."reportSha256", w.signature
      ), counted as (
        select count(*)::integer as finished, (count(*) filter (where status = 'failed'))::integer as failed from ended
      ), advanced as (
        update submission_versions v set
          finished_count = v.finished_count + c.finished,
          failed_count = v.failed_count + c.failed,
          workflow_started_at = coalesce(v.workflow_started_at, now()),
          status = case
            when v.finished_count + c.finished < v.expected_count then 'processing'
            when v.failed_count + c.failed > 0 then 'failed'
            else 'complete'
          end,
          completed_at = case when v.finished_count + c.finished = v.expected_count then now() end
        from counted c
        where v.submission_id = $1 and v.version = $2 and c.finished > 0
      )
      select asset_id as "assetId" from ended`,
    values: [submissionId, version, JSON.stringify(ends)],
  });
  if (rows.length > 0) await rollUpSubmission(tx, submissionId);
  return rows.map((row) => row.assetId);
}

/**
 * Records the end of a live asset with its event and deliveries in one transaction. The call is idempotent: a repeated
 * call changes nothing.
 * @param reversalId id for the ledger entry that reverses the asset's charge; null to keep the charge. The charge is
 *   also kept if a sidekick has examined the asset.
 */
export async function recordAssetEnd(
  database: Database,
  submissionId: string,
  version: number,
  { carried = [], ...end }: LiveAssetEnd,
  event: NewEvent & { workspaceId: string },
  reversalId: string | null,
): Promise<void> {
  const record = async (tx: Queryable) => {
    const ended = await endAssets(tx, submissionId, version, [end]);
    if (ended.length === 0) return;
    await insertCarried(tx, { submissionId, assetId: end.assetId }, carried);
    const { workspaceId, ...fields } = event;
    if (reversalId !== null) {
      await lockSpendingLimit(tx, workspaceId);
      await reverseCharge(tx, submissionId, end.assetId, reversalId);
    }
    await insertEvents(tx, workspaceId, submissionId, [fields]);
  };
  await inTransaction(database, record);
}

/** Records the ends of sandbox assets. Writes no events: only the fire endpoint does (specification 6). */
export async function recordSandboxEnds(
  database: Database,
  submissionId: string,
  version: number,
  ends: readonly AssetEnd[],
): Promise<void> {
  await inTransaction(database, (tx) => endAssets(tx, submissionId, version, ends));
}

/**
 * Reverses an asset's charge, unless a sidekick has examined the asset in any version. The ledger is append-only, so
 * the reversal is a separate entry with negative credits. The credits are returned to the spending limit of the month
 * in which they were charged.
 */
async function reverseCharge(
  tx: Queryable,
  submissionId: string,
  assetId: string,
  id: string,
): Promise<void> {
  await tx.query({
    name: 'reverse-charge',
    text: `
      with charge as (
        select * from ledger_entries where submission_id = $1 and asset_id = $2 and kind = 'charge'
          and not exists (select from sidekick_results where submission_id = $1 and asset_id = $2)
      ), reversed as (
        insert into ledger_entries (id, workspace_id, submission_id, asset_id, kind, credits, price_book_version, etag)
        select $3, workspace_id, submission_id, asset_id, 'reversal', -credits, price_book_version, etag from charge
        returning submission_id, asset_id
      ), returned as (
        update monthly_spending s set credits = s.credits - c.credits
        from charge c where s.workspace_id = c.workspace_id and s.month = ${monthOf('c.created_at')}
      )
      update assets a set credits = 0
      from reversed r where a.submission_id = r.submission_id and a.asset_id = r.asset_id`,
    values: [submissionId, assetId, id],
  });
}

/** An unfinished asset with the data that its sidekicks and its event need. */
export interface AssetInWork {
  workspaceId: string;
  assetId: string;
  filename: string;
  mimeType: string | null;
  assetType: string | null;
  /** The charged seconds or pages. Null if the type of the asset has a flat price. */
  metricValue: number | null;
  /** ETag of the upload that was priced. */
  etag: string | null;
  sizeBytes: number | null;
  /** Key of the permanent copy. Null until the copy is made. */
  blobKey: string | null;
  /** ETag of the permanent copy. Equals `etag` unless the storage gives every copy a new ETag. */
  blobEtag: string | null;
  sidekickIds: string[];
  /** The version of the profile that judges the asset. Null without a profile. */
  profile: Profile | null;
  sandboxOutcome: FinalSandboxOutcome | 'pending' | null;
}

const assetInWork = `a.workspace_id as "workspaceId", a.asset_id as "assetId", a.filename, a.mime_type as "mimeType",
        a.asset_type as "assetType", a.metric_value as "metricValue", a.etag, a.size_bytes as "sizeBytes",
        a.blob_key as "blobKey", coalesce(a.blob_etag, a.etag) as "blobEtag", s.sidekick_ids as "sidekickIds",
        ${storedProfileJson} as profile,
        a.sandbox_outcome as "sandboxOutcome"`;

/** An unfinished asset with the data that its report needs. */
export interface AssetToRecord extends AssetInWork, AssetSidekicks {
  metric: 'durationSeconds' | 'pages' | null;
  /** Credits that were charged. */
  credits: number;
  /** SHA-256 hash of the asset in hexadecimal. Null if it is not recorded yet. */
  sha256: string | null;
  /** Facts about the decoded file. Null if they are not recorded yet. */
  media: MediaFacts | null;
  /** Blob key of the asset's series. Null if it is not recorded yet. */
  seriesKey: string | null;
  /** The finished asset that this one replaces. Null if there is none. */
  replaced: ReplacedAsset | null;
  /** SHA-256 hash of the asset's last report in hexadecimal. Null if it has none. */
  previousReport: string | null;
  /** Ids of the revoked keys of reports. */
  revokedReportKeys: string[];
  /** Whether the workspace has decided about issues of live assets. */
  hasDecisions: boolean;
  /** The current libraries of rulings with their versions, as one text. Null if there are none. */
  libraries: string | null;
}

/** As `readAssetInWork`, with the data for the report. */
export async function readAssetToRecord(
  db: Queryable,
  submissionId: string,
  assetId: string,
  version: number,
): Promise<AssetToRecord | null> {
  const rulesOf = (table: string) => `${table}.rules`;
  const { rows } = await db.query<AssetToRecord>({
    name: 'read-asset-to-record',
    text: `
      select ${assetInWork}, a.metric, a.credits, encode(a.sha256, 'hex') as sha256, a.media,
        a.series_key as "seriesKey", ${replacedAsset} as replaced,
        ${ofNewestReport("encode(r.sha256, 'hex')")} as "previousReport",
        array(select key_id from report_keys where revoked_at is not null) as "revokedReportKeys",
        exists (select from issue_decisions d where d.workspace_id = a.workspace_id and d.environment = 'live'
          and d.decision is not null and (d.wording is not null or d.excess is not null)) as "hasDecisions",
        (select string_agg(name || ' ' || version, ', ' order by name) from precedent_libraries
         where ended_at is null) as libraries,
        ${resultsJson(rulesOf)} as results, ${customJson(rulesOf)} as custom
      from assets a join submissions s on s.id = a.submission_id
      where a.submission_id = $1 and a.asset_id = $2 and a.version = $3 and a.status in ('pending', 'processing')`,
    values: [submissionId, assetId, version],
  });
  return rows[0] ?? null;
}

/** Returns an unfinished asset of this version. Null if it has finished or a newer version processes it. */
export async function readAssetInWork(
  db: Queryable,
  submissionId: string,
  assetId: string,
  version: number,
): Promise<AssetInWork | null> {
  const { rows } = await db.query<AssetInWork>({
    name: 'read-asset-in-work',
    text: `
      select ${assetInWork}
      from assets a join submissions s on s.id = a.submission_id
      where a.submission_id = $1 and a.asset_id = $2 and a.version = $3 and a.status in ('pending', 'processing')`,
    values: [submissionId, assetId, version],
  });
  return rows[0] ?? null;
}

/**
 * Records the storage key and ETag of an asset's permanent copy and sets the asset's status to `processing`. Only the
 * first call stores the key and the ETag, so a stalled worker cannot replace them later. Changes nothing if the asset
 * has finished or a newer version processes it.
 * @param sha256 SHA-256 hash of the copy; null if it is recorded later
 */
export async function markSecured(
  db: Queryable,
  submissionId: string,
  assetId: string,
  version: number,
  blobKey: string,
  blobEtag: string,
  sha256: Buffer | null,
): Promise<void> {
  await db.query({
    name: 'mark-secured',
    text: `
      update assets set status = 'processing', blob_key = coalesce(blob_key, $4), blob_etag = coalesce(blob_etag, $5),
        sha256 = case when blob_key is null then $6 else sha256 end
      where submission_id = $1 and asset_id = $2 and version = $3 and status in ('pending', 'processing')`,
    values: [submissionId, assetId, version, blobKey, blobEtag, sha256],
  });
}
