import type { Queryable } from '../database/database.ts';
import { type UnstartedPreview, unstartedPreviews } from './previews.ts';
import { type UnstartedSignOff, unstartedSignOffs } from './sign-offs.ts';

/**
 * Returns the previews and sign-offs whose workflow has not been started, oldest first. One statement reads both,
 * because the dispatcher asks every two seconds and usually finds nothing.
 * @param olderThanSeconds minimum age in seconds; the request that wrote a younger row may still start its workflow
 * @param limit maximum number of each
 */
export async function readUnstartedRequests(
  db: Queryable,
  olderThanSeconds: number,
  limit: number,
): Promise<{ previews: UnstartedPreview[]; signOffs: UnstartedSignOff[] }> {
  const listOf = (query: string) => `(select coalesce(json_agg(r), '[]') from (${query}) r)`;
  const { rows } = await db.query<{ previews: UnstartedPreview[]; signOffs: UnstartedSignOff[] }>({
    name: 'read-unstarted-requests',
    text: `select ${listOf(unstartedPreviews)} as previews, ${listOf(unstartedSignOffs)} as "signOffs"`,
    values: [olderThanSeconds, limit],
  });
  return rows[0]!;
}
