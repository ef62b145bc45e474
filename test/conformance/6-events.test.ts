/** @module-tag both */

import { beforeAll, describe, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { submitSandbox, until, untilDone, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { mediaOf, submitLive, uploadPdf } from '../support/live.ts';
import { type ReceivedRequest, useReceiver } from '../support/receiver.ts';
import { dateTime, expectShape, integer, matching, oneOf, record, text, uuid } from '../support/shape.ts';
import { fire, subscriptions } from './endpoints.ts';

const tenant = useTenant(useStackDatabase());
const receiver = useReceiver();
const completed = 'asset.processing.completed';
const failed = 'asset.processing.failed';

const envelope = (type: string, data: Record<string, typeof text>) =>
  record({
    id: text,
    type: oneOf(type),
    timestamp: dateTime,
    data: record({ asset_id: uuid, submission_id: uuid, workspace_id: uuid, filename: text, ...data }),
  });
const shapes = {
  [completed]: envelope(completed, { status: oneOf('completed'), issue_count: integer }),
  [failed]: envelope(failed, { status: oneOf('failed'), error_message: text }),
};

const secrets = new Map<string, string>();
const ids = new Map<string, string>();

async function subscribe(name: string, eventTypes = [completed, failed]): Promise<void> {
  const { body } = await tenant.live('POST', subscriptions, { endpointUrl: receiver.url(name), eventTypes });
  secrets.set(name, body.secret);
  ids.set(name, body.id);
}

/**
 * Waits for `count` requests at the path `name`, verifies their signatures, and returns each request with its event.
 */
async function received(name: string, count: number): Promise<{ request: ReceivedRequest; event: any }[]> {
  const requests = await until(
    () => Promise.resolve(receiver.requests(name)),
    (list) => list.length >= count,
  );
  expect(requests).toHaveLength(count);
  return requests.map((request) => ({
    request,
    event: new Webhook(secrets.get(name)!).verify(request.body, request.headers as Record<string, string>),
  }));
}

function expectSigned({ request, event }: { request: ReceivedRequest; event: any }): void {
  expectShape(event, shapes[event.type as keyof typeof shapes]);
  expectShape(
    {
      id: request.headers['webhook-id'],
      timestamp: request.headers['webhook-timestamp'],
      signature: request.headers['webhook-signature'],
    },
    record({
      id: oneOf(event.id),
      timestamp: matching(/^\d{10}$/),
      signature: matching(/^v1,[A-Za-z0-9+/]{43}=$/),
    }),
  );
  expect(request.headers['content-type']).toBe('application/json');
}

describe('6 Events of real processing', () => {
  let good: any;
  let bad: any;

  beforeAll(async () => {
    await subscribe('real');
    await subscribe('real-failed', [failed]);
    const clip = await mediaOf('mp4', ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:d=2']);
    // The sample tables are intact, so the file can be measured. Its samples cannot be decoded, because no decoder
    // knows the codec.
    const unknownCodec = Buffer.from(clip.toString('latin1').replaceAll('avc1', 'zzzz'), 'latin1');
    const { body } = await submitLive(tenant, [
      await uploadPdf(tenant, { filename: 'good.pdf', script: 'app.beep()' }),
      await uploadFile(tenant.live, 'bad.mp4', 'video/mp4', unknownCodec),
    ]);
    [good, bad] = (await untilDone(tenant.live, body.submissionId)).body.assets;
  });

  test('asset.processing.completed when an asset finishes processing successfully', async () => {
    const events = await received('real', 2);
    const one = events.find(({ event }) => event.type === completed)!;
    expectSigned(one);
    expect(one.request.headers['webhook-test']).toBeUndefined();
    expect(good.status).toBe('complete');
    expect(one.event.data).toEqual({
      asset_id: good.assetId,
      submission_id: good.submissionId,
      workspace_id: tenant.workspaceId,
      status: 'completed',
      filename: 'good.pdf',
      issue_count: good.issueCount,
    });
  });

  test('asset.processing.failed when an asset fails to process', async () => {
    const events = await received('real', 2);
    const one = events.find(({ event }) => event.type === failed)!;
    expectSigned(one);
    expect(bad.status).toBe('failed');
    expect(one.event.data).toEqual({
      asset_id: bad.assetId,
      submission_id: bad.submissionId,
      workspace_id: tenant.workspaceId,
      status: 'failed',
      filename: 'bad.mp4',
      error_message: bad.errorMessage,
    });
  });

  test('a subscription gets only the types in eventTypes', async () => {
    const [only] = await received('real-failed', 1);
    expect(only!.event.type).toBe(failed);
  });
});

describe('6 Events of the fire endpoint', () => {
  test('have the same form, one for each asset', async () => {
    await subscribe('fired');
    await subscribe('fired-failed', [failed]);
    const { submissionId, assets } = (await submitSandbox(tenant, ['fail', 'pass'])).body;
    const body = { eventType: completed, submissionId };
    await tenant.sandbox('POST', fire, body);
    const events = await received('fired', 2);
    for (const one of events) {
      expectSigned(one);
      expect(one.request.headers['webhook-test']).toBe('true');
    }
    const counts = events.map(({ event }) => [event.data.asset_id, event.data.issue_count]);
    expect(Object.fromEntries(counts)).toEqual({ [assets[0].assetId]: 3, [assets[1].assetId]: 0 });
    expect(new Set(events.map(({ event }) => event.id)).size).toBe(2);
    expect(receiver.requests('fired-failed')).toEqual([]);
  });

  test.for([
    ['given', 'pass', { errorMessage: 'it broke' }, 'it broke'],
    ['of-the-asset', 'error', {}, 'Sandbox simulated error'],
    ['of-nobody', 'pass', {}, expect.any(String)],
  ] as const)('the failure event has status failed and error_message: %s', async (row) => {
    const [name, marker, message, expected] = row;
    await subscribe(name);
    const { submissionId } = (await submitSandbox(tenant, [marker])).body;
    await tenant.sandbox('POST', fire, { eventType: failed, submissionId, ...message });
    const [one] = await received(name, 1);
    expectSigned(one!);
    expect(one!.event.data).toMatchObject({ status: 'failed', error_message: expected });
    await tenant.live('DELETE', `${subscriptions}/${ids.get(name)}`);
  });

  test('a sandbox submission sends none without the fire endpoint', async () => {
    await subscribe('silent');
    await submitSandbox(tenant, ['pass', 'error']);
    const path = `${subscriptions}/${ids.get('silent')}/deliveries`;
    expect((await tenant.live('GET', path)).body).toEqual({ attempts: [], total: 0 });
    await tenant.live('DELETE', `${subscriptions}/${ids.get('silent')}`);
  });
});

describe('6 Retries', () => {
  test.for([500, 404, 301] as const)(
    'a non-2xx answer makes the delivery retry, with the same id and body: %i',
    async (status) => {
      const name = `retried-${status}`;
      receiver.answer(name, { status, headers: { location: receiver.url('elsewhere') } }, { status: 200 });
      await subscribe(name);
      const { submissionId } = (await submitSandbox(tenant, ['pass'])).body;
      await tenant.sandbox('POST', fire, { eventType: completed, submissionId });
      const [first, second] = await received(name, 2);
      expectSigned(second!);
      expect(second!.request.body).toBe(first!.request.body);
      expect(second!.request.headers['webhook-id']).toBe(first!.request.headers['webhook-id']);
      const { attempts } = await until(
        async () => (await tenant.live('GET', `${subscriptions}/${ids.get(name)}/deliveries`)).body,
        (list) => list.attempts[0].status === 'succeeded',
      );
      expect(attempts).toMatchObject([
        { attemptNumber: 2, responseStatus: 200, eventId: second!.event.id },
        { attemptNumber: 1, responseStatus: status, status: 'failed' },
      ]);
      await tenant.live('DELETE', `${subscriptions}/${ids.get(name)}`);
    },
  );

  test('410 disables the subscription', async () => {
    receiver.answer('gone', { status: 410 });
    await subscribe('gone');
    const { submissionId } = (await submitSandbox(tenant, ['pass'])).body;
    await tenant.sandbox('POST', fire, { eventType: completed, submissionId });
    await received('gone', 1);
    await until(
      async () => (await tenant.live('GET', `${subscriptions}/${ids.get('gone')}`)).body,
      ({ enabled }) => enabled === false,
    );
  });
});
