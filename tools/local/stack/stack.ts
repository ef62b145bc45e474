import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { loadLocalConfig, type LocalConfig } from '@assay/runtime/config.ts';
import { SetupError } from '../progress.ts';
import { Interrupted } from '../stop-signal.ts';
import { endTools } from '../programs/run-tool.ts';
import { endLeftovers, removeProcessList, saveProcessList } from './leftovers.ts';
import { tryLock } from './lock.ts';
import { startParts } from './parts.ts';
import { identityOf } from './process-identity.ts';
import { removeInfo, type StackInfo, writeInfo } from './state.ts';
import { createSupervisor } from './supervisor.ts';
import { ensureLocalCa } from './tls.ts';

export interface Stack {
  info: StackInfo;
  /** Path of the PEM file with the root certificate of the local CA, which HTTPS servers on this machine use. */
  caFile: string;
  directory: string;
  stop(): Promise<void>;
}

/**
 * Starts the API, the workers, and each of Postgres, S3 and Temporal whose address is not set in the environment.
 * Throws `SetupError` with the problem and how to fix it.
 * @param signal aborts the start; a running stack is stopped only with `stop`
 */
export async function startStack(
  config: LocalConfig = loadLocalConfig(),
  signal: AbortSignal = new AbortController().signal,
): Promise<Stack> {
  const directory = path.resolve(config.localDir);
  const unlock = await tryLock(path.join(directory, 'stack.lock'));
  if (unlock === null) throw new SetupError(`A stack is already running or starting in ${directory}.`);

  const info = { pids: {}, supervisor: await identityOf(process.pid) } as unknown as StackInfo;
  let complete = false;
  let writing = Promise.resolve();
  const publish = () => {
    const snapshot = structuredClone(info);
    writing = writing
      .then(async () => {
        await saveProcessList(directory, Object.values(snapshot.pids));
        if (complete) await writeInfo(directory, snapshot);
      })
      .catch((error: unknown) => console.error(`! cannot write to ${directory}: ${String(error)}`));
  };
  const supervisor = createSupervisor({
    logDir: path.join(directory, 'logs'),
    onPids: (pids) => {
      info.pids = pids;
      publish();
    },
    onRestart: (name, how) => console.log(`! ${name} ended (${how}); restarting it`),
  });
  const stop = async () => {
    complete = false;
    await writing;
    await removeInfo(directory);
    await supervisor.stop();
    await writing;
    removeProcessList(directory);
    await unlock();
  };
  const onAbort = () => {
    void endTools();
    void supervisor.stop();
  };

  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const ended = await endLeftovers(directory);
    if (ended > 0) console.log(`  Ended ${ended} processes that an earlier run left behind`);
    await rm(path.join(directory, 'work'), { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    const ca = await ensureLocalCa(path.join(directory, 'tls'));
    Object.assign(info, await startParts(config, directory, supervisor, ca.certFile));
    signal.throwIfAborted();
    complete = true;
    publish();
    await writing;
    return { info, caFile: ca.certFile, directory, stop };
  } catch (error) {
    await endTools();
    await stop();
    if (!signal.aborted) throw error;
    throw signal.reason instanceof Interrupted ? signal.reason : new SetupError('interrupted');
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
