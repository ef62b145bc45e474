import { globSync } from 'node:fs';
import { runTool } from './programs/run-tool.ts';

// Chooses the tests for `npm test -- --changed`. Vitest finds the tests that import a changed file. It cannot find the
// tests that run a changed file in another process, in Chromium, or in the bundle of workflows.

/** Patterns of changed files, and globs of the tests that run or read these files without an import. */
const ranBy: readonly (readonly [changed: RegExp, tests: readonly string[]])[] = [
  [/^api\//, ['test/api/*.test.ts', 'test/conformance/**']],
  [/^packages\/console\//, ['packages/console/test/**']],
  [/^packages\/client\//, ['test/api/client/**']],
  [/^workflows\//, ['test/workflows/**', 'test/conformance/**']],
  [/^(?:activities|workers|packages\/runtime\/temporal)\//, ['test/conformance/**', 'test/alone/**']],
  [/^packages\/analysis\//, ['test/conformance/**']],
  [/^packages\/analysis\/(?:parsers|jobs)\//, ['packages/analysis/test/**']],
  [/^packages\/storage\/(?:migrations\/|database\/roles\.sql)/, ['test/store/**', 'test/conformance/**']],
  [/^packages\/storage\/s3\//, ['test/conformance/**']],
  [/^(?:Dockerfile|docker-compose\.yml|\.env\.example|deploy\/)/, ['test/deploy/**']],
  [/^docs\/examples\//, ['test/api/examples/**']],
  [/^test\/fixtures\/histories\//, ['test/workflows/replay*']],
  [/^test\/fixtures\/precedents\//, ['test/store/precedents*']],
  [
    /^packages\/analysis\/test\/fixtures\//,
    ['packages/analysis/test/**', 'packages/console/test/documents*'],
  ],
];

/** Files whose change can affect every test, so all tests are run. */
const ranByAll =
  /^(?:package(?:-lock)?\.json|tsconfig\.json|vitest\.config\.ts|packages\/runtime\/config\.ts|test\/support\/setup\/|tools\/local\/(?:stack|programs)\/)/;

/** Tests that always run. Unit tests take only seconds, and some read documents, which Vitest cannot know. */
const always = ['test/unit/**'];

/**
 * Returns the arguments with which vitest runs the tests that a change can affect. Empty arguments run all tests.
 * @param reference commit with which the working tree is compared, for example `main`
 * @param vitest path of vitest
 */
export async function changedTests(reference: string, vitest: string): Promise<string[]> {
  const [tracked, untracked, list] = await Promise.all([
    runTool('git', ['diff', '--name-only', reference]),
    runTool('git', ['ls-files', '--others', '--exclude-standard']),
    runTool(process.execPath, [vitest, 'list', `--changed=${reference}`, '--filesOnly', '--json']),
  ]);
  const changed = `${tracked}\n${untracked}`.split('\n').filter((file) => file !== '');
  if (changed.some((file) => ranByAll.test(file))) return [];
  const importing = (JSON.parse(list) as { file: string }[]).map(({ file }) =>
    file.slice(process.cwd().length + 1),
  );
  const running = ranBy.flatMap(([pattern, tests]) =>
    changed.some((file) => pattern.test(file)) ? tests : [],
  );
  const tests = globSync([...always, ...running]).filter((file) => file.endsWith('.test.ts'));
  return [...new Set([...tests, ...importing])];
}
