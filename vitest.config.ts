import { defineConfig } from 'vitest/config';
import { Durations } from './test/support/durations.ts';

// The test projects, from the least set-up to the most. Each test file belongs to one project. A run sets up only what
// its files need.

const pure = [
  'test/unit/**/*.test.ts',
  'test/chaos/{fault-proxy,plan-faults}.test.ts',
  'test/client/schema.test.ts',
  'test/deploy/{compose,dockerfile}.test.ts',
];
const media = ['test/media/{!(sidekicks).test.ts,sidekicks/**/*.test.ts}', 'test/local/go.test.ts'];
const store = [
  'test/store/{api-keys,audit-log,completion-poller,erasure,issue-counts,migrations,recordings,redeliveries,reencrypted-secrets,roles,spending-limits,submission-deliveries,submission-list,submission-queue,submissions,webhooks}.test.ts',
];
/** Tests that start their own processes or stacks, whose time limits need free processors. They run last. */
const ownStack = [
  'test/api/{drain,overload}.test.ts',
  'test/local/{listen,s3-server,supervisor}.test.ts',
  'test/telemetry/traced-stack.test.ts',
  'test/workers/health.test.ts',
];
/** Tests that count the work of the whole stack, so no other test may run beside them. */
const alone = ['test/telemetry/metrics.test.ts'];
/** Tests that wait, decode or build other servers for minutes. They run only in `npm run test:long`. */
const longOnly = [
  'test/admin/erasure.test.ts',
  'test/deploy/{by-hand,compose-run}.test.ts',
  'test/e2e/**/*.test.ts',
  'test/media/sidekicks/seeded-stripes.test.ts',
  'test/media/sidekicks/video-qc-parity.test.ts',
  'test/net/stock-libraries.test.ts',
  'test/workers/{fairness,temporal-tls}.test.ts',
  'test/workflows/outages.test.ts',
];
/** Tests that `npm run test:long` runs too, with more repetitions and the same seeds. */
const longToo = [
  'test/api/charges.test.ts',
  'packages/console/test/{accessible,documents,images-and-texts,previews,recordings}.test.ts',
  'test/media/{hostile-files,parser-pool,text-frames,text-times}.test.ts',
  'test/media/sidekicks/{video-qc,video-qc-signal}.test.ts',
];
/** Tests of deliveries by the stack. `npm run test:long` also runs them, with `WEBHOOK_FIRST_ATTEMPT=direct`. */
const deliveries = [
  'test/api/{examples,webhooks-beyond}.test.ts',
  'test/client/webhooks.test.ts',
  'test/conformance/{2.7-subscription,4.3-sandbox-fire-rules,6-events,8.4-constants}.test.ts',
  'test/examples/webhook-receivers.test.ts',
  'test/local/listen.test.ts',
  'test/net/hostile-receivers.test.ts',
];
const isLong = process.env['TEST_LONG'] === 'true';

const setUp = (...names: string[]) => names.map((name) => `test/support/setup/${name}.ts`);
const stack = setUp('scratch', 'database', 'stack');

const consoleTests = ['packages/console/test/**/*.test.ts'];
const workflowTests = ['test/workflows/**/*.test.ts', 'test/workers/payload-encryption.test.ts'];

/** Milliseconds. A test needs at most a third of its limit on two busy cores. */
const limits = (testTimeout: number, hookTimeout = testTimeout) => ({ testTimeout, hookTimeout });

const projects = [
  // These tests keep no state and start no processes, so all files share the same threads.
  { name: 'pure', include: pure, pool: 'threads' as const, isolate: false, ...limits(10_000) },
  { name: 'media', include: media, exclude: longOnly, globalSetup: setUp('scratch'), ...limits(60_000) },
  // The files of the following projects share the modules of their process, which take seconds to evaluate.
  {
    name: 'store',
    include: store,
    globalSetup: setUp('scratch', 'database'),
    isolate: false,
    ...limits(30_000),
  },
  {
    name: 'stack',
    include: ['test/**/*.test.ts'],
    exclude: [
      ...pure,
      ...media,
      ...store,
      ...consoleTests,
      ...workflowTests,
      ...ownStack,
      ...alone,
      ...longOnly,
    ],
    globalSetup: stack,
    isolate: false,
    ...limits(60_000),
  },
  { name: 'console', include: consoleTests, globalSetup: stack, isolate: false, ...limits(120_000) },
  {
    name: 'workflows',
    include: workflowTests,
    exclude: longOnly,
    globalSetup: stack,
    isolate: false,
    ...limits(60_000),
  },
  {
    name: 'own-stack',
    include: ownStack,
    globalSetup: stack,
    sequence: { groupOrder: 1 },
    ...limits(120_000),
  },
  { name: 'alone', include: alone, globalSetup: stack, sequence: { groupOrder: 2 }, ...limits(60_000) },
];

export default defineConfig({
  test: {
    pool: 'forks',
    // Time limits in milliseconds. They are long, because files that run at the same time may use all cores. Tests of
    // work that must end in time have their own limits.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
    reporters: [new Durations(), 'default'],
    provide: { isLong },
    projects: isLong
      ? [
          {
            test: {
              name: 'long',
              include: [...longOnly, ...longToo, ...deliveries],
              globalSetup: stack,
              fileParallelism: false,
            },
          },
        ]
      : projects.map((test) => ({ test })),
  },
});
