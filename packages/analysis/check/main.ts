import { constants } from 'node:os';
import { plainText } from '@assay/domain/lib/characters.ts';
import { readOptions, usage, UsageError } from './options.ts';
import { assayVersion } from './version.ts';

// assay check FILE…: checks media files without a server. The work is loaded only when it is needed.

/** Exit code if something could not be checked, or if the command line is wrong. */
const notChecked = 2;

const stop = new AbortController();

async function run(): Promise<number> {
  const invocation = readOptions(process.argv.slice(2));
  if (invocation.command === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  if (invocation.command === 'version') {
    process.stdout.write(`${assayVersion()}\n`);
    return 0;
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => {
      stop.abort(new Error(`interrupted by ${name}`));
      process.exitCode = 128 + constants.signals[name];
    });
  const { runCheck } = await import('./run-check.ts');
  const { env, stdin, stdout, stderr } = process;
  try {
    return await runCheck(
      invocation,
      { env, cwd: process.cwd(), stdin, stdout, stderr },
      assayVersion(),
      stop.signal,
    );
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    return Number(process.exitCode);
  }
}

// The reader of a pipe may end before this command.
process.stdout.on('error', (error) => {
  process.exitCode = notChecked;
  stop.abort(error);
});
try {
  process.exitCode = await run();
} catch (error) {
  const text = (error as Error).message.split('\n').map((line) => plainText(line, 1_000));
  process.stderr.write(`error: ${text.join('\n')}\n`);
  if (error instanceof UsageError) process.stderr.write('assay --help shows the usage.\n');
  process.exitCode = notChecked;
}
