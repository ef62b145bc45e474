import path from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import budget from '../budget.json' with { type: 'json' };
import { ensureWorkflowBundle } from '../../local/stack/workflow-bundle.ts';
import { countSubmissions, overBudget } from '../costs/submission-costs.ts';

export const submissionCosts: Benchmark = {
  name: 'submission-costs',
  title:
    'SQL round trips, S3 calls and Temporal events of submissions of one asset, counted, against their budget',
  async run(bed) {
    const paths = {
      directory: path.join(bed.directory, 'counted'),
      workflowBundle: await ensureWorkflowBundle(path.join(bed.directory, 'cache')),
    };
    const { costs, notes } = await countSubmissions(bed.stack, bed.blobs, bed, paths);
    const over = overBudget(costs, budget);
    return {
      measurement: {
        ...{ name: this.name, value: over.length, unit: 'over budget', baseline: null, goal: { atMost: 0 } },
      },
      notes: [
        '| submission | SQL | S3 | Temporal events |',
        '| --- | --- | --- | --- |',
        ...Object.entries(costs).map(
          ([kind, { sql, s3, temporalEvents }]) => `| ${kind} | ${sql} | ${s3} | ${temporalEvents} |`,
        ),
        ...over,
        ...notes,
      ],
    };
  },
};
