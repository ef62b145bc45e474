import type { Severity, SidekickVersion } from '@assay/domain/sidekick.ts';
import type { Queryable } from '../database/database.ts';

export interface SidekickResult {
  sidekickId: string;
  sidekickVersion: string;
  findingCount: number;
  /** Key of the findings in the blob store. */
  findingsKey: string;
  /** Number of findings by rule code. Rules without findings are left out. */
  ruleCounts: Record<string, number>;
  /** Measured values by rule code. Rules whose value is not known are left out. */
  measured: Readonly<Record<string, number | string>>;
}

const resultColumns = `
  r.sidekick_id as "sidekickId", r.sidekick_version as "sidekickVersion", r.finding_count as "findingCount",
  r.findings_key as "findingsKey", r.rule_counts as "ruleCounts", r.measured`;
const resultsOfAsset = `from sidekick_results r where r.submission_id = $1 and r.asset_id = $2 order by r.sidekick_id`;

/** Returns the results of all sidekicks that have succeeded for an asset, ordered by sidekick id. */
export async function readSidekickResults(
  db: Queryable,
  submissionId: string,
  assetId: string,
): Promise<SidekickResult[]> {
  const { rows } = await db.query<SidekickResult>({
    name: 'read-sidekick-results',
    text: `select ${resultColumns} ${resultsOfAsset}`,
    values: [submissionId, assetId],
  });
  return rows;
}

/**
 * Returns the results of all sidekicks that have succeeded for an asset, ordered by sidekick id. `raised` has the
 * minimum severities of the asset's workspace, by rule code.
 */
export async function readResultsToMerge(
  db: Queryable,
  submissionId: string,
  assetId: string,
): Promise<{ results: SidekickResult[]; raised: Record<string, Severity> }> {
  const { rows } = await db.query<SidekickResult & { raised: Record<string, Severity> }>({
    name: 'read-results-to-merge',
    text: `
      select ${resultColumns},
        (select coalesce(json_object_agg(s.rule_code, s.severity), '{}')
         from assets a join raised_severities s on s.workspace_id = a.workspace_id
         where a.submission_id = $1 and a.asset_id = $2) as raised
      ${resultsOfAsset}`,
    values: [submissionId, assetId],
  });
  return { results: rows.map(({ raised: _, ...result }) => result), raised: rows[0]?.raised ?? {} };
}

/** Start of an SQL statement: saves the rules of a version of a built-in sidekick, unless they are saved already. */
const insertRuleSet = `
      with rule_set as (
        insert into built_in_rule_sets (sidekick_id, version, code, name, description, asset_types, rules)
        select * from jsonb_to_record($10::jsonb) as b (id uuid, version text, code text, name text, description text,
          "assetTypes" text[], rules jsonb)
        on conflict do nothing
      )`;

/**
 * Saves a sidekick's result. If the activity is repeated, the new result replaces the earlier result of the
 * same sidekick.
 * @param builtIn the built-in sidekick that produced the result, whose rules are saved too; null for a custom sidekick
 */
export async function saveSidekickResult(
  db: Queryable,
  submissionId: string,
  assetId: string,
  version: number,
  result: SidekickResult,
  builtIn: SidekickVersion | null = null,
): Promise<void> {
  await db.query({
    name: builtIn === null ? 'save-sidekick-result' : 'save-built-in-result',
    text: `
      ${builtIn === null ? '' : insertRuleSet}
      insert into sidekick_results
        (submission_id, asset_id, sidekick_id, version, sidekick_version, finding_count, findings_key, rule_counts,
          measured)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
      on conflict (submission_id, asset_id, sidekick_id) do update set
        version = excluded.version, sidekick_version = excluded.sidekick_version,
        finding_count = excluded.finding_count, findings_key = excluded.findings_key, rule_counts = excluded.rule_counts, measured = excluded.measured,
        created_at = now()`,
    values: [
      submissionId,
      assetId,
      result.sidekickId,
      version,
      result.sidekickVersion,
      result.findingCount,
      result.findingsKey,
      JSON.stringify(result.ruleCounts),
      JSON.stringify(result.measured),
      ...(builtIn === null ? [] : [JSON.stringify(builtIn)]),
    ],
  });
}
