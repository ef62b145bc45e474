import type { Actor } from '@assay/domain/actor.ts';
import type { Severity } from '@assay/domain/sidekick.ts';
import { actorJson, insertEntries } from '../accounts/audit-log.ts';
import type { Queryable } from '../database/database.ts';

export interface RaisedSeverity {
  ruleCode: string;
  severity: Severity;
}

/**
 * Sets the minimum severity of a rule's issues in a workspace. Null removes the minimum. The change affects only
 * results that are merged into issues later. If nothing changes, no audit entry is written.
 */
export async function raiseSeverity(
  db: Queryable,
  workspaceId: string,
  ruleCode: string,
  severity: Exclude<Severity, 'info'> | null,
  actor: Actor | null = null,
): Promise<void> {
  const entry = { workspaceId: 'workspace_id', action: 'workspace.raise_severity' } as const;
  const subject = `'workspaces/' || workspace_id || '/rules/' || rule_code`;
  const change =
    severity === null
      ? `delete from raised_severities where workspace_id = $1 and rule_code = $2 and $3::text is null returning *`
      : `insert into raised_severities as r (workspace_id, rule_code, severity) values ($1, $2, $3)
         on conflict (workspace_id, rule_code) do update set severity = excluded.severity
         where r.severity <> excluded.severity returning *`;
  await db.query(
    `with changed as (${change})
     ${insertEntries({ actor: '$4', ...entry, subject, from: 'changed' })}`,
    [workspaceId, ruleCode, severity, actorJson(actor)],
  );
}

export async function listRaisedSeverities(db: Queryable, workspaceId: string): Promise<RaisedSeverity[]> {
  const { rows } = await db.query<RaisedSeverity>(
    `select rule_code as "ruleCode", severity from raised_severities where workspace_id = $1 order by rule_code`,
    [workspaceId],
  );
  return rows;
}
