import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { readRunningStack } from '../local/stack/state.ts';
import { percentile } from './compare.ts';
import { runAtIntervals } from './concurrency.ts';
import { type Journey, journeys } from './load/journeys.ts';

// npm run tool -- load: puts load on an API, which is that of the running local stack by default. The load model is
// open: a journey starts every 1/rate seconds, whether or not earlier journeys have ended.

const usage =
  'npm run tool -- load [--rate N] [--seconds S] [--kind sandbox|live|read] [--url URL --key KEY]';

function readArguments() {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '10' },
      kind: { type: 'string', default: 'sandbox' },
      url: { type: 'string' },
      key: { type: 'string' },
    },
  });
  return values;
}
type Arguments = ReturnType<typeof readArguments>;

function positive(values: Arguments, name: 'rate' | 'seconds'): number {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a positive number`);
  return value;
}

async function target(values: Arguments, kind: keyof typeof journeys): Promise<{ url: string; key: string }> {
  if (values.url !== undefined && values.key !== undefined) return { url: values.url, key: values.key };
  if (values.url !== undefined || values.key !== undefined)
    throw new Error('--url and --key must be given together');
  const directory = path.resolve(loadLocalConfig().localDir);
  const stack = await readRunningStack(directory);
  if (stack === null)
    throw new Error(`no stack is running in ${directory}; run npm start, or give --url and --key`);
  return { url: stack.apiUrl, key: kind === 'live' ? stack.liveKey : stack.sandboxKey };
}

async function run(): Promise<void> {
  const values = readArguments();
  const [rate, seconds] = [positive(values, 'rate'), positive(values, 'seconds')];
  if (!(values.kind in journeys))
    throw new Error(`--kind must be one of ${Object.keys(journeys).join(', ')}`);
  const kind = values.kind as keyof typeof journeys;
  const { url, key } = await target(values, kind);
  const journey: Journey = await journeys[kind](url, key);

  const outcomes = new Map<string, number>();
  const times: number[] = [];
  const lags: number[] = [];
  const startedAt = performance.now();
  let started = 0;
  await runAtIntervals(Math.round(rate * seconds), 1000 / rate, async () => {
    // Latency is measured from the scheduled time. Delays of this process are therefore included (no coordinated
    // omission).
    const dueMs = startedAt + (started++ * 1000) / rate;
    lags.push(performance.now() - dueMs);
    const outcome = await journey();
    times.push(performance.now() - dueMs);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  });
  const tookSeconds = (performance.now() - startedAt) / 1000;

  const ms = (list: readonly number[], share: number) =>
    `${percentile(list, Math.min(share, 1 - 1 / list.length)).toFixed(0)} ms`;
  console.log(`${started} journeys of kind ${kind} started in ${seconds} s (${rate}/s) at ${url}`);
  console.log(`completed in ${tookSeconds.toFixed(1)} s: ${(started / tookSeconds).toFixed(1)}/s`);
  for (const [outcome, count] of [...outcomes].sort(([, a], [, b]) => b - a))
    console.log(`  ${count} × ${outcome}`);
  console.log(
    `latency from the scheduled start: p50 ${ms(times, 0.5)}, p95 ${ms(times, 0.95)}, p99 ${ms(times, 0.99)}, max ${ms(times, 1)}`,
  );
  console.log(`delay of the generator: p99 ${ms(lags, 0.99)}`);
}

try {
  await run();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 1;
}
