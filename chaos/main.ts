import path from 'node:path';
import { loadLocalConfig } from '../config.ts';
import { startBed } from './bed/start-bed.ts';
import { SetupError } from '../local/progress.ts';
import { stopSignal } from '../local/stop-signal.ts';
import { readOptions } from './options.ts';
import { planFaults } from './plan-faults.ts';
import { formatChecks, runChaos } from './run-chaos.ts';

// npm run chaos -- --seed N [--minutes M]: faults under load, and then the check that nothing was lost.

const options = readOptions(process.argv);
const plan = planFaults(options.seed, options.minutes);
const signal = stopSignal();
if (options.plan) {
  for (const fault of plan) console.log(JSON.stringify(fault));
} else {
  try {
    console.log(
      `Chaos with seed ${options.seed} for ${options.minutes} minutes, Temporal on ${options.temporal === 'dev' ? 'a file' : 'Postgres'}: ${plan.length} faults`,
    );
    const config = loadLocalConfig();
    const bed = await startBed(config, options.temporal, signal);
    // Nothing is left running, whatever goes wrong here.
    process.on('uncaughtException', (error) => {
      console.error(error);
      void bed.stop().finally(() => process.exit(1));
    });
    try {
      const checks = await runChaos(bed, plan, options, signal);
      console.log(`\n${formatChecks(checks)}`);
      const violations = checks.flatMap((check) => check.violations);
      console.log(`\nLogs, faults and deliveries: ${path.relative(process.cwd(), bed.logDirectory)}/`);
      if (violations.length > 0) {
        console.log(
          `${violations.length} violations. The same faults again: npm run chaos -- --seed ${options.seed} --minutes ${options.minutes} --temporal ${options.temporal}`,
        );
        process.exitCode = 1;
      }
    } finally {
      await bed.stop();
    }
  } catch (error) {
    console.error(`\nerror: ${error instanceof SetupError ? error.message : String((error as Error).stack)}`);
    process.exitCode = 1;
  }
}
// Node may wait for ever for a socket that was reset with something still to be written.
process.exit();
