import type { Queryable } from '../database/database.ts';
import { type UnstartedEvidence, unstartedEvidence } from './evidence.ts';
import { type UnstartedPreview, unstartedPreviews } from './previews.ts';
import { type UnstartedSignOff, unstartedSignOffs } from './sign-offs.ts';

interface UnstartedRequests {
  previews: UnstartedPreview[];
  evidence: UnstartedEvidence[];
  signOffs: UnstartedSignOff[];
}

/**
 * Returns the previews, evidence and sign-offs whose workflow has not been started, oldest first. One statement reads
 * all, because the dispatcher asks every two seconds and usually finds nothing.
 * @param olderThanSeconds minimum age in seconds; the request that wrote a younger row may still start its workflow
 * @param limit maximum number of each
 */
export async function readUnstartedRequests(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<UnstartedRequests> {
  const listOf = (query: string) => `(select coalesce(json_agg(r), '[]') from (${query}) r)`;
  const { rows } = await db.query<UnstartedRequests>({
    name: 'read-unstarted-requests',
    text: `
      select ${listOf(unstartedPreviews)} as previews, ${listOf(unstartedEvidence)} as evidence,
        ${listOf(unstartedSignOffs)} as "signOffs"`,
    values: [olderThanSeconds, limit],
  });
  return rows[0]!;
}
