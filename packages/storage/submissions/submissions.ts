import { announceSandbox } from './sandbox-queue.ts';
import type { Actor } from '@assay/domain/actor.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { Metric } from '@assay/domain/pricing.ts';
import { maxPendingDays, type SandboxOutcome } from '@assay/domain/sandbox.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import { countSpending, isWithinSpendingLimit, startOfNextMonth } from '../accounts/spending-limits.ts';
import { countSandboxAssets, isWithinSandboxQuota, startOfNextDay } from './sandbox-quota.ts';
import { mustQueue } from './submission-queue.ts';
import type { Queryable } from '../database/database.ts';
import { assetJson, iso, profileJson } from '../database/json.ts';
import { searchText } from '../database/search-text.ts';
import { violatesForeignKey, violatesNotNull, violatesUnique } from '../database/database-errors.ts';
import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';

export interface NewAsset {
  assetId: string;
  blobPath: string;
  filename: string;
  assetType: AssetType | null;
  mimeType: string | null;
  metric: Metric | null;
  metricValue: number | null;
  credits: number;
  /** ETag of the priced bytes. Null if the asset is in the sandbox. */
  etag: string | null;
  /** Null if the asset is in the sandbox. */
  sizeBytes: number | null;
  /** Null if the asset is live. */
  sandboxOutcome: SandboxOutcome | null;
  /** Id of the charge in the ledger. Null in the sandbox, where nothing is charged. */
  ledgerEntryId: string | null;
  /** The earlier asset of which this one is a new version. Null or absent if there is none. */
  replaces?: AssetKey | null;
}

export interface AssetKey {
  submissionId: string;
  assetId: string;
}

/** A version of a profile. A version of a built-in profile is stored with the first submission that uses it. */
export interface SubmittedProfile {
  id: string;
  version: number;
  /** The content of a built-in profile. Null for a profile of the workspace, whose versions are stored. */
  content: ProfileContent | null;
}

export interface NewSubmission {
  submissionId: string;
  workspaceId: string;
  environment: Environment;
  sidekickIds: readonly string[];
  simulationDelaySeconds: number;
  /** The version of the profile that judges the assets. Null or absent without a profile. */
  profile?: SubmittedProfile | null;
  /** Null if the submission is in the sandbox. */
  priceBookVersion: number | null;
  /** The assets in the order of the request. */
  assets: readonly NewAsset[];
  /** W3C traceparent of the request. Null or absent if the request is not traced. */
  traceparent?: string | null;
  /** Limit of the workspace's live assets in progress (null: no limit). Beyond it, submissions are queued. */
  maxAssetsInWork?: number | null;
  /** Maximum number of the workspace's sandbox assets per day (null: no limit). Applies to the sandbox only. */
  maxSandboxPerDay?: number | null;
  /** The author of the audit entry. Null or absent to write no audit entry. */
  actor?: Actor | null;
}

/**
 * Outcome if a live submission would exceed the workspace's spending limit of the month, or a sandbox submission the
 * plan's quota of the day. Nothing was written.
 */
export interface LimitReached {
  /** Seconds until the next month or day begins, at least 1. */
  retryAfterSeconds: number;
}

/**
 * Writes a submission with its first version, its assets and their charges in one statement. Unique constraints detect
 * duplicates, so concurrent requests need no other lock. If the workspace has a spending limit or a sandbox quota, they
 * wait for the row that counts the month's credits or the day's sandbox assets.
 * @returns one of these outcomes. `inserted`: the caller can start the workflow now. `queued`: the dispatcher will
 *   start the submission later. `duplicate`: a blob path was already submitted in this workspace and environment, or
 *   its asset was erased. `upload gone`: upkeep has just removed an upload and its measurement. `LimitReached`: the
 *   submission would exceed the spending limit or the sandbox quota.
 */
export async function insertSubmission(
  db: Queryable,
  submission: NewSubmission,
): Promise<'inserted' | 'queued' | 'duplicate' | 'upload gone' | LimitReached> {
  try {
    const { rows } = await db.query<{ waits: boolean | null } & LimitReached>({
      name: 'insert-submission',
      // Without the order by blob path, two requests with common paths could deadlock.
      text: `
        with given as (
          select * from jsonb_to_recordset($7::jsonb) as w (
            position integer, "assetId" uuid, "blobPath" text, filename text, "assetType" text, "mimeType" text,
            metric text, "metricValue" integer, credits integer, etag text, "sizeBytes" bigint,
            "sandboxOutcome" text, "ledgerEntryId" uuid, "searchText" bytea, replaces jsonb)
        ), ${countSpending('$2', '(select sum(credits) from given)', `$3 = 'live'`)},
        ${countSandboxAssets('$2', '(select count(*)::integer from given)', '$11::integer')}, wanted as (
          select * from given where ${isWithinSpendingLimit} and ${isWithinSandboxQuota('$11::integer')}
        ), profile as (
          insert into profile_versions (profile_id, version, content)
          select $12::uuid, $13::integer, $14::jsonb where $14::jsonb is not null
          on conflict do nothing
        ), submission as (
          insert into submissions (id, workspace_id, environment, sidekick_ids, simulation_delay_seconds, profile_id,
            profile_version)
          select $1, $2, $3, $4, $5, $12, $13 where exists (select from wanted)
        ), version as (
          insert into submission_versions as v (submission_id, version, trigger, asset_ids, expected_count, traceparent,
            workspace_id, sandbox_workspace_id, waits)
          select $1, 1, 'created', array_agg("assetId" order by position),
            count(*) filter (where "sandboxOutcome" is distinct from 'pending'), $8,
            case when $3 = 'live' then $2 end, case when $3 = 'sandbox' then $2 end,
            $3 = 'live' and $9::integer is not null and ${mustQueue('$2', '$9')}
          from wanted having count(*) > 0
          returning waits, ${announceSandbox}
        ), inserted as (
          insert into assets (submission_id, asset_id, position, workspace_id, environment, blob_path, filename,
            asset_type, mime_type, status, metric, metric_value, credits, etag, size_bytes, sandbox_outcome,
            search_text, replaced_submission_id, replaced_asset_id)
          select $1, "assetId", position, $2, $3,
            -- An asset id that was erased cannot be submitted again.
            case when not exists (select from assets e where e.asset_id = "assetId" and e.erased_at is not null
              and e.workspace_id = $2 and e.environment = $3) then "blobPath" end,
            filename, "assetType", "mimeType",
            case when $3 = 'sandbox' then 'processing' else 'pending' end,
            metric, "metricValue", credits, etag, "sizeBytes", "sandboxOutcome", "searchText",
            (replaces ->> 'submissionId')::uuid, (replaces ->> 'assetId')::uuid
          from wanted order by "blobPath"
        ), charged as (
          insert into ledger_entries (id, workspace_id, submission_id, asset_id, kind, credits, price_book_version, etag)
          select "ledgerEntryId", $2, $1, "assetId", 'charge', credits, $6, etag
          from wanted where "ledgerEntryId" is not null
        ), audited as (${insertEntries({
          actor: '$10',
          workspaceId: '$2',
          action: 'submission.create',
          subject: `'submissions/' || $1::uuid`,
          from: 'version',
        })}
        )
        select (select waits from version) as waits,
          ceil(extract(epoch from case when $3 = 'live' then ${startOfNextMonth('now()')}
            else ${startOfNextDay('now()')} end - now()))::integer as "retryAfterSeconds"`,
      values: [
        submission.submissionId,
        submission.workspaceId,
        submission.environment,
        submission.sidekickIds,
        submission.simulationDelaySeconds,
        submission.priceBookVersion,
        JSON.stringify(
          submission.assets.map((asset, position) => ({
            position,
            ...asset,
            searchText: searchText(asset.filename),
          })),
        ),
        submission.traceparent ?? null,
        submission.maxAssetsInWork ?? null,
        actorJson(submission.actor ?? null),
        submission.environment === 'sandbox' ? (submission.maxSandboxPerDay ?? null) : null,
        submission.profile?.id ?? null,
        submission.profile?.version ?? null,
        submission.profile?.content ? JSON.stringify(submission.profile.content) : null,
      ],
    });
    const { waits, retryAfterSeconds } = rows[0]!;
    if (waits === null) return { retryAfterSeconds };
    return waits ? 'queued' : 'inserted';
  } catch (error) {
    if (violatesUnique(error, 'assets_blob_path_once') || violatesNotNull(error, 'blob_path'))
      return 'duplicate';
    if (violatesForeignKey(error, 'ledger_entries_asset_id_etag_fkey')) return 'upload gone';
    throw error;
  }
}

/**
 * Returns how many sandbox assets marked `pending` a workspace has, counted up to `limit`. Such an asset never
 * finishes, but its workflow ends after `maxPendingDays` days. Older assets are not counted.
 */
export async function countSandboxPending(
  db: Queryable,
  workspaceId: string,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'count-sandbox-pending',
    text: `
      select count(*)::integer as count from (
        select from assets where workspace_id = $1 and environment = 'sandbox' and sandbox_outcome = 'pending'
          and erased_at is null and created_at > now() - make_interval(days => ${maxPendingDays}) limit $2) a`,
    values: [workspaceId, limit],
  });
  return rows[0]!.count;
}

/**
 * Returns the id of a submission that contains one of the given blob paths, in this workspace and environment. If
 * several paths match, the first in the order of `blobPaths` decides. Returns null if no unexpired submission contains
 * any of the paths.
 */
export async function findSubmissionOfBlobPaths(
  db: Queryable,
  workspaceId: string,
  environment: Environment,
  blobPaths: readonly string[],
): Promise<string | null> {
  const { rows } = await db.query<{ submissionId: string }>({
    name: 'find-submission-of-blob-paths',
    text: `
      select s.id as "submissionId"
      from unnest($3::text[]) with ordinality as asked (blob_path, position)
      join assets a on a.workspace_id = $1 and a.environment = $2 and a.blob_path = asked.blob_path
      join submissions s on s.id = a.submission_id and s.expired_at is null
      order by asked.position limit 1`,
    values: [workspaceId, environment, blobPaths],
  });
  return rows[0]?.submissionId ?? null;
}

/**
 * Returns the assets with the given ids in this workspace and environment, by id. In the sandbox, an id can be in
 * several submissions; the newest counts. Assets that are erased or expired are left out.
 */
export async function findAssets(
  db: Queryable,
  workspaceId: string,
  environment: Environment,
  assetIds: readonly string[],
): Promise<Map<string, AssetKey>> {
  const { rows } = await db.query<AssetKey>({
    name: 'find-assets',
    text: `
      select distinct on (a.asset_id) a.asset_id as "assetId", a.submission_id as "submissionId"
      from assets a join submissions s on s.id = a.submission_id and s.expired_at is null
      where a.workspace_id = $1 and a.environment = $2 and a.asset_id = any ($3::uuid[]) and a.erased_at is null
      order by a.asset_id, a.submission_id desc`,
    values: [workspaceId, environment, assetIds],
  });
  return new Map(rows.map((key) => [key.assetId, key]));
}

/** Reads a submission as JSON in the format of the API. `$2` is the submission id. */
export const submissionBody: WorkspaceRead = {
  name: 'read-submission',
  expression: `
    select row_to_json(r)::text from (
      select s.id as "submissionId", s.workspace_id as "workspaceId", s.environment, s.status,
        s.error_message as "errorMessage", s.is_retryable as "isRetryable", s.version,
        x.credits as "creditsCharged", json_build_object('finished', x.finished, 'total', x.total) as progress,
        ${profileJson} as profile, s.verdict, x.assets, ${iso('s.created_at')} as "createdAt", ${iso('s.completed_at')} as "completedAt"
      from submissions s
      cross join lateral (
        select json_agg(${assetJson} order by a.position) filter (where a.erased_at is null) as assets,
          sum(a.credits) as credits, count(*) filter (where a.erased_at is null) as total,
          count(*) filter (where a.erased_at is null and a.status in ('complete', 'failed')) as finished
        from assets a where a.submission_id = s.id
      ) x
      where s.id = $2 and s.workspace_id = scope.workspace_id and s.expired_at is null and ${isVisible('s.environment')}
    ) r`,
  isPolled: true,
};

/** Reads the versions of a submission as JSON in the format of the API, oldest first. `$2` is the submission id. */
export const versionsBody: WorkspaceRead = {
  name: 'read-versions',
  expression: `
    select json_build_object(
      'submissionId', s.id,
      'versions', json_agg(json_build_object(
        'version', v.version, 'trigger', v.trigger, 'assetIds', v.asset_ids, 'status', v.status,
        'createdAt', ${iso('v.created_at')}, 'completedAt', ${iso('v.completed_at')}) order by v.version),
      'total', count(*))::text
    from submissions s
    join submission_versions v on v.submission_id = s.id
    where s.id = $2 and s.workspace_id = scope.workspace_id and s.expired_at is null and ${isVisible('s.environment')}
    group by s.id`,
};

export interface VersionKey {
  submissionId: string;
  version: number;
}

/** Returns the given versions whose assets have all finished. Sandbox assets marked `pending` are ignored. */
export async function readFinishedVersions(
  db: Queryable,
  versions: readonly VersionKey[],
): Promise<VersionKey[]> {
  const { rows } = await db.query<VersionKey>({
    name: 'read-finished-versions',
    text: `
      select v.submission_id as "submissionId", v.version
      from unnest($1::uuid[], $2::integer[]) as asked (submission_id, version)
      join submission_versions v using (submission_id, version)
      where v.finished_count = v.expected_count`,
    values: [versions.map(({ submissionId }) => submissionId), versions.map(({ version }) => version)],
  });
  return rows;
}
