import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { startChaosStack } from './stack/start-chaos-stack.ts';
import { SetupError } from '../local/progress.ts';
import { stopSignal } from '../local/stop-signal.ts';
import { readOptions } from './options.ts';
import { planFaults } from './plan-faults.ts';
import { formatChecks, runChaos } from './run-chaos.ts';

// npm run chaos -- --seed N [--minutes M]: injects faults under load, then checks that nothing was lost.

const options = readOptions(process.argv);
const plan = planFaults(options.seed, options.minutes, options.outageMinutes);
const outages = options.outageMinutes > 0 ? ` --outage-minutes ${options.outageMinutes}` : '';
const signal = stopSignal();
if (options.plan) {
  for (const fault of plan) console.log(JSON.stringify(fault));
} else {
  try {
    console.log(
      `${plan.length} faults in ${options.minutes} minutes with seed ${options.seed}, Temporal's ${options.temporal === 'dev' ? 'development server' : 'production server on Postgres'}`,
    );
    const base = loadLocalConfig();
    const environment = { ...base.environment, WEBHOOK_FIRST_ATTEMPT: options.firstAttempt };
    const config = { ...base, environment };
    const stack = await startChaosStack(config, options.temporal, signal);
    // An unexpected error stops the stack, so that no process keeps running.
    process.on('uncaughtException', (error) => {
      console.error(error);
      void stack.stop().finally(() => process.exit(1));
    });
    try {
      const checks = await runChaos(stack, plan, options, signal);
      console.log(`\n${formatChecks(checks)}`);
      const violations = checks.flatMap((check) => check.violations);
      console.log(
        `\nLogs of processes, faults, load and received webhooks: ${path.relative(process.cwd(), stack.logDirectory)}/`,
      );
      if (violations.length > 0) {
        console.log(
          `${violations.length} violations. To run the same faults again: npm run chaos -- --seed ${options.seed} --minutes ${options.minutes}${outages} --temporal ${options.temporal} --first-attempt ${options.firstAttempt}`,
        );
        process.exitCode = 1;
      }
    } finally {
      await stack.stop();
    }
  } catch (error) {
    console.error(`\nerror: ${error instanceof SetupError ? error.message : String((error as Error).stack)}`);
    process.exitCode = 1;
  }
}
// Without this call, Node may wait forever for a socket that was reset while it had unsent data.
process.exit();
