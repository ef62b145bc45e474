import { SetupError } from './progress.ts';
import { printStack } from './print-stack.ts';
import { startStack } from './stack/stack.ts';
import { untilStopped } from './until-stopped.ts';

// npm start: the whole service on this machine, until Ctrl-C.

console.log('Starting Assay on this machine');
const stopped = untilStopped();
try {
  const stack = await startStack();
  printStack(stack);
  console.log('\nPress Ctrl-C to stop. State is kept for the next start.');
  await stopped;
  console.log('\nStopping…');
  await stack.stop();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`\nerror: ${error.message}`);
  process.exitCode = 1;
}
