import { expect, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { setSuspended } from '@assay/storage/accounts/workspaces.ts';
import { revokeApiKey } from '@assay/storage/accounts/api-keys.ts';
import { newTenant, submitSandbox, until, useStackDatabase } from '../support/api.ts';
import { newPlan } from '../support/plans.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { useReceiver } from '../support/receiver.ts';
import { fill, rows } from '../conformance/endpoints.ts';

const database = useStackDatabase();
const document = sidekickDescriptions.find(({ code }) => code === 'document')!;
const receiver = useReceiver();
const suspended = {
  error_code: 'tier_not_authorized_for_integrations_api',
  message: 'The workspace is suspended',
};

test('every request with a key of a suspended workspace gets 402, until the suspension ends', async () => {
  const [tenant, other] = [await newTenant(database), await newTenant(database)];
  await setSuspended(database, tenant.workspaceId, true);
  for (const [method, template] of rows) {
    const { status, body } = await tenant.sandbox(method, fill(template));
    expect({ status, body }).toEqual({ status: 402, body: { ...suspended, bucket: expect.any(String) } });
  }
  expect((await submitSandbox(other, ['pass'])).status).toBe(201);
  await setSuspended(database, tenant.workspaceId, false);
  expect((await submitSandbox(tenant, ['pass'])).status).toBe(201);
});

test('the check follows 401 and precedes 429 and 403', async () => {
  const tenant = await newTenant(database, await newPlan(database, { bucketLimits: { sandbox: 0 } }));
  await setSuspended(database, tenant.workspaceId, true);
  const fire = () => tenant.live('POST', '/api/integrations/sandbox/events/fire', {});
  expect(await fire()).toMatchObject({ status: 402, body: { ...suspended, bucket: 'sandbox' } });
  const { rows: keys } = await database.query<{ id: string }>(
    'select id from api_keys where workspace_id = $1',
    [tenant.workspaceId],
  );
  for (const { id } of keys) await revokeApiKey(database, id);
  expect((await fire()).status).toBe(401);
});

test('accepted submissions are finished, and their webhooks are sent', async () => {
  const tenant = await newTenant(database);
  await tenant.live('POST', '/api/integrations/webhooks/subscriptions', {
    endpointUrl: receiver.url('suspended'),
    eventTypes: ['asset.processing.completed'],
  });
  const { body } = await submitLive(tenant, [await uploadPdf(tenant)], [document.id]);
  await setSuspended(database, tenant.workspaceId, true);
  await until(
    () => database.query('select status from submissions where id = $1', [body.submissionId]),
    ({ rows: [row] }) => row!.status === 'complete',
    60_000,
  );
  const [webhook] = await receiver.received('suspended', 1);
  expect(webhook!.body).toContain(body.submissionId);
});
