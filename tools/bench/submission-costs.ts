import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureWorkflowBundle } from '../local/stack/bundles.ts';
import type { Benchmark } from './benchmark.ts';
import budget from './budget.json' with { type: 'json' };
import { countSubmissionCosts, overBudget } from './costs/count-submission-costs.ts';

export const submissionCosts: Benchmark = {
  name: 'submission-costs',
  title:
    'SQL round trips, S3 calls and Temporal events of submissions of one asset and of a preview, against tools/bench/budget.json',
  async run(bench) {
    const paths = {
      directory: path.join(bench.directory, 'counted'),
      workflowBundle: await ensureWorkflowBundle(loadLocalConfig().cacheDir),
    };
    const { costs, notes } = await countSubmissionCosts(bench.info, bench.blobs, paths);
    const over = overBudget(costs, budget);
    return {
      measurement: {
        name: this.name,
        value: over.length,
        unit: 'over budget',
        baseline: null,
        goal: { atMost: 0 },
      },
      notes: [
        '| submission or preview | SQL | S3 | Temporal events |',
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
