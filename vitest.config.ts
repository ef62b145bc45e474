import { defineConfig } from 'vitest/config';
import { Durations } from './test/support/durations.ts';

// The folder of a test file names its project, and the project its set-up. A run sets up only what its files need.

const isLong = process.env['TEST_LONG'] === 'true';

const setUp = (...names: string[]) => names.map((name) => `test/support/setup/${name}.ts`);
const stack = setUp('scratch', 'database', 'stack');

/** Time limit of a test and of a hook, in seconds. On two busy cores they need at most a third of it. */
const limit = (seconds: number) => ({ testTimeout: seconds * 1000, hookTimeout: seconds * 1000 });

/** The files of a project share the modules of their process, which take seconds to evaluate. */
const sharedModules = { isolate: false };

/** These tests need free processors or count the work of the stack. They run last, one file at a time. */
const last = { fileParallelism: false, sequence: { groupOrder: 1 } };

/** From the least set-up to the most. */
const projects = [
  // These tests start no processes.
  {
    name: 'unit',
    include: ['test/{unit,deploy}/**/*.test.ts', 'packages/analysis/test/pure/**/*.test.ts'],
    pool: 'threads' as const,
    ...sharedModules,
    ...limit(10),
  },
  {
    name: 'analysis',
    include: ['packages/analysis/test/**/*.test.ts'],
    exclude: ['packages/analysis/test/pure/**'],
    globalSetup: setUp('scratch'),
    ...sharedModules,
    ...limit(60),
  },
  {
    name: 'store',
    include: ['test/store/**/*.test.ts'],
    globalSetup: setUp('scratch', 'database'),
    ...sharedModules,
    ...limit(30),
  },
  {
    name: 'stack',
    include: ['test/{api,conformance}/**/*.test.ts'],
    globalSetup: stack,
    ...sharedModules,
    ...limit(60),
  },
  {
    name: 'console',
    include: ['packages/console/test/**/*.test.ts'],
    globalSetup: stack,
    ...sharedModules,
    ...limit(120),
  },
  {
    name: 'workflows',
    include: ['test/workflows/**/*.test.ts'],
    globalSetup: stack,
    ...sharedModules,
    ...limit(60),
  },
  { name: 'alone', include: ['test/alone/**/*.test.ts'], globalSetup: stack, ...last, ...limit(60) },
  // These tests start stacks of their own.
  { name: 'e2e', include: ['test/e2e/**/*.test.ts'], globalSetup: stack, ...last, ...limit(120) },
];

export default defineConfig({
  test: {
    pool: 'forks',
    // With two workers, two cores are partly idle, because tests wait for services. The long tests were never run with
    // three.
    maxWorkers: isLong ? 2 : 3,
    reporters: [new Durations(), 'default'],
    // tools/local/test.ts chooses the tests by these tags.
    tags: [
      {
        name: 'long',
        description: 'Runs only in `npm run test:long`: it repeats, waits or decodes for long.',
        timeout: 120_000,
      },
      {
        name: 'both',
        description: 'Runs in `npm test`, and in `npm run test:long` with direct first attempts.',
      },
    ],
    provide: { isLong },
    projects: projects.map((test) => ({ test })),
  },
});
