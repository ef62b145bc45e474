import type { Metric } from '@assay/domain/pricing.ts';
import type { Queryable } from '../database/database.ts';

/** A ledger entry with the asset and the measurement from which the credits were calculated. */
export interface LedgerEntry {
  id: string;
  createdAt: Date;
  kind: 'charge' | 'reversal';
  /** Negative if the entry is a reversal. */
  credits: number;
  submissionId: string;
  assetId: string;
  filename: string;
  priceBookVersion: number;
  /** ETag of the priced bytes. */
  etag: string;
  sizeBytes: number;
  /** Null if the type of the asset has a flat price. */
  metric: Metric | null;
  /** Value in seconds or pages. Null if the type of the asset has a flat price. */
  metricValue: number | null;
  /** How `metricValue` was determined. */
  measurement: Record<string, unknown>;
}

/** Returns a workspace's ledger, oldest entry first. */
export async function listLedger(db: Queryable, workspaceId: string): Promise<LedgerEntry[]> {
  const { rows } = await db.query<LedgerEntry>(
    `select l.id, l.created_at as "createdAt", l.kind, l.credits, l.submission_id as "submissionId",
       l.asset_id as "assetId", a.filename, l.price_book_version as "priceBookVersion", l.etag,
       m.size_bytes as "sizeBytes", m.metric, m.metric_value as "metricValue", m.details as measurement
     from ledger_entries l
     join assets a on a.submission_id = l.submission_id and a.asset_id = l.asset_id
     join measurements m on m.asset_id = l.asset_id and m.etag = l.etag
     where l.workspace_id = $1
     order by l.created_at, l.id`,
    [workspaceId],
  );
  return rows;
}
