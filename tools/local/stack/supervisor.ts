import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SetupError } from '../progress.ts';

export interface ProcessSpec {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  /**
   * Returns a promise that resolves when the process is ready. Called after each start. `signal` is aborted if the
   * process ends or exceeds the time limit of the start.
   */
  ready: (child: ChildProcess, signal: AbortSignal) => Promise<void>;
  /** The signal that requests an orderly shutdown of the process. */
  stopSignal: NodeJS.Signals;
}

export interface SupervisorOptions {
  logDir: string;
  /** Called with the process ids by process name whenever a process has started. */
  onPids: (pids: Readonly<Record<string, number>>) => void;
  /** Called before a process that has ended unexpectedly is restarted. `how` is the exit code, signal or error. */
  onRestart: (name: string, how: string) => void;
}

export type Supervisor = ReturnType<typeof createSupervisor>;

const readyTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const maxLogBytes = 10 * 2 ** 20;

/**
 * Creates a supervisor that starts processes, restarts them if they end, and stops them in reverse order. Each process
 * has its own log file. Processes do not receive signals of the terminal, such as Ctrl-C, so that the supervisor can
 * stop them in order.
 */
export function createSupervisor({ logDir, onPids, onRestart }: SupervisorOptions) {
  const running = new Map<string, ChildProcess>();
  const order: ProcessSpec[] = [];
  let stopped: Promise<void> | null = null;

  const logFile = (name: string) => path.join(logDir, `${name}.log`);

  function publish(): void {
    onPids(Object.fromEntries([...running].map(([name, child]) => [name, child.pid!])));
  }

  function launch(spec: ProcessSpec): ChildProcess {
    mkdirSync(logDir, { recursive: true });
    if ((statSync(logFile(spec.name), { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) {
      renameSync(logFile(spec.name), `${logFile(spec.name)}.1`);
    }
    const log = openSync(logFile(spec.name), 'a');
    const { command, args, env, uid, gid } = spec;
    const child = spawn(command, args, {
      env,
      ...(uid === undefined ? {} : { uid, gid: gid! }),
      stdio: ['ignore', log, log, 'ipc'],
      detached: true,
    });
    closeSync(log);
    // If the process cannot be spawned, `close` follows, which `startOnce` handles. This listener prevents a crash.
    child.on('error', () => undefined);
    return child;
  }

  async function startOnce(spec: ProcessSpec): Promise<ChildProcess> {
    if (stopped !== null) throw new SetupError('the stack is stopping');
    const child = launch(spec);
    if (child.pid !== undefined) {
      running.set(spec.name, child);
      publish();
    }
    const settled = new AbortController();
    const ended = Promise.withResolvers<never>();
    const onClose = (code: number | null, signal: string | null) => {
      const log = lastLines(logFile(spec.name));
      ended.reject(new SetupError(`${spec.name} ended during its start (${howEnded(code, signal)}).${log}`));
    };
    child.once('close', onClose);
    const timeout = setTimeout(readyTimeoutMs, undefined, { signal: settled.signal, ref: false }).then(() => {
      const log = lastLines(logFile(spec.name));
      throw new SetupError(`${spec.name} was not ready after ${readyTimeoutMs / 1000} s.${log}`);
    });
    timeout.catch(() => undefined);
    try {
      await Promise.race([spec.ready(child, settled.signal), ended.promise, timeout]);
      return child;
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      settled.abort();
      child.off('close', onClose);
    }
  }

  function keepAlive(spec: ProcessSpec, child: ChildProcess): void {
    if (child.exitCode !== null || child.signalCode !== null)
      void restart(spec, howEnded(child.exitCode, child.signalCode));
    else child.once('close', (code, signal) => void restart(spec, howEnded(code, signal)));
  }

  async function restart(spec: ProcessSpec, how: string): Promise<void> {
    for (let pauseMs = 200; stopped === null; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      onRestart(spec.name, how);
      await setTimeout(pauseMs);
      try {
        keepAlive(spec, await startOnce(spec));
        return;
      } catch (error) {
        how = (error as Error).message.split('\n')[0]!;
      }
    }
  }

  async function stopAll(): Promise<void> {
    for (const spec of order.toReversed()) await end(running.get(spec.name), spec.stopSignal);
    // Processes that were still starting are not in `order` yet.
    for (const child of running.values()) await end(child, 'SIGKILL');
  }

  return {
    /** Starts a process and resolves when it is ready. From then on, restarts the process whenever it ends. */
    async start(spec: ProcessSpec): Promise<void> {
      const child = await startOnce(spec);
      order.push(spec);
      keepAlive(spec, child);
    },

    /** Stops all processes in reverse order of their start. Resolves when all have ended. */
    stop(): Promise<void> {
      return (stopped ??= stopAll());
    },
  };
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill(signal);
  const timer = globalThis.setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await closed;
  clearTimeout(timer);
}

function howEnded(code: number | null, signal: string | null): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}

/** Returns the last 12 lines of a log file, as the end of an error message; empty if the file does not exist. */
function lastLines(file: string): string {
  if (!existsSync(file)) return '';
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-12);
  return `\nLast lines of ${file}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
}
