import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadLocalConfig } from '../config.ts';
import { SetupError, step } from '../local/progress.ts';
import { startStack } from '../local/stack/stack.ts';
import { interruption, stopSignal } from '../local/stop-signal.ts';
import { createBed } from './bed.ts';
import type { Benchmark, Outcome } from './benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { formatTable, toRow } from './report.ts';

// npm run bench [-- NAME…] [--json FILE]: measures the service against bare counterparts on a stack of its own.

/** The benchmarks that the arguments name, all of them by default, and where the results go. */
function readArguments(): { chosen: readonly Benchmark[]; jsonFile: string | undefined } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' } },
  });
  const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) {
    const known = benchmarks.map(({ name }) => name).join(', ');
    throw new SetupError(`there is no benchmark ${unknown.join(', ')}; there are ${known}`);
  }
  const chosen = benchmarks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  return { chosen, jsonFile: values.json };
}

const signal = stopSignal();
const interrupted = interruption(signal);

function show({ measurement, notes = [] }: Outcome): void {
  const [, line] = formatTable([measurement]).split('\n');
  console.log([line, ...notes].map((text) => `  ${text}`).join('\n'));
}

async function run(chosen: readonly Benchmark[]): Promise<Outcome[]> {
  const base = loadLocalConfig();
  const localDir = path.resolve(base.localDir, 'bench');
  const parts = { databaseUrl: null, temporalAddress: null, s3Endpoint: null };
  const stack = await startStack({ ...base, ...parts, localDir, port: 0 }, signal);
  try {
    const bed = await createBed(stack.info, stack.directory);
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
  const { chosen, jsonFile } = readArguments();
  console.log('Assay benchmarks: ratios against bare counterparts in the same run');
  const outcomes = await run(chosen);
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
