import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { changedTests } from './changed-tests.ts';
import { endTools, runTool } from './programs/run-tool.ts';

// npm test: runs the checks, and at the same time all tests except the long ones.
// npm test -- ARGUMENT…: runs only vitest, with these arguments.
// npm test -- --changed [COMMIT]: runs the tests that changes since COMMIT (default: HEAD) can affect.
// npm run test:long: runs only the long tests, which repeat operations many times or wait for minutes.

const bin = (name: string) => path.join(import.meta.dirname, '../..', 'node_modules', '.bin', name);

/** Folder with the caches of eslint and prettier, which then check only changed files. */
const cache = path.resolve(loadLocalConfig().localDir, 'checks');

const layersCache = ['--cache', path.join(cache, 'layers'), '--cache-strategy', 'content'];

const checks: [title: string, command: string, args: string[]][] = [
  // The console and its tests are separate TypeScript projects, because only they use the types of browsers (`dom`).
  ['Types', bin('tsc'), ['-b', '.', 'packages/console', 'packages/console/test']],
  ['Layers', bin('depcruise'), ['--config', '.dependency-cruiser.js', ...layersCache, '.']],
  ['Lint', bin('eslint'), ['.', '--max-warnings', '0', ...cacheArguments('eslint')]],
  ['Commit subjects', process.execPath, [path.join(import.meta.dirname, 'commit-subjects.ts')]],
  ['Format', bin('prettier'), ['--check', '--log-level', 'warn', ...cacheArguments('prettier'), '.']],
];

function cacheArguments(tool: 'eslint' | 'prettier'): string[] {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', path.join(cache, `${tool}.json`)];
}

/**
 * Runs the checks one after the other and returns the failures. The tests run at the same time: they often wait for
 * processes and timers, so the checks use idle processor time.
 */
async function runChecks(): Promise<string[]> {
  await mkdir(cache, { recursive: true });
  const failures: string[] = [];
  for (const [title, command, args] of checks) {
    const startedAt = Date.now();
    const failure = await runTool(command, args).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    console.log(`${failure === null ? '✓' : '✗'} ${title}  ${seconds} s`);
    if (failure !== null) failures.push(`${title}: ${failure}`);
  }
  return failures;
}

/** Runs vitest and returns its exit code. `vitest.config.ts` defines the tags. */
function runVitest(args: readonly string[], isLong = false): Promise<number> {
  return new Promise((resolve) => {
    const filter = `--tags-filter=${isLong ? 'long or both' : 'not long'}`;
    const vitest = spawn(process.execPath, [bin('vitest'), 'run', filter, ...args], {
      stdio: 'inherit',
      env: { ...process.env, TEST_LONG: String(isLong) },
    });
    process.on('SIGINT', () => void endTools());
    process.on('SIGTERM', () => {
      vitest.kill('SIGTERM');
      void endTools();
    });
    vitest.on('exit', (code) => resolve(code ?? 1));
  });
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--long') process.exitCode = await runVitest(rest, true);
else if (first === '--changed') {
  const [reference = 'HEAD', ...more] = rest;
  process.exitCode = await runVitest([...(await changedTests(reference, bin('vitest'))), ...more]);
} else if (first !== undefined) process.exitCode = await runVitest([first, ...rest]);
else {
  const [code, failures] = await Promise.all([runVitest([]), runChecks()]);
  for (const failure of failures) console.error(failure);
  process.exitCode = failures.length > 0 ? 1 : code;
}
