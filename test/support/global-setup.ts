import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { loadLocalConfig } from '../../config.ts';
import { startStack } from '../../local/stack/stack.ts';
import type { StackInfo } from '../../local/stack/state.ts';
import { ensureWorkflowBundle } from '../../local/stack/workflow-bundle.ts';
import { findTestServer } from '../../local/tools/temporal-test-server.ts';
import { migrate } from '../../storage/postgres/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One running stack for the whole run; tests keep apart by workspaces of their own. */
    stack: StackInfo & { caFile: string; directory: string };
    /** A migrated, empty database, which test files clone. */
    templateDatabaseUrl: string;
    /** Temporal's time-skipping test server. */
    testServerPath: string;
    workflowBundlePath: string;
    /** A directory for what tests write. */
    scratchDir: string;
  }
}

export const templateDatabase = 'assay_template';

/** Settings of the stack under test: retries in seconds, so that tests see all of a schedule. */
const testEnvironment = { WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,1,1,1', WEBHOOK_TIMEOUT_SECONDS: '3' };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const base = loadLocalConfig();
  const directory = path.resolve(base.localDir, 'tests', String(process.pid));
  await mkdir(directory, { recursive: true });
  const testServerPath = await findTestServer(base.cacheDir, base.environment['PATH'] ?? '');
  const stack = await startStack({
    ...base,
    localDir: directory,
    port: 0,
    environment: { ...base.environment, ...testEnvironment },
  });
  await createTemplate(stack.info.databaseUrl);
  project.provide('stack', { ...stack.info, caFile: stack.caFile, directory });
  project.provide('templateDatabaseUrl', withDatabase(stack.info.databaseUrl, templateDatabase));
  project.provide('testServerPath', testServerPath);
  project.provide('workflowBundlePath', await ensureWorkflowBundle(path.join(directory, 'cache')));
  project.provide('scratchDir', path.join(directory, 'scratch'));
  await mkdir(path.join(directory, 'scratch'));
  return async () => {
    await stack.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

async function createTemplate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`create database ${templateDatabase}`);
  } finally {
    await client.end();
  }
  await migrate(withDatabase(databaseUrl, templateDatabase));
}

export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
