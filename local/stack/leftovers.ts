import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runTool } from '../tools/run-tool.ts';
import { isAlive } from './state.ts';

// A supervisor that is killed outright cannot stop what it started. It keeps a list, and the next one tidies up.

interface Entry {
  pid: number;
  /** When the process started, in whatever words the system has for it: the same id with another is another process. */
  started: string;
}

const graceMs = 10_000;
const listFile = (directory: string) => path.join(directory, 'processes.json');

export async function noteProcesses(directory: string, pids: readonly number[]): Promise<void> {
  const entries = await Promise.all(
    pids.map(async (pid): Promise<Entry> => ({ pid, started: await startOf(pid) })),
  );
  writeFileSync(`${listFile(directory)}.part`, JSON.stringify(entries));
  renameSync(`${listFile(directory)}.part`, listFile(directory));
}

export function forgetProcesses(directory: string): void {
  rmSync(listFile(directory), { force: true });
}

/** Ends what an earlier supervisor left running; answers how many there were. */
export async function endLeftovers(directory: string): Promise<number> {
  if (!existsSync(listFile(directory))) return 0;
  const entries = JSON.parse(readFileSync(listFile(directory), 'utf8')) as Entry[];
  const alive: Entry[] = [];
  for (const entry of entries) {
    if (isAlive(entry.pid) && entry.started !== '' && (await startOf(entry.pid)) === entry.started)
      alive.push(entry);
  }
  for (const { pid } of alive) kill(pid, 'SIGINT');
  const deadline = Date.now() + graceMs;
  while (alive.some(({ pid }) => isAlive(pid)) && Date.now() < deadline) await setTimeout(100);
  for (const { pid } of alive) kill(pid, 'SIGKILL');
  forgetProcesses(directory);
  return alive.length;
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It is gone.
  }
}

async function startOf(pid: number): Promise<string> {
  const stat = `/proc/${pid}/stat`;
  if (existsSync('/proc/self/stat')) {
    // proc(5): the name in parentheses may hold anything; starttime is the 20th field after it.
    return existsSync(stat) ? (readFileSync(stat, 'utf8').split(') ').at(-1)!.split(' ')[19] ?? '') : '';
  }
  return runTool('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    (text) => text.trim(),
    () => '',
  );
}
