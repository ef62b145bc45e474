import type { EarlierDecision, Ruling } from '@assay/domain/precedents/match.ts';
import type { Queryable } from '../database/database.ts';
import { iso } from '../database/json.ts';

/** Maximum number of decisions of a rule that are compared: the newest. */
const maxDecisionsPerRule = 500;
/** Maximum length of a reason in a precedent. The reason itself can be longer. */
const maxReasonCharacters = 300;

/** An earlier decision, with the issue that it is about. */
export interface StoredDecision extends Omit<EarlierDecision, 'url'> {
  submissionId: string;
  assetId: string;
  issueId: string;
}

/**
 * Returns the newest decisions of a workspace about live issues of the given rules in other assets. Withdrawn decisions
 * are left out, and decisions about erased or expired assets.
 */
export async function readEarlierDecisions(
  db: Queryable,
  workspaceId: string,
  assetId: string,
  ruleIds: readonly string[],
): Promise<StoredDecision[]> {
  const { rows } = await db.query<StoredDecision>({
    name: 'read-earlier-decisions',
    text: `
      select d.*
      from unnest($3::uuid[]) as r (rule_id)
      cross join lateral (
        select d.rule_id as "ruleId", d.submission_id as "submissionId", d.asset_id as "assetId",
          d.issue_id as "issueId", d.summary, d.decision, left(d.reason, ${maxReasonCharacters + 1}) as reason,
          ${iso('d.decided_at')} as at, d.wording, d.excess, d.unit, d.direction
        from issue_decisions d
        join assets a on a.submission_id = d.submission_id and a.asset_id = d.asset_id and a.erased_at is null
        join submissions s on s.id = d.submission_id and s.expired_at is null
        where d.workspace_id = $1 and d.rule_id = r.rule_id and d.asset_id <> $2 and d.environment = 'live'
          and d.decision is not null and (d.wording is not null or d.excess is not null)
          and not exists (select from issue_decisions n where n.submission_id = d.submission_id
            and n.asset_id = d.asset_id and n.issue_id = d.issue_id and n.id > d.id)
        order by d.id desc
        limit ${maxDecisionsPerRule}
      ) d`,
    values: [workspaceId, assetId, ruleIds],
  });
  return rows;
}

/** Returns the rulings of all current libraries. */
export async function readRulings(db: Queryable): Promise<Ruling[]> {
  const { rows } = await db.query<Ruling>({
    name: 'read-rulings',
    text: `
      select r.url, r.title, r.decision, r.decided_on::text as date, r.rule_codes as "ruleCodes", r.wordings as text
      from precedent_rulings r
      join precedent_libraries l on l.name = r.library and l.version = r.version and l.ended_at is null
      order by r.library, r.position`,
  });
  return rows;
}
