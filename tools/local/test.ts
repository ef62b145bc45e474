import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { step } from './progress.ts';
import { runTool } from './programs/run-tool.ts';

// npm test: runs the checks, and then every test except the long ones.
// npm test -- ARGUMENT…: runs only vitest, with these arguments.
// npm run test:long: runs only the long tests, which repeat something many times or wait for minutes.

const bin = (name: string) => path.join(import.meta.dirname, '../..', 'node_modules', '.bin', name);

/** The folder in which the checks record which files have already passed. */
const cache = path.resolve(loadLocalConfig().localDir, 'checks');

const checks: [title: string, command: string, args: string[]][] = [
  ['Lint', bin('eslint'), ['.', '--max-warnings', '0', ...cacheArguments('eslint')]],
  ['Types', bin('tsc'), typesArguments('.', 'tsc.json')],
  // These folders have the types of browsers.
  ['Types of the console', bin('tsc'), typesArguments('packages/console', 'tsc-console.json')],
  ['Types of its tests', bin('tsc'), typesArguments('packages/console/test', 'tsc-test-console.json')],
  ['Layers', bin('depcruise'), ['--config', '.dependency-cruiser.js', '.']],
  ['Commit subjects', process.execPath, [path.join(import.meta.dirname, 'commit-subjects.ts')]],
  ['Format', bin('prettier'), ['--check', '--log-level', 'warn', ...cacheArguments('prettier'), '.']],
];

function typesArguments(folder: string, cacheFile: string): string[] {
  return ['-p', folder, '--incremental', '--tsBuildInfoFile', path.join(cache, cacheFile)];
}

function cacheArguments(tool: 'eslint' | 'prettier'): string[] {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', path.join(cache, `${tool}.json`)];
}

/** Runs two checks at a time. When all have ended, throws the first failure. */
async function runChecks(): Promise<void> {
  await mkdir(cache, { recursive: true });
  const failures: Error[] = [];
  const runCheck = async ([title, command, args]: (typeof checks)[number]) => {
    try {
      await step(title, () => runTool(command, args));
    } catch (error) {
      failures.push(error as Error);
    }
  };
  await forEachConcurrent(checks, runCheck, 2);
  if (failures.length > 0) throw failures[0]!;
}

const isLong = process.argv[2] === '--long';
const vitestArguments = process.argv.slice(isLong ? 3 : 2);
if (vitestArguments.length === 0 && !isLong) {
  try {
    await runChecks();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
const vitest = spawn(process.execPath, [bin('vitest'), 'run', ...vitestArguments], {
  stdio: 'inherit',
  env: { ...process.env, TEST_LONG: String(isLong) },
});
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => vitest.kill('SIGTERM'));
vitest.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
