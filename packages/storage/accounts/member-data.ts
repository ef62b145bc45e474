import type { Queryable } from '../database/database.ts';
import { iso } from '../database/json.ts';
import { evidenceOf } from '../submissions/evidence.ts';

/**
 * Returns all that is stored about a member, with camelCase keys and times in ISO 8601, or null if there is no such
 * member. `changesOfMember` are changes that other people made, without their authors. `addresses` of a key are the
 * addresses of clients that changed something with the key.
 */
export async function readMemberData(
  db: Queryable,
  memberId: string,
): Promise<Record<string, unknown> | null> {
  const { rows } = await db.query<{ data: Record<string, unknown> }>(
    `with uses as (
       select e.actor, host(e.address) as address, count(*)::integer as entries,
         ${iso('min(e.occurred_at)')} as "firstAt", ${iso('max(e.occurred_at)')} as "lastAt"
       from audit_log e
       where e.actor_kind = 'key' and e.actor in (select k.id::text from api_keys k where k.created_by = $1)
         and e.address is not null
       group by 1, 2
     )
     select json_build_object(
       'member', (select row_to_json(r) from (select
         m.id, m.name, ${iso('m.created_at')} as "createdAt",
         ${iso('m.operator_signed_in_at')} as "operatorSignedInAt") r),
       'memberships', ${list(`
         select o.workspace_id as "workspaceId", w.name as "workspaceName", o.role,
           ${iso('o.created_at')} as "createdAt"
         from memberships o join workspaces w on w.id = o.workspace_id
         where o.member_id = m.id order by o.created_at`)},
       'signInLinks', ${list(`
         select ${iso('l.created_at')} as "createdAt", ${iso('l.expires_at')} as "expiresAt",
           ${iso('l.spent_at')} as "spentAt", l.ended_as as "endedAs", l.rejected_as as "rejectedAs",
           l.via_operator as "viaOperator"
         from sign_in_links l where l.member_id = m.id order by l.created_at`)},
       'sessions', ${list(`
         select ${iso('s.created_at')} as "createdAt", ${iso('s.used_at')} as "usedAt",
           ${iso('s.expires_at')} as "expiresAt", s.via_operator as "viaOperator",
           ${iso('s.operator_signed_in_before')} as "operatorSignedInBefore"
         from sessions s where s.member_id = m.id order by s.created_at`)},
       'apiKeys', ${list(`
         select k.id, k.workspace_id as "workspaceId", k.environment, k.name, k.hint, k.scopes,
           ${iso('k.created_at')} as "createdAt", ${iso('k.expires_at')} as "expiresAt",
           ${iso('k.revoked_at')} as "revokedAt", ${iso('k.last_used_at')} as "lastUsedAt",
           ${list(`
             select u.address, u.entries, u."firstAt", u."lastAt" from uses u
             where u.actor = k.id::text order by u."firstAt"`)} as addresses
         from api_keys k where k.created_by = m.id order by k.created_at`)},
       'decisions', ${list(`
         select ${iso('d.decided_at')} as "decidedAt", d.submission_id as "submissionId", d.asset_id as "assetId",
           d.issue_id as "issueId", d.rule_code as "ruleCode", d.summary, d.decision, d.reason, ${evidenceOf} as evidence
         from issue_decisions d where d.actor_kind = 'member' and d.actor_id = m.id order by d.id`)},
       'signOffs', ${list(`
         select ${iso('o.signed_at')} as "signedAt", o.submission_id as "submissionId", o.asset_id as "assetId",
           o.manual_checks as "manualChecks", o.note
         from sign_offs o where o.actor_kind = 'member' and o.actor_id = m.id order by o.id`)},
       'reportLinks', ${list(`
         select ${iso('l.created_at')} as "createdAt", ${iso('l.expires_at')} as "expiresAt", l.id,
           l.submission_id as "submissionId", l.asset_id as "assetId"
         from report_links l where l.actor_kind = 'member' and l.actor_id = m.id order by l.id`)},
       'changesByMember', ${list(`
         select ${iso('e.occurred_at')} as "occurredAt", e.workspace_id as "workspaceId", e.via,
           host(e.address) as address, e.action, e.subject
         from audit_log e where e.actor_kind = 'member' and e.actor = m.id::text order by e.id`)},
       'changesOfMember', ${list(`
         select ${iso('e.occurred_at')} as "occurredAt", e.workspace_id as "workspaceId", e.action, e.subject
         from audit_log e
         where (e.subject = 'members/' || m.id or starts_with(e.subject, 'members/' || m.id || '/'))
           and not (e.actor_kind = 'member' and e.actor = m.id::text)
         order by e.id`)}) as data
     from members m where m.id = $1`,
    [memberId],
  );
  return rows[0]?.data ?? null;
}

/** Returns an SQL expression: the rows of a query as a JSON list. */
const list = (query: string) => `(select coalesce(json_agg(row_to_json(r)), '[]') from (${query}) r)`;
