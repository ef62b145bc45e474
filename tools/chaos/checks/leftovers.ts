import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '@assay/domain/lib/processes.ts';
import { isRunning, type ProcessIdentity } from '../../local/stack/process-identity.ts';
import type { ChaosStack } from '../stack/start-chaos-stack.ts';
import type { Check } from './check.ts';

export async function checkLogs(logDirectory: string, secrets: Record<string, string>): Promise<Check> {
  const files = await readdir(logDirectory);
  const violations: string[] = [];
  let bytes = 0;
  for (const file of files) {
    const text = await readFile(path.join(logDirectory, file), 'utf8');
    bytes += text.length;
    for (const [name, secret] of Object.entries(secrets))
      if (text.includes(secret)) violations.push(`${file} has ${name}`);
    for (const pattern of [
      /sk_(?:live|test)_[0-9a-f]{64}/,
      /whsec_[\w+/=]{20,}/,
      /X-Amz-Signature=[0-9a-f]+/i,
    ]) {
      const match = pattern.exec(text);
      if (match !== null) violations.push(`${file} has ${match[0].slice(0, 20)}…`);
    }
  }
  return {
    name: 'no secret is in a log',
    examined: `${files.length} files (${Math.round(bytes / 1000)} kB) for ${Object.keys(secrets).length} secrets and three patterns`,
    violations,
  };
}

/** Checks that every work directory belongs to a running worker. */
export async function checkWorkDirectories(stack: ChaosStack): Promise<Check> {
  const names = await readdir(stack.workDirectory);
  const running = new Set(Object.values(stack.pids()));
  const violations = names.filter((name) => {
    const pid = Number(/^assay-work-(\d+)-/.exec(name)?.[1]);
    return !running.has(pid) || !isAlive(pid);
  });
  return {
    name: 'no work directory is left',
    examined: `${names.length} work directories`,
    violations,
  };
}

/** Checks that none of the processes seen during the run is still running. Call it after the stack has stopped. */
export async function checkProcesses(seen: ReadonlyMap<number, ProcessIdentity>): Promise<Check> {
  const violations: string[] = [];
  for (const identity of seen.values()) {
    if (!(await isRunning(identity))) continue;
    const command = await readFile(`/proc/${identity.pid}/cmdline`, 'utf8').catch(() => '');
    violations.push(`${identity.pid}: ${command.replaceAll('\0', ' ').slice(0, 120)}`);
  }
  return { name: 'no process is left', examined: `${seen.size} processes`, violations };
}
