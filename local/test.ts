import { spawn } from 'node:child_process';
import path from 'node:path';
import { step } from './progress.ts';
import { runTool } from './tools/run-tool.ts';

// npm test [-- ARGUMENT…]: every check there is; with arguments, vitest alone with those.

const bin = (name: string) => path.join(import.meta.dirname, '..', 'node_modules', '.bin', name);

const checks: [title: string, command: string, args: string[]][] = [
  ['Format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['Types', bin('tsc'), []],
  ['Lint', bin('eslint'), ['.', '--max-warnings', '0']],
  ['Layers', bin('depcruise'), ['--config', '.dependency-cruiser.js', '.']],
];

const vitestArguments = process.argv.slice(2);
if (vitestArguments.length === 0) {
  try {
    for (const [title, command, args] of checks) await step(title, () => runTool(command, args));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
const vitest = spawn(process.execPath, [bin('vitest'), 'run', ...vitestArguments], { stdio: 'inherit' });
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => vitest.kill('SIGTERM'));
vitest.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
