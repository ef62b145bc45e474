import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ports } from './ports.ts';
import { isRunning, type ProcessIdentity } from './process-identity.ts';
import type { WorkerName } from './services.ts';

/** What a stack keeps between runs, in `state.json` of its directory: readable by its owner alone. */
export interface StackState {
  databasePassword: string | null;
  workspaceId: string | null;
  liveKey: string | null;
  sandboxKey: string | null;
  /** The ports it had, to have them again. */
  ports: Partial<Ports>;
}

/** What scripts read, in `stack.json`, while the stack runs. */
export interface StackInfo {
  apiUrl: string;
  docsUrl: string;
  /** Where each worker tells whether it is ready. */
  workerHealthUrls: Record<WorkerName, string>;
  /** Where the API and each worker tell what they count. */
  metricsUrls: Record<'api' | WorkerName, string>;
  temporalUiUrl: string | null;
  temporalAddress: string;
  databaseUrl: string;
  s3Endpoint: string;
  workspaceId: string;
  liveKey: string;
  sandboxKey: string;
  pids: Record<string, number>;
  /** The process that keeps all of it running. */
  supervisor: ProcessIdentity;
}

const emptyState: StackState = {
  databasePassword: null,
  workspaceId: null,
  liveKey: null,
  sandboxKey: null,
  ports: {},
};

const stateFile = (directory: string) => path.join(directory, 'state.json');
const infoFile = (directory: string) => path.join(directory, 'stack.json');

export async function readState(directory: string): Promise<StackState> {
  if (!existsSync(stateFile(directory))) return emptyState;
  return {
    ...emptyState,
    ...(JSON.parse(await readFile(stateFile(directory), 'utf8')) as Partial<StackState>),
  };
}

export async function writeState(directory: string, state: StackState): Promise<void> {
  await replace(stateFile(directory), state);
}

export async function writeInfo(directory: string, info: StackInfo): Promise<void> {
  await replace(infoFile(directory), info);
}

export async function removeInfo(directory: string): Promise<void> {
  await rm(infoFile(directory), { force: true });
}

/** The stack that runs in a directory; null when none does. */
export async function readRunningStack(directory: string): Promise<StackInfo | null> {
  if (!existsSync(infoFile(directory))) return null;
  const info = JSON.parse(await readFile(infoFile(directory), 'utf8')) as StackInfo;
  return (await isRunning(info.supervisor)) ? info : null;
}

/** Readers see the old file or the new one, never half of it. */
async function replace(file: string, content: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
