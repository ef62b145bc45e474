import type { Actor } from '@assay/domain/actor.ts';
import type { PriceBook } from '@assay/domain/pricing.ts';
import { actorJson, insertEntries } from './audit-log.ts';
import type { Queryable } from '../database/database.ts';

export interface ListedPriceBook extends PriceBook {
  createdAt: Date;
}

const columns = `
  version, video_seconds as "videoSeconds", video_credits as "videoCredits", page_credits as "pageCredits",
  flat_credits as "flatCredits", created_at as "createdAt"`;

/** Returns all price books, newest first. The newest price book is in force. */
export async function listPriceBooks(db: Queryable): Promise<ListedPriceBook[]> {
  const { rows } = await db.query<ListedPriceBook>(
    `select ${columns} from price_books order by version desc`,
  );
  return rows;
}

/**
 * Adds a price book and returns it. The new price book is a copy of the newest one with the given changes,
 * and is in force immediately. Earlier price books are kept, because charges refer to them.
 */
export async function addPriceBook(
  db: Queryable,
  changes: Partial<Omit<PriceBook, 'version'>>,
  actor: Actor | null = null,
): Promise<ListedPriceBook> {
  const { rows } = await db.query<ListedPriceBook>(
    `with added as (
     insert into price_books (version, video_seconds, video_credits, page_credits, flat_credits)
     select version + 1, coalesce($1, video_seconds), coalesce($2, video_credits), coalesce($3, page_credits),
       coalesce($4, flat_credits)
     from price_books order by version desc limit 1
     returning *
     ), audited as (${insertEntries({
       actor: '$5',
       workspaceId: 'null::uuid',
       action: 'prices.set',
       subject: `'prices/' || version`,
       from: 'added',
     })}
     )
     select ${columns} from added`,
    [
      changes.videoSeconds ?? null,
      changes.videoCredits ?? null,
      changes.pageCredits ?? null,
      changes.flatCredits ?? null,
      actorJson(actor),
    ],
  );
  return rows[0]!;
}
