import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const sampleIntervalMs = 20;

/** Collects garbage and returns the bytes that this process's JavaScript holds, in and outside the heap. */
export function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return usedBytes();
}

/**
 * Returns the result of `run`, and by how many bytes the memory of this process's JavaScript grew at most while `run`
 * was running.
 */
export async function withPeakGrowth<T>(run: () => Promise<T>): Promise<{ result: T; growthBytes: number }> {
  const before = heldBytes();
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, usedBytes())), sampleIntervalMs);
  try {
    const result = await run();
    return { result, growthBytes: Math.max(peak, usedBytes()) - before };
  } finally {
    clearInterval(timer);
  }
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
