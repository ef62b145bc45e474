import { createBareSide, p95Ms } from '../bare-side.ts';
import type { Benchmark } from '../benchmark.ts';
import { compare, percentile, perSecond } from '../compare.ts';
import { inLanes } from '../in-lanes.ts';
import { createSandboxSubmitter } from './sandbox-submitter.ts';

/** On either side so many are under way at once. */
const lanes = 20;
const submissions = 80;
/** Submissions a second, and so many of them, where the latency is measured. */
const steady = { everyMs: 200, count: 30 };

export const sandboxRate: Benchmark = {
  name: 'sandbox-rate',
  title: 'sandbox submissions from POST to outcome against bare workflows with one local activity',
  async run(bed) {
    const bare = await createBareSide(bed, 'runOneLocally');
    const { untilRecorded } = createSandboxSubmitter(bed.stack.apiUrl, bed.sandboxKey);
    const submitted = () => inLanes(submissions, lanes, untilRecorded);
    const ran = async () => {
      await bare.start(submissions, { lanes });
      await bare.arrived(submissions);
    };
    try {
      await submitted();
      await ran();
      const medians = await compare(
        () => perSecond(submissions, submitted),
        () => perSecond(submissions, ran),
      );
      return { measurement: { name: this.name, unit: 'submissions/s', ...medians, goal: { atLeast: 0.6 } } };
    } finally {
      await bare.close();
    }
  },
};

export const sandboxLatency: Benchmark = {
  name: 'sandbox-latency',
  title: 'p95 from POST to the answer with the outcome at 5 a second against that of such bare workflows',
  async run(bed) {
    const bare = await createBareSide(bed, 'runOneLocally');
    const { recordingTimesMs } = createSandboxSubmitter(bed.stack.apiUrl, bed.sandboxKey);
    const { everyMs, count } = steady;
    const submitted = async () => percentile(await recordingTimesMs(steady), 0.95);
    const ran = async () => p95Ms(await bare.start(count, { everyMs }), await bare.arrived(count));
    try {
      await submitted();
      await ran();
      const medians = await compare(submitted, ran);
      return { measurement: { name: this.name, unit: 'ms', ...medians, goal: { atMost: 3 } } };
    } finally {
      await bare.close();
    }
  },
};
