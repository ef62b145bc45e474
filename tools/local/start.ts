import { once } from 'node:events';
import path from 'node:path';
import { messageWithCause } from './progress.ts';
import { type Stack, startStack } from './stack/stack.ts';
import { Interrupted, stopSignal } from './stop-signal.ts';

// npm start: runs the whole service on this machine until Ctrl-C.

/** Prints the addresses and keys of a running stack, and a command to try next. */
function printStack({ info, directory }: Stack): void {
  const isDefault = directory === path.resolve('.local');
  const shown = isDefault ? '.local' : directory;
  const stackFile = path.join(shown, 'stack.json');
  const rows: [string, string | null][] = [
    [
      'Console',
      `${info.consoleUrl}  (once, within 15 minutes; another: npm run admin -- members link ${info.memberId})`,
    ],
    ['API reference', info.docsUrl],
    ['API', info.apiUrl],
    ['Live key', info.liveKey],
    ['Sandbox key', info.sandboxKey],
    ['Workspace', info.workspaceId],
    ['Temporal UI', info.temporalUiUrl],
    ['Temporal', info.temporalAddress],
    ['Postgres', info.databaseUrl],
    ['S3', info.s3Endpoint],
    ['Metrics', `${info.metricsUrls.api} (those of the workers: ${stackFile})`],
    ['For scripts', stackFile],
    ['Logs', path.join(shown, 'logs')],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  console.log('');
  for (const [label, value] of rows) {
    if (value !== null) console.log(`  ${label.padEnd(width)}  ${value}`);
  }
  console.log('\nPress Ctrl-C to stop. The data is kept for the next start.');
  console.log('Next, in another terminal, analyse four sample files on this stack:');
  console.log(`\n  ${isDefault ? '' : `LOCAL_DIR=${directory} `}npm run demo\n`);
}

console.log('Starting Assay on this machine');
const signal = stopSignal();
try {
  const stack = await startStack(undefined, signal);
  printStack(stack);
  if (!signal.aborted) await once(signal, 'abort');
  console.log('\nStopping…');
  await stack.stop();
} catch (error) {
  console.error(`\nerror: ${messageWithCause(error)}`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}
