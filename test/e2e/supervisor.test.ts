/** @module-tag long */

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { endLeftovers, saveProcessList } from '../../tools/local/stack/leftovers.ts';
import { tryLock } from '../../tools/local/stack/lock.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { isAlive } from '@assay/domain/lib/processes.ts';
import { createSupervisor, type ProcessSpec } from '../../tools/local/stack/supervisor.ts';
import { SetupError } from '../../tools/local/progress.ts';
import { loadLocalConfig, type LocalConfig } from '@assay/runtime/config.ts';
import { startStack } from '../../tools/local/stack/stack.ts';
import { until } from '../support/api.ts';
import { run } from '../support/run.ts';

const scratch = () => mkdtemp(path.join(inject('scratchDir'), 'supervisor-'));

/** Returns the specification of a Node process that runs `code`. The process is ready when it sends a message. */
function node(name: string, code: string): ProcessSpec {
  return {
    name,
    command: process.execPath,
    args: ['-e', code],
    env: process.env,
    stopSignal: 'SIGTERM',
    ready: (child) => new Promise((resolve) => child.once('message', () => resolve())),
  };
}

const steady =
  "process.on('SIGTERM', () => { console.log('bye'); process.exit(0); }); setInterval(() => {}, 1000); process.send('ready');";

async function newSupervisor() {
  const logDir = await scratch();
  const seen = { pids: {} as Readonly<Record<string, number>>, restarts: [] as string[] };
  const supervisor = createSupervisor({
    logDir,
    onPids: (pids) => (seen.pids = pids),
    onRestart: (name, how) => seen.restarts.push(`${name}: ${how}`),
  });
  return { logDir, seen, supervisor };
}

describe('a supervised process', () => {
  test('is started, logged and stopped', async () => {
    const { logDir, seen, supervisor } = await newSupervisor();
    await supervisor.start(node('steady', steady));
    const pid = seen.pids['steady']!;
    expect(isAlive(pid)).toBe(true);
    await supervisor.stop();
    expect(isAlive(pid)).toBe(false);
    expect(await readFile(path.join(logDir, 'steady.log'), 'utf8')).toContain('bye');
    expect(seen.restarts).toEqual([]);
  });

  test('is restarted when it is killed', async () => {
    const { seen, supervisor } = await newSupervisor();
    await supervisor.start(node('killed', steady));
    const first = seen.pids['killed']!;
    process.kill(first, 'SIGKILL');
    await until(
      () => Promise.resolve(seen.pids['killed']!),
      (pid) => pid !== first && isAlive(pid),
    );
    expect(seen.restarts).toEqual(['killed: signal SIGKILL']);
    await supervisor.stop();
  });

  test('causes an error with the end of its log when it ends during its start', async () => {
    const { supervisor } = await newSupervisor();
    const start = supervisor.start(node('failing', "console.error('no database'); process.exit(3)"));
    await expect(start).rejects.toThrow(SetupError);
    await expect(start).rejects.toThrow(/failing ended during its start \(exit code 3\)[\s\S]*no database/);
    await supervisor.stop();
  });

  test('causes an error when its program does not exist', async () => {
    const { supervisor } = await newSupervisor();
    await expect(supervisor.start({ ...node('missing', ''), command: '/nowhere/at-all' })).rejects.toThrow(
      /missing ended during its start/,
    );
    await supervisor.stop();
  });
});

describe('a process that an earlier supervisor left running', () => {
  /** Starts a process without a supervisor. It stands for a process whose supervisor was killed. */
  async function orphan(): Promise<number> {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await until(
      () => Promise.resolve(child.pid),
      (pid) => pid !== undefined && isAlive(pid),
    );
    return child.pid!;
  }

  test('is ended', async () => {
    const directory = await scratch();
    const pid = await orphan();
    await saveProcessList(directory, [pid]);
    expect(await endLeftovers(directory)).toBe(1);
    expect(isAlive(pid)).toBe(false);
    expect(await endLeftovers(directory)).toBe(0);
  });

  test('is not ended when another process has its id', async () => {
    const directory = await scratch();
    const pid = await orphan();
    const entry = { pid, started: 'at another time' };
    await writeFile(path.join(directory, 'processes.json'), JSON.stringify([entry]));
    expect(await endLeftovers(directory)).toBe(0);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
  });
});

describe('a lock', () => {
  test('belongs to one owner at a time until it is released', async () => {
    const file = path.join(await scratch(), 'a.lock');
    const unlock = await tryLock(file);
    expect(unlock).not.toBeNull();
    expect(await tryLock(file)).toBeNull();
    await unlock!();
    expect(await tryLock(file)).not.toBeNull();
  });

  test('can be acquired when its owner has exited', async () => {
    const file = path.join(await scratch(), 'a.lock');
    await writeFile(file, JSON.stringify({ pid: process.pid, started: 'long ago' }));
    expect(await tryLock(file)).not.toBeNull();
    await writeFile(file, 'half of');
    expect(await tryLock(file)).not.toBeNull();
  });
});

describe('a stack', () => {
  const start = async (localDir: string, more: Partial<LocalConfig> = {}, signal?: AbortSignal) =>
    startStack({ ...loadLocalConfig(), localDir, port: 0, ...more }, signal);

  test('can run only once in a directory', async () => {
    await expect(start(inject('stack').directory)).rejects.toThrow(/is already running or starting/);
  });

  test('leaves no process when its start fails, and says why', async () => {
    const directory = await scratch();
    const bin = path.join(directory, 'bin');
    await mkdir(bin);
    await writeFile(path.join(bin, 'temporal'), '#!/bin/sh\necho "no luck today"\nexit 1\n', { mode: 0o755 });
    const environment = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
    await expect(start(directory, { environment })).rejects.toThrow(
      /temporal ended during its start[\s\S]*no luck today/,
    );
    expect((await run('ps', ['-eo', 'args'])).output).not.toContain(directory);
    expect(await readdir(directory)).not.toContain('stack.lock');
  });

  test('leaves no process when its start is interrupted', async () => {
    const directory = await scratch();
    await expect(start(directory, {}, AbortSignal.timeout(1_000))).rejects.toThrow('interrupted');
    expect((await run('ps', ['-eo', 'args'])).output).not.toContain(directory);
  });
});

describe('a port', () => {
  test('is skipped when it is in use', async () => {
    const { port } = new URL(inject('stack').apiUrl);
    const taken = Number(port);
    expect(await freePort(taken, new Set())).toBeGreaterThan(taken);
  });

  test('is skipped when it was chosen before', async () => {
    const first = await freePort(0, new Set());
    expect(await freePort(first, new Set([first]))).toBeGreaterThan(first);
  });
});
