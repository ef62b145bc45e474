import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { consoleSettings } from '../../../api/console/settings.ts';
import { createSignInLimiter } from '../../../api/console/sign-in-limiter.ts';
import { startSqlProxy } from '../../../tools/bench/costs/sql-proxy.ts';
import budget from '../../../tools/bench/budget.json' with { type: 'json' };
import { createPool, type Database } from '@assay/storage/database/database.ts';
import { newTenant, submitSandbox, type Tenant, useStackDatabase } from '../../support/api.ts';
import { useApps } from '../../support/app.ts';
import { newPerson, type Person, type TestConsole } from '../../support/console.ts';

// Counts the statements of the console's reads on the wire to Postgres.

const database = useStackDatabase();
const startApp = useApps();
let sql: Awaited<ReturnType<typeof startSqlProxy>>;
let counted: Database;
let site: TestConsole;
beforeAll(async () => {
  sql = await startSqlProxy(inject('stack').databaseUrl);
  counted = createPool({
    databaseUrl: sql.url,
    applicationName: 'test',
    maxConnections: 3,
    onIdleError: () => undefined,
  });
  const publicUrl = 'http://localhost:3000';
  const signIn = { settings: consoleSettings(publicUrl), limiter: createSignInLimiter('memory') };
  site = { apiUrl: await startApp(counted, { signIn }), publicUrl };
});
afterAll(async () => {
  await counted.end();
  sql.close();
});

async function statementsOf({ call }: Person, path: string): Promise<string[]> {
  sql.calls.length = 0;
  expect((await call('GET', path)).status).toBe(200);
  return [...sql.calls];
}

async function submissionPath(tenant: Tenant): Promise<string> {
  const { body } = await submitSandbox(tenant, ['pass']);
  return `/console/api/${tenant.workspaceId}/live/api/integrations/submissions/${body.submissionId}`;
}

test('reads of the console stay within the budget of SQL in tools/bench/budget.json', async () => {
  const [unlimited, limited] = [await newTenant(database), await newTenant(database, 'growth')];
  const ada = await newPerson(database, site, unlimited.workspaceId, 'admin');
  const bob = await newPerson(database, site, limited.workspaceId, 'viewer');
  const { consoleReads: allowed } = budget;
  expect(await statementsOf(ada, '/console/api/session')).toEqual(['find-session']);
  expect(allowed.session).toBe(1);
  const read = 'find-workspace-session-and-read-submission';
  expect(await statementsOf(ada, await submissionPath(unlimited))).toEqual([read]);
  expect(allowed.submission).toBe(1);
  const onPlanWithLimits = await statementsOf(bob, await submissionPath(limited));
  expect([onPlanWithLimits[0], onPlanWithLimits.length]).toEqual([read, allowed.submissionOnPlanWithLimits]);
  const audit = await statementsOf(ada, `/console/api/${unlimited.workspaceId}/audit`);
  expect(audit).toEqual(['find-workspace-session', 'list-workspace-entries']);
  expect(allowed.auditLog).toBe(2);
});
