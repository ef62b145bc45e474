import type { Actor } from '@assay/domain/actor.ts';
import type { AuditAction } from '@assay/domain/audit-actions.ts';
import type { EventType } from '@assay/domain/event.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import { lockWorkspace } from '../accounts/workspaces.ts';
import { type Database, inTransaction, type Queryable } from '../database/database.ts';
import { originIn, originOf, subscriptionJson } from '../database/json.ts';
import { searchText } from '../database/search-text.ts';
import type { WorkspaceRead } from '../accounts/workspace-read.ts';

export interface NewSubscription {
  id: string;
  workspaceId: string;
  endpointUrl: string;
  eventTypes: readonly EventType[];
  description: string | null;
  /** The encrypted secret (`SecretCipher`). */
  secret: string;
  /** The author of the audit entry. Null or absent to write no audit entry. */
  actor?: Actor | null;
}

function auditSubscriptions(actor: string, action: AuditAction, from: string): string {
  const subject = `'subscriptions/' || ${from}.id`;
  return insertEntries({ actor, workspaceId: `${from}.workspace_id`, action, subject, from });
}

/**
 * Writes a subscription unless the workspace already has `limit` subscriptions. Concurrent requests cannot
 * exceed the limit, because each locks the row of the workspace.
 * @returns the response body as JSON text; null if the limit is reached
 */
export async function insertSubscription(
  database: Database,
  subscription: NewSubscription,
  limit: number,
): Promise<string | null> {
  return inTransaction(database, async (tx) => {
    await lockWorkspace(tx, subscription.workspaceId);
    const { rows } = await tx.query<{ body: string }>({
      name: 'insert-subscription',
      text: `
        with s as (
          insert into subscriptions (id, workspace_id, endpoint_url, event_types, description, secret, search_text,
            origin_search_text)
          select $1, $2, $3, $4, $5, $6, $9::bytea, $10::bytea
          where (select count(*) from subscriptions where workspace_id = $2 and deleted_at is null) < $7
          returning *
        ), audited as (${auditSubscriptions('$8', 'subscription.create', 's')}
        )
        select ${subscriptionJson()}::text as body from s`,
      values: [
        subscription.id,
        subscription.workspaceId,
        subscription.endpointUrl,
        subscription.eventTypes,
        subscription.description,
        subscription.secret,
        limit,
        actorJson(subscription.actor ?? null),
        searchText(subscription.endpointUrl, subscription.description ?? ''),
        searchText(originIn(subscription.endpointUrl), subscription.description ?? ''),
      ],
    });
    return rows[0]?.body ?? null;
  });
}

/** Reads a subscription as JSON in the format of the API. `$2` is the subscription id. */
export const subscriptionBody: WorkspaceRead = {
  name: 'read-subscription',
  expression: `
    select ${subscriptionJson()}::text from subscriptions s
    where s.id = $2 and s.workspace_id = scope.workspace_id and s.deleted_at is null`,
};

const sortColumns = {
  endpoint_url: 's.shown_url',
  created_at: 's.created_at',
  updated_at: 's.updated_at',
} as const;

export interface SubscriptionQuery {
  /** Page number, counted from 1. */
  page: number;
  pageSize: number;
  sortBy: keyof typeof sortColumns;
  sortOrder: 'asc' | 'desc';
  /** Returns only enabled or only disabled subscriptions. Absent means both. */
  enabled?: boolean | undefined;
  /**
   * Text that the URL or the description must contain. Case is ignored, and there are no wildcards. Absent means all
   * subscriptions.
   */
  search?: string | undefined;
  /** True to list, search and sort by the origins of the URLs only. Otherwise, searches could guess a path. */
  originsOnly?: boolean;
}

/** Returns one page of subscriptions as the JSON text of the response body. */
export async function listSubscriptions(
  db: Queryable,
  workspaceId: string,
  query: SubscriptionQuery,
): Promise<string> {
  const order = `${sortColumns[query.sortBy]} ${query.sortOrder}, s.id ${query.sortOrder}`;
  const { rows } = await db.query<{ body: string }>({
    name: `list-subscriptions-${query.sortBy}-${query.sortOrder}`,
    text: `
      with shown as (
        select *, case when $7 then ${originOf('endpoint_url')} else endpoint_url end as shown_url,
          case when $7 then origin_search_text else search_text end as shown_search_text
        from subscriptions where workspace_id = $1 and deleted_at is null
      ), matching as (
        select * from shown
        where ($2::boolean is null or enabled = $2)
          and ($3::bytea is null or position($3::bytea in shown_search_text) > 0)
      ), counted as (
        select count(*) as total from matching
      )
      select json_build_object(
        'items', (select coalesce(json_agg(${subscriptionJson('s.shown_url')} order by ${order}), '[]')
          from (select * from matching s order by ${order} limit $4::integer offset $5::bigint) s),
        'page', $6::integer, 'pageSize', $4::integer,
        'total', total, 'totalPages', ceil(total::numeric / $4::integer)::integer)::text as body
      from counted`,
    values: [
      workspaceId,
      query.enabled ?? null,
      query.search === undefined ? null : searchText(query.search),
      query.pageSize,
      (query.page - 1) * query.pageSize,
      query.page,
      query.originsOnly ?? false,
    ],
  });
  return rows[0]!.body;
}

/**
 * Enables or disables a subscription. Also resets `disabled_reason` and `failing_since`, unless a disabled subscription
 * is disabled again. Without a change of `enabled`, no audit entry is written.
 * @returns the response body as JSON text; null if the workspace has no such subscription
 */
export async function setSubscriptionEnabled(
  db: Queryable,
  workspaceId: string,
  id: string,
  enabled: boolean,
  actor: Actor | null = null,
): Promise<string | null> {
  const { rows } = await db.query<{ body: string }>({
    name: enabled ? 'enable-subscription' : 'disable-subscription',
    text: `
      with before as (
        select id, enabled as was_enabled from subscriptions
        where id = $1 and workspace_id = $2 and deleted_at is null for no key update
      ), changed as (
        update subscriptions s set
          enabled = $3, updated_at = now(),
          disabled_reason = case when not $3 and not s.enabled then s.disabled_reason end,
          failing_since = case when not $3 and not s.enabled then s.failing_since end,
          enabled_at = case when $3 and not s.enabled then clock_timestamp() else s.enabled_at end
        from before where s.id = before.id
        returning s.id, s.workspace_id, was_enabled, ${subscriptionJson()}::text as body
      ), turned as (
        select id, workspace_id from changed where was_enabled <> $3
      ), audited as (${auditSubscriptions('$4', enabled ? 'subscription.enable' : 'subscription.disable', 'turned')}
      )
      select body from changed`,
    values: [id, workspaceId, enabled, actorJson(actor)],
  });
  return rows[0]?.body ?? null;
}

/**
 * Disables enabled subscriptions of a workspace and stores the reason.
 * @param id the only subscription to disable; null for all
 * @returns the ids of the subscriptions that this call disabled
 */
export async function disableSubscriptions(
  db: Queryable,
  workspaceId: string,
  id: string | null,
  reason: string,
  actor: Actor | null = null,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with disabled as (
       update subscriptions set enabled = false, disabled_reason = $3, updated_at = now()
       where workspace_id = $1 and ($2::uuid is null or id = $2) and enabled and deleted_at is null
       returning id, workspace_id
     ), audited as (${auditSubscriptions('$4', 'subscription.disable', 'disabled')}
     )
     select id from disabled`,
    [workspaceId, id, reason, actorJson(actor)],
  );
  return rows.map((row) => row.id);
}

/**
 * Deletes a subscription and its secrets. Its deliveries stop, but the delivery history is kept. Returns false if the
 * workspace has no such subscription.
 */
export async function deleteSubscription(
  db: Queryable,
  workspaceId: string,
  id: string,
  actor: Actor | null = null,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'delete-subscription',
    text: `
      with deleted as (
        update subscriptions set
          deleted_at = now(), secret = null, previous_secret = null, previous_secret_until = null, enabled = false,
          updated_at = now()
        where id = $1 and workspace_id = $2 and deleted_at is null
        returning id, workspace_id
      ), audited as (${auditSubscriptions('$3', 'subscription.delete', 'deleted')}
      )
      select from deleted`,
    values: [id, workspaceId, actorJson(actor)],
  });
  return rowCount === 1;
}
