/** A node of a plan in the JSON of `explain`. */
export interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Returns the number of rows of a table that an executed query plan visited. */
export function visitedRowsOf(node: PlanNode, table: string): number {
  const here =
    node['Relation Name'] === table
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + visitedRowsOf(child, table), here);
}
