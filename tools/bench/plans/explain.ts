import type pg from 'pg';
import type { Statement, Value } from './statements.ts';

/** The plan of a statement, with the values measured during its execution. */
export interface Plan {
  /** Node types with their tables and indexes, from the root of the plan downwards. */
  shape: string;
  /** Number of pages accessed, from the cache and from disk. */
  buffers: number;
  /** Number of B-tree descents, each from the root. */
  indexSearches: number;
}

/**
 * After a few executions of a prepared statement, Postgres may switch to a generic plan. Both plans are therefore
 * measured.
 */
export const planModes = ['custom', 'generic'] as const;
export type PlanMode = (typeof planModes)[number];

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  /** For a CTE: `CTE` and its name. */
  'Subplan Name'?: string;
  /** The CTE that a node reads. */
  'CTE Name'?: string;
  'Index Searches'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Node[];
}

/** Executes a prepared statement as the driver does, and returns its plan. Undoes the changes of the statement. */
export async function explain(client: pg.Client, { text, values }: Statement, mode: PlanMode): Promise<Plan> {
  await client.query(`set plan_cache_mode = force_${mode}_plan`);
  await client.query(`prepare bench_statement as ${text}`);
  const literals = values.map((value) => toLiteral(client, value)).join(', ');
  const command = `explain (analyze, buffers, timing off, format json)
    execute bench_statement${values.length > 0 ? `(${literals})` : ''}`;
  try {
    // The first run also reads catalog pages and sets hint bits. These accesses must not be counted.
    await runAndUndo(client, command);
    const root = await runAndUndo(client, command);
    const nodes = flatten(root);
    return {
      shape: nodes.map(describe).join(' > '),
      buffers: [root, ...runAfterwards(nodes)].reduce((sum, node) => sum + buffersOf(node), 0),
      indexSearches: nodes.reduce((sum, node) => sum + (node['Index Searches'] ?? 0), 0),
    };
  } finally {
    await client.query('deallocate bench_statement');
  }
}

async function runAndUndo(client: pg.Client, command: string): Promise<Node> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(command);
    return rows[0]!['QUERY PLAN'][0].Plan;
  } finally {
    await client.query('rollback');
  }
}

function buffersOf(node: Node): number {
  return node['Shared Hit Blocks'] + node['Shared Read Blocks'];
}

/**
 * Returns the CTEs that write and that no node reads. Postgres runs them after the root, which does not count their
 * pages.
 */
function runAfterwards(nodes: readonly Node[]): Node[] {
  const read = new Set(nodes.map((node) => `CTE ${node['CTE Name']}`));
  return nodes.filter(
    (node) =>
      node['Node Type'] === 'ModifyTable' && node !== nodes[0] && !read.has(node['Subplan Name'] ?? ''),
  );
}

function flatten(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function describe(node: Node): string {
  const read = [node['Relation Name'], node['Index Name']].filter((name) => name !== undefined);
  return read.length === 0 ? node['Node Type'] : `${node['Node Type']} (${read.join(', ')})`;
}

/** Formats a value as a string literal. Postgres converts the literal to the type of the parameter. */
function toLiteral(client: pg.Client, value: Value): string {
  if (value === null) return 'null';
  if (Buffer.isBuffer(value)) return client.escapeLiteral(`\\x${value.toString('hex')}`);
  if (Array.isArray(value)) {
    return client.escapeLiteral(`{${value.map((item) => JSON.stringify(item)).join(',')}}`);
  }
  return client.escapeLiteral(String(value));
}
