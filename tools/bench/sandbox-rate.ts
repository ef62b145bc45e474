import { createBareWorkflowClient } from './bare-workflow-client.ts';
import type { Benchmark } from './benchmark.ts';
import { compare, perSecond } from './compare.ts';
import { runConcurrently } from './concurrency.ts';
import { createSandboxSubmitter } from './sandbox-submitter.ts';

const concurrency = 20;
const submissions = 80;

export const sandboxRate: Benchmark = {
  name: 'sandbox-rate',
  title: 'sandbox submissions from POST to outcome, against bare workflows with one local activity',
  async run(bench) {
    const bare = await createBareWorkflowClient(bench, 'runOneLocally');
    const { submitAndWait } = createSandboxSubmitter(bench.info.apiUrl, bench.sandboxKey);
    const runService = () => runConcurrently(submissions, concurrency, submitAndWait);
    const runBare = async () => {
      await bare.start(submissions, { concurrency });
      await bare.waitForActivities(submissions);
    };
    try {
      await runService();
      await runBare();
      const medians = await compare(
        () => perSecond(submissions, runService),
        () => perSecond(submissions, runBare),
      );
      return { measurement: { name: this.name, unit: 'submissions/s', ...medians, goal: { atLeast: 0.7 } } };
    } finally {
      await bare.close();
    }
  },
};
