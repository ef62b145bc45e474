import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { loadLocalConfig } from '../config.ts';
import { defaultBucket, s3Credentials } from '../local/stack/local-s3.ts';
import type { StackInfo } from '../local/stack/state.ts';
import { untilReady } from './processes/until-ready.ts';

const root = path.join(import.meta.dirname, '..');

export interface ServiceProcess {
  pid: number;
  /** Asks it to end, and waits for that. */
  end(): Promise<void>;
}

/** One more process of the service on a running stack, with settings of its own; it works when this resolves. */
export async function startServiceProcess(
  main: 'api/main.ts' | 'workers/main.ts',
  stack: StackInfo,
  settings: NodeJS.ProcessEnv,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [path.join(root, main)], {
    env: {
      ...loadLocalConfig().environment,
      ...s3Credentials,
      LOG_LEVEL: 'error',
      DATABASE_URL: stack.databaseUrl,
      TEMPORAL_ADDRESS: stack.temporalAddress,
      S3_ENDPOINT: stack.s3Endpoint,
      S3_BUCKET: defaultBucket,
      ...settings,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  const exited = once(child, 'exit');
  await untilReady(child, main);
  return {
    pid: child.pid!,
    async end() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
