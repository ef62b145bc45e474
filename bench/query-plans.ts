import type { Benchmark } from './benchmark.ts';
import { explain, type Plan, type PlanMode, planModes } from './plans/explain.ts';
import { captureStatements, type Statement } from './plans/statements.ts';
import { createTables, type Tables } from './plans/tables.ts';

const few = 1_000;
const many = 1_000_000;
/** Attempts of the subscription whose deliveries are listed. */
const shortHistory = 100;
const longHistory = 10_000;
/** The longer history is spread among other subscriptions' attempts, as it would be in time. */
const longHistoryOneIn = 20;

interface Compared {
  statement: Statement;
  mode: PlanMode;
  before: Plan;
  after: Plan;
}

export const queryPlans: Benchmark = {
  name: 'query-plans',
  title: `pages that reads look at with ${many.toLocaleString('en')} submissions, against ${few.toLocaleString('en')}`,
  async run(bed) {
    const tables = await createTables(bed.stack.databaseUrl);
    try {
      await tables.fillTo(few);
      await tables.addAttempts(shortHistory, 1);
      const statements = await captureStatements(bed, tables);
      const withFew = await explainAll(tables, statements);
      await tables.fillTo(many);
      const withMany = await explainAll(tables, statements);
      await tables.addAttempts(longHistory * longHistoryOneIn, longHistoryOneIn);
      const withHistory = await explainAll(tables, statements);

      const compared = pair(statements, withFew, withMany);
      const worst = compared.toSorted((a, b) => times(b) - times(a))[0]!;
      const histories = pair(statements, withMany, withHistory).filter(
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
          ...table(compared, '1,000', '1,000,000'),
          '',
          ...changedPlans(compared),
          '',
          `The history of deliveries, when the subscription itself has ${longHistory.toLocaleString('en')} attempts instead of ${shortHistory}:`,
          '',
          ...table(histories, String(shortHistory), longHistory.toLocaleString('en')),
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

function pair(statements: readonly Statement[], before: readonly Plan[], after: readonly Plan[]): Compared[] {
  return statements
    .flatMap((statement) => planModes.map((mode) => ({ statement, mode })))
    .map((one, index) => ({ ...one, before: before[index]!, after: after[index]! }));
}

/** How many times the pages. A deeper B-tree takes one more page for each search; that is not taken off. */
function times({ before, after }: Compared): number {
  return after.buffers / Math.max(1, before.buffers);
}

function table(compared: readonly Compared[], before: string, after: string): string[] {
  const lines = compared.map((one) => {
    const { by, name } = one.statement;
    const { buffers, indexSearches } = one.after;
    return `| ${by} | ${name} | ${one.mode} | ${one.before.buffers} | ${buffers} | ${indexSearches} | ${times(one).toFixed(2)} |`;
  });
  return [
    `| first asked by | statement | plan | pages at ${before} | pages at ${after} | index searches | times |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
  ];
}

function changedPlans(compared: readonly Compared[]): string[] {
  const changed = compared.filter(({ before, after }) => before.shape !== after.shape);
  if (changed.length === 0) return ['No plan changes its shape.'];
  return changed.flatMap(({ statement, mode, before, after }) => [
    `Plan changed: ${statement.by}, ${statement.name}, ${mode}`,
    `  from ${before.shape}`,
    `  to   ${after.shape}`,
  ]);
}
