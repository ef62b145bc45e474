import { once } from 'node:events';
import { printStack } from './print-stack.ts';
import { startStack } from './stack/stack.ts';
import { stopSignal } from './stop-signal.ts';

// npm start: the whole service on this machine, until Ctrl-C.

console.log('Starting Assay on this machine');
const signal = stopSignal();
try {
  const stack = await startStack(undefined, signal);
  printStack(stack);
  console.log('\nPress Ctrl-C to stop. State is kept for the next start.');
  if (!signal.aborted) await once(signal, 'abort');
  console.log('\nStopping…');
  await stack.stop();
} catch (error) {
  console.error(`\nerror: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
