import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadLocalConfig, type LocalConfig } from '@assay/runtime/config.ts';
import { SetupError, step } from '../local/progress.ts';
import { startStack } from '../local/stack/stack.ts';
import type { TemporalKind } from '../local/stack/temporal-on-postgres.ts';
import { interruption, stopSignal } from '../local/stop-signal.ts';
import { createBenchStack } from './bench-stack.ts';
import type { Benchmark, Outcome } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { startProductionTemporal } from './production-temporal.ts';
import { formatTable, toRow } from './report.ts';

// npm run bench [-- NAME…] [--json FILE] [--temporal dev|postgres]: runs benchmarks on a separate stack. Temporal
// runs as its development server or as its production server on Postgres.

interface Arguments {
  /** The benchmarks to run; default: all. */
  chosen: readonly Benchmark[];
  jsonFile: string | undefined;
  temporal: TemporalKind;
}

function readArguments(): Arguments {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' }, temporal: { type: 'string', default: 'dev' } },
  });
  const { temporal } = values;
  if (temporal !== 'dev' && temporal !== 'postgres')
    throw new SetupError(`--temporal must be dev or postgres, not ${temporal}`);
  const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    throw new SetupError(`unknown benchmark: ${unknown.join(', ')}. Available: ${known}`);
  }
  const chosen = benchmarks.filter(({ name, isLong = false }) =>
    positionals.length === 0 ? !isLong : positionals.includes(name),
  );
  return { chosen, jsonFile: values.json, temporal };
}

const signal = stopSignal();
const interrupted = interruption(signal);

function printOutcome({ measurement, notes = [] }: Outcome): void {
  const [, line] = formatTable([measurement]).split('\n');
  console.log([line, ...notes].map((text) => `  ${text}`).join('\n'));
}

async function run(chosen: readonly Benchmark[], kind: TemporalKind): Promise<Outcome[]> {
  const base = loadLocalConfig();
  const localDir = path.resolve(base.localDir, 'bench');
  // This directory is outside `localDir`, because `localDir` is removed at the end.
  const temporalDir = path.resolve(base.localDir, 'bench-temporal');
  const temporal = kind === 'dev' ? null : await startProductionTemporal(base, temporalDir, signal);
  try {
    const parts = { databaseUrl: null, temporalAddress: temporal?.address ?? null, s3Endpoint: null };
    return await runOnStack({ ...base, ...parts, localDir, port: 0 }, chosen, kind);
  } finally {
    await temporal?.stop();
  }
}

async function runOnStack(
  config: LocalConfig,
  chosen: readonly Benchmark[],
  kind: TemporalKind,
): Promise<Outcome[]> {
  const stack = await startStack(config, signal);
  try {
    const bench = await createBenchStack(stack.info, stack.directory);
    const outcomes: Outcome[] = [];
    try {
      for (const benchmark of chosen) {
        const work = step(`${benchmark.name}: ${benchmark.title}`, () => benchmark.run(bench));
        const outcome = await Promise.race([work, interrupted]);
        if (kind === 'postgres')
          outcome.measurement.goal = benchmark.productionGoal ?? outcome.measurement.goal;
        outcomes.push(outcome);
        // Each outcome is printed immediately, so it is not lost if a later benchmark fails.
        printOutcome(outcome);
      }
    } finally {
      await bench.close();
    }
    return outcomes;
  } finally {
    await stack.stop();
  }
}

try {
  const { chosen, jsonFile, temporal } = readArguments();
  console.log(
    `Assay benchmarks, with Temporal's ${temporal === 'dev' ? 'development server' : 'production server on Postgres'}`,
  );
  const outcomes = await run(chosen, temporal);
  const measurements = outcomes.map(({ measurement }) => measurement);
  console.log(`\n${formatTable(measurements)}`);
  if (jsonFile !== undefined)
    await writeFile(jsonFile, `${JSON.stringify(measurements.map(toRow), null, 2)}\n`);
  // After an error the directory is not removed, so the logs can be read.
  await rm(path.resolve(loadLocalConfig().localDir, 'bench'), { recursive: true, force: true });
} catch (error) {
  console.error(`\nerror: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
