import type { Benchmark } from './benchmark.ts';
import { explain, type Plan, type PlanMode, planModes } from './plans/explain.ts';
import { captureStatements, type Statement } from './plans/statements.ts';
import { createTables, type Tables } from './plans/tables.ts';

const few = 1_000;
const many = 1_000_000;
/** Number of attempts in the short delivery history of the subscription whose deliveries are listed. */
const shortHistory = 100;
const longHistory = 10_000;
/**
 * One attempt in 20 of the long history belongs to the subscription. As in production, attempts of other subscriptions
 * lie between the attempts of this subscription.
 */
const longHistoryOneIn = 20;

interface PlanPair {
  statement: Statement;
  mode: PlanMode;
  before: Plan;
  after: Plan;
}

export const queryPlans: Benchmark = {
  name: 'query-plans',
  title: `pages that each measured statement accesses with ${many.toLocaleString('en')} submissions, against ${few.toLocaleString('en')}`,
  async run(bench) {
    const tables = await createTables(bench.info.databaseUrl);
    try {
      await tables.fillTo(few);
      await tables.addAttempts(shortHistory, 1);
      const statements = await captureStatements(bench, tables);
      const withFew = await explainAll(tables, statements);
      await tables.fillTo(many);
      const withMany = await explainAll(tables, statements);
      await tables.addAttempts(longHistory * longHistoryOneIn, longHistoryOneIn);
      const withHistory = await explainAll(tables, statements);

      const pairs = pairPlans(statements, withFew, withMany);
      const worst = pairs.toSorted((a, b) => growthOf(b) - growthOf(a))[0]!;
      const histories = pairPlans(statements, withMany, withHistory).filter(
        ({ statement }) => statement.name === 'read-deliveries',
      );
      return {
        measurement: {
          name: this.name,
          value: worst.after.buffers,
          unit: 'pages',
          baseline: worst.before.buffers,
          goal: { atMost: 1.5 },
        },
        notes: [
          ...formatPairs(pairs, '1,000', '1,000,000'),
          '',
          ...formatChangedPlans(pairs),
          '',
          `Delivery history of a subscription with ${longHistory.toLocaleString('en')} attempts, against ${shortHistory}:`,
          '',
          ...formatPairs(histories, String(shortHistory), longHistory.toLocaleString('en')),
        ],
      };
    } finally {
      await tables.client.end();
    }
  },
};

async function explainAll(tables: Tables, statements: readonly Statement[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const statement of statements) {
    for (const mode of planModes) plans.push(await explain(tables.client, statement, mode));
  }
  return plans;
}

function pairPlans(
  statements: readonly Statement[],
  before: readonly Plan[],
  after: readonly Plan[],
): PlanPair[] {
  return statements
    .flatMap((statement) => planModes.map((mode) => ({ statement, mode })))
    .map((one, index) => ({ ...one, before: before[index]!, after: after[index]! }));
}

/**
 * Returns the ratio of the accessed pages, after to before. The ratio includes the additional page per index search
 * that a deeper B-tree needs.
 */
function growthOf({ before, after }: PlanPair): number {
  return after.buffers / Math.max(1, before.buffers);
}

function formatPairs(pairs: readonly PlanPair[], before: string, after: string): string[] {
  const lines = pairs.map((one) => {
    const { sender, name } = one.statement;
    const { buffers, indexSearches } = one.after;
    return `| ${sender} | ${name} | ${one.mode} | ${one.before.buffers} | ${buffers} | ${indexSearches} | ${growthOf(one).toFixed(2)} |`;
  });
  return [
    `| first sent by | statement | plan | pages at ${before} | pages at ${after} | index searches | ratio |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ];
}

function formatChangedPlans(pairs: readonly PlanPair[]): string[] {
  const changed = pairs.filter(({ before, after }) => before.shape !== after.shape);
  if (changed.length === 0) return ['No plan changes its shape.'];
  return changed.flatMap(({ statement, mode, before, after }) => [
    `Plan changed: ${statement.sender}, ${statement.name}, ${mode}`,
    `  from ${before.shape}`,
    `  to   ${after.shape}`,
  ]);
}
