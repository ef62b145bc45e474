/** @module-tag both */

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { newTenant, submitSandbox, useStackDatabase, useTenant } from '../support/api.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { fire, subscriptions } from './endpoints.ts';
import { expectDomain } from './errors.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const completed = 'asset.processing.completed';
const failed = 'asset.processing.failed';

describe('4.3 Sandbox fire rules', () => {
  let submissionId: string;

  const subscribe = async (eventTypes: string[]) =>
    (await tenant.live('POST', subscriptions, { endpointUrl: 'https://localhost:1/', eventTypes })).body.id;

  beforeAll(async () => {
    ({ submissionId } = (await submitSandbox(tenant, ['pass', 'error', 'pending'])).body);
  });

  test('Sandbox key and submission in the workspace: 200 with dispatched', async () => {
    const answer = await tenant.sandbox('POST', fire, { eventType: completed, submissionId });
    expect(answer).toMatchObject({ status: 200, body: { dispatched: 0 } });
  });

  test('a live submission of the workspace is accepted', async () => {
    const live = (await submitLive(tenant, [await uploadPdf(tenant)])).body;
    const body = { eventType: completed, submissionId: live.submissionId };
    expect((await tenant.sandbox('POST', fire, body)).status).toBe(200);
  });

  test('dispatched is the sum over the assets of the matching enabled subscriptions', async () => {
    await subscribe([completed]);
    const both = await subscribe([completed, failed]);
    const dispatched = async (eventType: string) =>
      (await tenant.sandbox('POST', fire, { eventType, submissionId })).body;
    expect(await dispatched(completed)).toEqual({ dispatched: 6 });
    expect(await dispatched(failed)).toEqual({ dispatched: 3 });
    await tenant.live('PATCH', `${subscriptions}/${both}`, { enabled: false });
    expect(await dispatched(completed)).toEqual({ dispatched: 3 });
    expect(await dispatched(failed)).toEqual({ dispatched: 0 });
  });

  test.for([[{}], ['{'], [{ eventType: completed }]])(
    'Live key: 403, whatever the body %j',
    async ([body]) => {
      const answer = await tenant.live('POST', fire, body);
      expectDomain(answer, 403);
      expect((await tenant.live('POST', fire, { eventType: completed, submissionId })).status).toBe(403);
    },
  );

  test('submissionId not in the workspace: 404', async () => {
    const foreign = (await submitSandbox(await newTenant(database), ['pass'])).body.submissionId;
    for (const id of [randomUUID(), foreign]) {
      const answer = await tenant.sandbox('POST', fire, { eventType: completed, submissionId: id });
      expectDomain(answer, 404, 'Submission not found');
    }
  });

  test.for([[{}], ['{'], [[]], [undefined], [{ eventType: completed, submissionId: 'x' }]])(
    'Malformed body: 422: %j',
    async ([body]) => {
      expect((await tenant.sandbox('POST', fire, body)).status).toBe(422);
    },
  );
});
