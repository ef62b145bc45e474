import type { TestProject } from 'vitest/node';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { createPool } from '@assay/storage/database/database.ts';
import { startStack } from '../../../tools/local/stack/stack.ts';
import type { StackInfo } from '../../../tools/local/stack/state.ts';
import { ensureWorkflowBundle } from '../../../tools/local/stack/bundles.ts';
import { findTestServer } from '../../../tools/local/programs/temporal-test-server.ts';
import { sharePostgres } from './database.ts';
import { shareDirectory } from './scratch.ts';
import { dependOn, share } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The stack that all tests share. Each test uses its own workspaces, so tests do not affect each other. */
    stack: StackInfo & { caFile: string; directory: string; consoleLinks: ConsoleLink[] };
    /** Path of Temporal's time-skipping test server. */
    testServerPath: string;
    workflowBundlePath: string;
  }
}

/** A sign-in link, the person whom it signs in, and the seconds for which it is valid. */
interface ConsoleLink {
  memberId: string;
  workspaceId: string;
  role: string;
  seconds: number;
}

/**
 * Returns the rows of the sign-in link in `stack.json`. The rows are read when the stack starts, because tests that run
 * after the link has expired may remove it.
 */
async function readConsoleLinks(databaseUrl: string, consoleUrl: string): Promise<ConsoleLink[]> {
  const database = createPool({
    databaseUrl,
    applicationName: 'tests',
    maxConnections: 1,
    onIdleError: (error) => console.error(error),
  });
  try {
    const { rows } = await database.query<ConsoleLink>(
      `select l.member_id as "memberId", m.workspace_id as "workspaceId", m.role,
         extract(epoch from l.expires_at - l.created_at)::int as seconds
       from sign_in_links l join memberships m on m.member_id = l.member_id where l.token_hash = sha256($1)`,
      [Buffer.from(new URL(consoleUrl).hash.slice(1))],
    );
    return rows;
  } finally {
    await database.end();
  }
}

/** Short delays between attempts, so that a test can wait for a whole retry schedule. */
const testEnvironment = { WEBHOOK_RETRY_SCHEDULE_SECONDS: '0,1,1,1', WEBHOOK_TIMEOUT_SECONDS: '3' };

/**
 * Settings of the long tests. `npm test` runs the tests of deliveries with the default settings, and `npm run
 * test:long` runs them with the other setting.
 */
const longEnvironment = { WEBHOOK_FIRST_ATTEMPT: 'direct' };

/** Starts the embedded stack, with Temporal's state in memory. */
function shareStack() {
  return share('stack', async (resources) => {
    const base = loadLocalConfig();
    const directory = await dependOn(resources, shareDirectory());
    const databaseUrl = await dependOn(resources, sharePostgres());
    const testServerPath = await findTestServer(base.cacheDir, base.environment['PATH'] ?? '');
    const isLong = process.env['TEST_LONG'] === 'true';
    const stack = await startStack({
      ...base,
      localDir: directory,
      port: 0,
      databaseUrl,
      durable: false,
      environment: { ...base.environment, ...testEnvironment, ...(isLong ? longEnvironment : {}) },
    });
    resources.defer(() => stack.stop());
    const consoleLinks = await readConsoleLinks(stack.info.databaseUrl, stack.info.consoleUrl);
    const workflowBundlePath = await ensureWorkflowBundle(base.cacheDir);
    return {
      stack: { ...stack.info, caFile: stack.caFile, directory, consoleLinks },
      testServerPath,
      workflowBundlePath,
    };
  });
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value, release } = await shareStack();
  project.provide('stack', value.stack);
  project.provide('testServerPath', value.testServerPath);
  project.provide('workflowBundlePath', value.workflowBundlePath);
  return release;
}
