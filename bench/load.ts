import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadLocalConfig } from '../config.ts';
import { readRunningStack } from '../local/stack/state.ts';
import { percentile } from './compare.ts';
import { atIntervals } from './in-lanes.ts';
import { type Journey, journeys } from './load/journeys.ts';

// Puts load on an API, the running local stack's where none is named. Arrivals are open: one every 1/N s, whether those before
// have been answered or not.

const usage = 'npm run load -- [--rate N] [--seconds S] [--kind sandbox|live|read] [--url URL --key KEY]';

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
  if (values.url !== undefined || values.key !== undefined) throw new Error('--url and --key go together');
  const directory = path.resolve(loadLocalConfig().localDir);
  const stack = await readRunningStack(directory);
  if (stack === null) throw new Error(`no stack runs in ${directory}; start one, or name --url and --key`);
  return { url: stack.apiUrl, key: kind === 'live' ? stack.liveKey : stack.sandboxKey };
}

async function run(): Promise<void> {
  const values = readArguments();
  const [rate, seconds] = [positive(values, 'rate'), positive(values, 'seconds')];
  if (!(values.kind in journeys)) throw new Error(`--kind is one of ${Object.keys(journeys).join(', ')}`);
  const kind = values.kind as keyof typeof journeys;
  const { url, key } = await target(values, kind);
  const journey: Journey = await journeys[kind](url, key);

  const ends = new Map<string, number>();
  const times: number[] = [];
  const lags: number[] = [];
  const begunMs = performance.now();
  let arrived = 0;
  await atIntervals(Math.round(rate * seconds), 1000 / rate, async () => {
    // From when it was due: what this process could not send in time counts as waiting, too.
    const dueMs = begunMs + (arrived++ * 1000) / rate;
    lags.push(performance.now() - dueMs);
    const end = await journey();
    times.push(performance.now() - dueMs);
    ends.set(end, (ends.get(end) ?? 0) + 1);
  });
  const tookSeconds = (performance.now() - begunMs) / 1000;

  const ms = (list: readonly number[], share: number) =>
    `${percentile(list, Math.min(share, 1 - 1 / list.length)).toFixed(0)} ms`;
  console.log(`${arrived} of kind ${kind} in ${seconds} s (${rate}/s) at ${url}`);
  console.log(`ended in ${tookSeconds.toFixed(1)} s: ${(arrived / tookSeconds).toFixed(1)}/s`);
  for (const [end, count] of [...ends].sort(([, a], [, b]) => b - a)) console.log(`  ${count} × ${end}`);
  console.log(
    `from due to end: p50 ${ms(times, 0.5)}, p95 ${ms(times, 0.95)}, p99 ${ms(times, 0.99)}, max ${ms(times, 1)}`,
  );
  console.log(`sent after due: p99 ${ms(lags, 0.99)}`);
}

try {
  await run();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 1;
}
