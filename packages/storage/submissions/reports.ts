import type { StampReportInput } from '@assay/domain/workflow-inputs.ts';
import type { Queryable } from '../database/database.ts';

/** Returns an SQL expression: the blob key of the report in row `r` of `reports`, as `reportKey` makes it. */
export const reportKeySql = `concat('reports/', r.submission_id, '/', r.asset_id, '/', encode(r.sha256, 'hex'), '.json')`;

/** Returns an SQL query for an expression of the newest row `r` of `reports` of asset `a`. */
export const ofNewestReport = (expression: string) => `(select ${expression} from reports r
        where r.submission_id = a.submission_id and r.asset_id = a.asset_id order by r.number desc limit 1)`;

const isReport = "submission_id = $1 and asset_id = $2 and sha256 = decode($3, 'hex')";

/** Returns the signature of a report as JSON. Null if the report has a time stamp, is not signed or was removed. */
export async function readReportToStamp(
  db: Queryable,
  { submissionId, assetId, sha256 }: StampReportInput,
): Promise<string | null> {
  const { rows } = await db.query<{ signature: string | null }>({
    name: 'read-report-to-stamp',
    text: `select signature from reports where ${isReport} and time_stamp is null`,
    values: [submissionId, assetId, sha256],
  });
  return rows[0]?.signature ?? null;
}

/** @param stamp the time stamp token (RFC 3161) in base64, and its time */
export async function recordTimeStamp(
  db: Queryable,
  { submissionId, assetId, sha256 }: StampReportInput,
  { token, at }: { token: string; at: Date },
): Promise<void> {
  await db.query({
    name: 'record-time-stamp',
    text: `update reports set time_stamp = $4, time_stamped_at = $5 where ${isReport} and time_stamp is null`,
    values: [submissionId, assetId, sha256, token, at],
  });
}
