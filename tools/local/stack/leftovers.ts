import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isAlive } from '@assay/domain/lib/processes.ts';
import { identityOf, isRunning, type ProcessIdentity } from './process-identity.ts';

// A supervisor that is killed cannot stop its processes. Each supervisor therefore writes a list of its processes, and
// the next supervisor ends the processes on that list.

/** Milliseconds between SIGINT and SIGKILL to a process. */
const graceMs = 10_000;
const listFile = (directory: string) => path.join(directory, 'processes.json');

export async function saveProcessList(directory: string, pids: readonly number[]): Promise<void> {
  const entries = await Promise.all(pids.map(identityOf));
  writeFileSync(`${listFile(directory)}.part`, JSON.stringify(entries));
  renameSync(`${listFile(directory)}.part`, listFile(directory));
}

export function removeProcessList(directory: string): void {
  rmSync(listFile(directory), { force: true });
}

/** Stops the processes that an earlier supervisor left running. Returns the number of these processes. */
export async function endLeftovers(directory: string): Promise<number> {
  if (!existsSync(listFile(directory))) return 0;
  const entries = JSON.parse(readFileSync(listFile(directory), 'utf8')) as ProcessIdentity[];
  const running: number[] = [];
  for (const entry of entries) if (await isRunning(entry)) running.push(entry.pid);
  for (const pid of running) kill(pid, 'SIGINT');
  const deadline = Date.now() + graceMs;
  while (running.some(isAlive) && Date.now() < deadline) await setTimeout(100);
  for (const pid of running) kill(pid, 'SIGKILL');
  removeProcessList(directory);
  return running.length;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Ignore the error, because the process has already exited.
  }
}
