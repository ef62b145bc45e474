import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Ports } from './ports.ts';
import { isRunning, type ProcessIdentity } from './process-identity.ts';
import type { WorkerName } from './services.ts';

/** The state of a stack between runs, in `state.json` of the stack's directory. Only the file's owner can read it. */
export interface StackState {
  databasePassword: string | null;
  /** Keys that encrypt the secrets in Postgres, in the format of ENCRYPTION_KEYS. */
  encryptionKeys: string | null;
  /** Keys that encrypt the payloads in Temporal, in the format of PAYLOAD_ENCRYPTION_KEYS. */
  payloadKeys: string | null;
  workspaceId: string | null;
  liveKey: string | null;
  sandboxKey: string | null;
  memberId: string | null;
  /** The ports of the last run. The next run uses them again if they are free. */
  ports: Partial<Ports>;
}

/** The addresses and keys of a running stack. Scripts read them from `stack.json` in the directory of the stack. */
export interface StackInfo {
  apiUrl: string;
  docsUrl: string;
  /** Sign-in link of the console. The link works once, within 15 minutes of the start. */
  consoleUrl: string;
  /** URLs of the readiness checks by worker process, named as in `pids`. */
  workerHealthUrls: Record<WorkerName, string>;
  /** URLs of the metrics by process, named as in `pids`. */
  metricsUrls: Record<'api' | WorkerName, string>;
  temporalUiUrl: string | null;
  temporalAddress: string;
  /** URL with which the Temporal UI and CLI decode payloads. */
  codecUrl: string;
  databaseUrl: string;
  s3Endpoint: string;
  /** Environment variables with which another process can use the S3 storage. */
  storage: Record<string, string>;
  workspaceId: string;
  liveKey: string;
  sandboxKey: string;
  /** Id of the member who signs in with `consoleUrl`. */
  memberId: string;
  /** Keys that encrypt the secrets in Postgres, in the format of ENCRYPTION_KEYS. */
  encryptionKeys: string;
  /** Keys that encrypt the payloads in Temporal, in the format of PAYLOAD_ENCRYPTION_KEYS. */
  payloadKeys: string;
  pids: Record<string, number>;
  /** The process that started the other processes and restarts them. */
  supervisor: ProcessIdentity;
}

const emptyState: StackState = {
  databasePassword: null,
  encryptionKeys: null,
  payloadKeys: null,
  workspaceId: null,
  liveKey: null,
  sandboxKey: null,
  memberId: null,
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
  await replaceFile(stateFile(directory), state);
}

export async function writeInfo(directory: string, info: StackInfo): Promise<void> {
  await replaceFile(infoFile(directory), info);
}

export async function removeInfo(directory: string): Promise<void> {
  await rm(infoFile(directory), { force: true });
}

/** Returns the stack that is running in a directory; null if no stack is running there. */
export async function readRunningStack(directory: string): Promise<StackInfo | null> {
  if (!existsSync(infoFile(directory))) return null;
  const info = JSON.parse(await readFile(infoFile(directory), 'utf8')) as StackInfo;
  return (await isRunning(info.supervisor)) ? info : null;
}

/** Replaces a file atomically, so that a reader never sees an incomplete file. */
async function replaceFile(file: string, content: unknown): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.part`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
