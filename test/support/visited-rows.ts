import type { PoolClient } from 'pg';

/** A node of a plan in the JSON of `explain`. */
interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/**
 * Prepares a statement with a generic plan and without sequential scans. The long-lived connection of a worker may have
 * such a plan, made with other statistics.
 * @param client a connection with an open transaction
 * @param types SQL types of the parameters
 * @param values SQL literals of the parameters
 * @returns a function that executes the statement, and returns the number of rows of a table that it visits
 */
export async function prepareToCountRows(
  client: PoolClient,
  statement: string,
  types: string,
  values: string,
  table: string,
): Promise<() => Promise<number>> {
  await client.query('set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off');
  await client.query(`prepare visited_rows (${types}) as ${statement}`);
  return async () => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) execute visited_rows (${values})`,
    );
    return visitedRows(rows[0]!['QUERY PLAN'][0].Plan, table);
  };
}

function visitedRows(node: PlanNode, table: string): number {
  const here =
    node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + visitedRows(child, table), here);
}
