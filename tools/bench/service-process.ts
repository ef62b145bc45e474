import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { defaultBucket, s3Credentials } from '../local/stack/local-s3.ts';
import { textReaderEnvironment } from '../local/stack/text-reader.ts';
import type { StackInfo } from '../local/stack/state.ts';

const root = path.join(import.meta.dirname, '../..');

export interface ServiceProcess {
  pid: number;
  /** Shuts the process down and waits for its exit. */
  end(): Promise<void>;
}

/**
 * Starts another API or worker process on a running stack. Resolves when the process is ready.
 * @param settings environment variables that override those of the stack
 */
export async function startServiceProcess(
  main: 'api/main.ts' | 'workers/main.ts',
  stack: StackInfo,
  settings: NodeJS.ProcessEnv,
): Promise<ServiceProcess> {
  const { cacheDir, environment } = loadLocalConfig();
  const child = spawn(process.execPath, [path.join(root, main)], {
    env: {
      MEDIA_SANDBOX: 'auto',
      ...environment,
      ...(await textReaderEnvironment(cacheDir, environment)),
      ...s3Credentials,
      LOG_LEVEL: 'error',
      DATABASE_URL: stack.databaseUrl,
      TEMPORAL_ADDRESS: stack.temporalAddress,
      S3_ENDPOINT: stack.s3Endpoint,
      S3_BUCKET: defaultBucket,
      ENCRYPTION_KEYS: stack.encryptionKeys,
      PAYLOAD_ENCRYPTION_KEYS: stack.payloadKeys,
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const exited = once(child, 'exit');
  await waitUntilReady(child, main);
  return {
    pid: child.pid!,
    async end() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/**
 * Waits for the first message of a service process, which the process sends when it is ready. Throws if the process
 * exits first.
 */
async function waitUntilReady(child: ChildProcess, main: string): Promise<void> {
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${main} exited while it started`);
  });
  exited.catch(() => undefined);
  await Promise.race([once(child, 'message'), exited]);
}
