import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadLocalConfig, type LocalConfig } from '../config.ts';
import { SetupError, step } from '../local/progress.ts';
import { startStack } from '../local/stack/stack.ts';
import type { TemporalKind } from '../local/stack/temporal-on-postgres.ts';
import { interruption, stopSignal } from '../local/stop-signal.ts';
import { createBed } from './bed.ts';
import type { Benchmark, Outcome } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { startProductionTemporal } from './production-temporal.ts';
import { formatTable, toRow } from './report.ts';

// npm run bench [-- NAME…] [--json FILE] [--temporal postgres]: measures the service against bare counterparts on a stack of
// its own, with Temporal's development server or the one for production.

interface Arguments {
  /** All of them by default. */
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
    throw new SetupError(`there is no Temporal on ${temporal}; there are dev and postgres`);
  const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    throw new SetupError(`there is no benchmark ${unknown.join(', ')}; there are ${known}`);
  }
  const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return { chosen, jsonFile: values.json, temporal };
}

const signal = stopSignal();
const interrupted = interruption(signal);

function show({ measurement, notes = [] }: Outcome): void {
  const [, line] = formatTable([measurement]).split('\n');
  console.log([line, ...notes].map((text) => `  ${text}`).join('\n'));
}

async function run(chosen: readonly Benchmark[], kind: TemporalKind): Promise<Outcome[]> {
  const base = loadLocalConfig();
  const localDir = path.resolve(base.localDir, 'bench');
  // Not in the directory that a run removes, where another one may be using it.
  const temporalDir = path.resolve(base.localDir, 'bench-temporal');
  const temporal = kind === 'dev' ? null : await startProductionTemporal(base, temporalDir, signal);
  try {
    const parts = { databaseUrl: null, temporalAddress: temporal?.address ?? null, s3Endpoint: null };
    return await runOn({ ...base, ...parts, localDir, port: 0 }, chosen, temporal?.pids() ?? {});
  } finally {
    await temporal?.stop();
  }
}

async function runOn(
  config: LocalConfig,
  chosen: readonly Benchmark[],
  pids: Readonly<Record<string, number>>,
): Promise<Outcome[]> {
  const stack = await startStack(config, signal);
  try {
    const info = { ...stack.info, pids: { ...stack.info.pids, ...pids } };
    const bed = await createBed(info, stack.directory);
    const outcomes: Outcome[] = [];
    try {
      for (const benchmark of chosen) {
        const work = step(`${benchmark.name}: ${benchmark.title}`, () => benchmark.run(bed));
        const outcome = await Promise.race([work, interrupted]);
        outcomes.push(outcome);
        // What ends a run later takes nothing of this away.
        show(outcome);
      }
    } finally {
      await bed.close();
    }
    return outcomes;
  } finally {
    await stack.stop();
  }
}

try {
  const { chosen, jsonFile, temporal } = readArguments();
  console.log(
    `Assay benchmarks: ratios against bare counterparts in the same run, Temporal on ${temporal === 'dev' ? 'a file' : 'Postgres'}`,
  );
  const outcomes = await run(chosen, temporal);
  const measurements = outcomes.map(({ measurement }) => measurement);
  console.log(`\n${formatTable(measurements)}`);
  if (jsonFile !== undefined)
    await writeFile(jsonFile, `${JSON.stringify(measurements.map(toRow), null, 2)}\n`);
  // What failed leaves its logs.
  await rm(path.resolve(loadLocalConfig().localDir, 'bench'), { recursive: true, force: true });
} catch (error) {
  console.error(`\nerror: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
