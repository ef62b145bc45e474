import type { Actor } from '@assay/domain/actor.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { maxReportLinks, type ReportLink } from '@assay/domain/contracts/report-link.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';
import type { Queryable } from '../database/database.ts';
import { iso, storedProfileJson } from '../database/json.ts';
import { authorJson } from './decisions.ts';
import { ofNewestReport, reportKeySql } from './reports.ts';

const linkJson = `json_build_object('id', l.id, 'createdAt', ${iso('l.created_at')}, 'expiresAt', ${iso('l.expires_at')},
      'includesPictures', l.includes_pictures, 'by', ${authorJson('l')})`;

const ofAsset = (expression: string) => `
    select ${expression}
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`;

/** Reads the links of an asset as a JSON list. `$2` is the submission id, and `$3` the asset id. */
export const assetReportLinks: WorkspaceRead = {
  name: 'list-report-links',
  expression: ofAsset(`(select coalesce(json_agg(${linkJson} order by l.id), '[]') from report_links l
      where l.submission_id = a.submission_id and l.asset_id = a.asset_id and l.expires_at > now())::text`),
};

/** Reads whether an asset exists. `$2` is the submission id, `$3` the asset id, and `$4` the id of a link. */
export const assetOfReportLink: WorkspaceRead = {
  name: 'read-asset-of-report-link',
  expression: `${ofAsset(`'true'`)}
      and $4::uuid is not null`,
};

export interface NewReportLink {
  /** A UUID of version 7. */
  id: string;
  submissionId: string;
  assetId: string;
  tokenHash: Buffer;
  expiresInDays: number;
  includesPictures: boolean;
}

/**
 * Creates a link to the report of an asset, and removes links of the asset that have expired.
 * @returns the link; null if the asset has `maxReportLinks`. Concurrent requests can exceed this limit by a few.
 */
export async function createReportLink(
  db: Queryable,
  workspaceId: string,
  link: NewReportLink,
  actor: Actor,
): Promise<ReportLink | null> {
  const { rows } = await db.query<{ link: ReportLink }>({
    name: 'create-report-link',
    text: `
      with expired as (
        delete from report_links where submission_id = $2 and asset_id = $3 and expires_at <= now()
      ), l as (
        insert into report_links (id, submission_id, asset_id, token_hash, expires_at, includes_pictures, actor_kind, actor_id)
        select $4::uuid, $2::uuid, $3::uuid, $5::bytea, now() + make_interval(days => $6::integer), $7::boolean,
          $8::jsonb ->> 'kind', ($8::jsonb ->> 'name')::uuid
        where (select count(*) from report_links
          where submission_id = $2::uuid and asset_id = $3::uuid and expires_at > now()) < ${maxReportLinks}
        returning *
      ), audited as (${insertEntries({
        actor: '$8',
        workspaceId: '$1::uuid',
        action: 'report_link.create',
        subject: `concat('submissions/', l.submission_id, '/assets/', l.asset_id, '/report-links/', l.id)`,
        from: 'l',
      })}
      )
      select ${linkJson} as link from l`,
    values: [
      workspaceId,
      ...[
        link.submissionId,
        link.assetId,
        link.id,
        link.tokenHash,
        link.expiresInDays,
        link.includesPictures,
      ],
      actorJson(actor),
    ],
  });
  return rows[0]?.link ?? null;
}

/** Removes a link. Returns false if the asset has no such link. */
export async function revokeReportLink(
  db: Queryable,
  workspaceId: string,
  { submissionId, assetId, id }: Pick<NewReportLink, 'submissionId' | 'assetId' | 'id'>,
  actor: Actor,
): Promise<boolean> {
  const { rows } = await db.query({
    name: 'revoke-report-link',
    text: `
      with l as (
        delete from report_links where id = $4 and submission_id = $2 and asset_id = $3 returning *
      ), audited as (${insertEntries({
        actor: '$5',
        workspaceId: '$1::uuid',
        action: 'report_link.revoke',
        subject: `concat('submissions/', l.submission_id, '/assets/', l.asset_id, '/report-links/', l.id)`,
        from: 'l',
      })}
      )
      select from l`,
    values: [workspaceId, submissionId, assetId, id, actorJson(actor)],
  });
  return rows.length > 0;
}

/** The report that a link shows: the newest report of its asset. */
export interface SharedReport {
  workspaceId: string;
  reportKey: string;
  filename: string;
  /** SHA-256 of the report in hexadecimal. */
  sha256: string;
  /** The signature as JSON. Null if the report is not signed. */
  signature: string | null;
  /** The time stamp of the signature in base64. Null if there is none. */
  timeStamp: string | null;
  /** Key of the issues, beside which the pictures are. Null if the link has no pictures, or the asset no issues. */
  picturesBeside: string | null;
  /** Key of the series. Null if the asset has none. */
  seriesKey: string | null;
  /** The version of the profile that judges the asset. Null without a profile. */
  profile: Profile | null;
  expiresAt: string;
}

/**
 * Returns the report of a link. One statement decides for all links that do not work, so that they cannot be told apart
 * by time. Returns null if the link is unknown, revoked or expired, its data is erased, or its workspace is suspended.
 */
export async function findSharedReport(db: Queryable, tokenHash: Buffer): Promise<SharedReport | null> {
  const { rows } = await db.query<SharedReport>({
    name: 'find-shared-report',
    text: `
      select a.workspace_id as "workspaceId", a.filename, ${reportKeySql} as "reportKey", encode(r.sha256, 'hex') as sha256,
        r.signature, r.time_stamp as "timeStamp", case when l.includes_pictures then a.issues_key end as "picturesBeside",
        a.series_key as "seriesKey", ${storedProfileJson} as profile,
        ${iso('l.expires_at')} as "expiresAt"
      from report_links l
      join assets a on (a.submission_id, a.asset_id) = (l.submission_id, l.asset_id) and a.erased_at is null
      join submissions s on s.id = l.submission_id and s.expired_at is null
      join workspaces w on w.id = a.workspace_id and w.suspended_at is null and w.removed_at is null
      join lateral ${ofNewestReport('r.*')} r on true
      where l.token_hash = $1 and l.expires_at > now()`,
    values: [tokenHash],
  });
  return rows[0] ?? null;
}
