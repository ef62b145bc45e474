/** @module-tag both */

import { afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { createClient, dataOf, verifyWebhook, WebhookVerificationError } from '@assay/client/index.ts';
import { newTenant, sandboxPath, useStackDatabase } from '../../support/api.ts';
import { type ReceivedRequest, useReceiver } from '../../support/receiver.ts';

// Tests `verifyWebhook` with events that the service has signed and sent.

const database = useStackDatabase();
const receiver = useReceiver();
let secret: string;
let submissionId: string;
let completed: ReceivedRequest;
let failed: ReceivedRequest;

beforeAll(async () => {
  const { sandboxKey } = await newTenant(database);
  const client = createClient({ baseUrl: inject('stack').apiUrl, apiKey: sandboxKey });
  ({ secret } = dataOf(
    await client.api.POST('/api/integrations/webhooks/subscriptions', {
      body: {
        endpointUrl: receiver.url('client'),
        eventTypes: ['asset.processing.completed', 'asset.processing.failed'],
      },
    }),
  ));
  ({ submissionId } = await client.submit({ blobPaths: [sandboxPath('advisory')], sidekickIds: ['any'] }));
  const fire = async (eventType: 'asset.processing.completed' | 'asset.processing.failed', count: number) => {
    const body = { eventType, submissionId, errorMessage: 'Not a video' };
    dataOf(await client.api.POST('/api/integrations/sandbox/events/fire', { body }));
    const requests = await receiver.received('client', count);
    return requests[count - 1]!;
  };
  completed = await fire('asset.processing.completed', 1);
  failed = await fire('asset.processing.failed', 2);
});

afterEach(() => vi.useRealTimers());

test('a valid event is discriminated by its type', () => {
  const event = verifyWebhook(completed.body, completed.headers, secret);
  expect(event.type).toBe('asset.processing.completed');
  // TypeScript allows access to issue_count only after this check of the event type.
  if (event.type === 'asset.processing.completed') expect(event.data.issue_count).toBe(2);
  expect(event.data.submission_id).toBe(submissionId);

  const other = verifyWebhook(Buffer.from(failed.body), failed.headers, secret);
  expect(other.type === 'asset.processing.failed' && other.data.error_message).toBe('Not a video');
});

test('the headers may be a Headers object of fetch', () => {
  const headers = new Headers(completed.headers as Record<string, string>);
  expect(verifyWebhook(completed.body, headers, secret).id).toBe(completed.headers['webhook-id']);
});

test('a tampered event is rejected', () => {
  const { body, headers } = completed;
  const tampered = body.replace('"issue_count":2', '"issue_count":0');
  expect(tampered).not.toBe(body);
  expect(() => verifyWebhook(tampered, headers, secret)).toThrow(WebhookVerificationError);
  expect(() =>
    verifyWebhook(body, { ...headers, 'webhook-id': failed.headers['webhook-id'] }, secret),
  ).toThrow(WebhookVerificationError);
  expect(() => verifyWebhook(body, {}, secret)).toThrow(WebhookVerificationError);
});

test('an event signed with another secret is rejected', () => {
  const another = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  expect(() => verifyWebhook(completed.body, completed.headers, another)).toThrow(WebhookVerificationError);
});

test('an event older than five minutes is rejected', () => {
  vi.useFakeTimers({ now: Date.now() + 6 * 60_000, toFake: ['Date'] });
  expect(() => verifyWebhook(completed.body, completed.headers, secret)).toThrow('too old');
});
