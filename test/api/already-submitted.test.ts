import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  caller,
  newTenant,
  sandboxPath,
  submitSandbox,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { useApps } from '../support/app.ts';
import { useBlobs } from '../support/blobs.ts';
import { stackConsole } from '../support/console.ts';
import { submitLive, uploadPdf } from '../support/live.ts';

const submissions = '/api/integrations/submissions';
const database = useStackDatabase();
const tenant = useTenant(database);
const startApp = useApps();
const blobs = useBlobs();

const submit = (blobPaths: readonly string[], call = tenant.sandbox) =>
  call('POST', submissions, { assets: blobPaths.map((blobPath) => ({ blobPath })), sidekickIds: ['any'] });

const urlOf = (submissionId: string) => `${stackConsole().publicUrl}${submissions}/${submissionId}`;

/** Expects the 409 of the specification, and returns its Location header. */
function locationOf({ status, body, headers }: Answer): string | null {
  expect({ status, detail: body.detail }).toEqual({ status: 409, detail: 'Asset already submitted' });
  return headers.get('location');
}

describe('the 409 of a create whose 201 was lost has the URL of the submission', () => {
  test('in the sandbox, that of the first asset that was submitted', async () => {
    const [first, second] = [sandboxPath('pass'), sandboxPath('fail')];
    const { submissionId } = (await submit([first])).body;
    await submit([second]);
    const location = locationOf(
      await submit([sandboxPath('pass'), first.toUpperCase().slice(0, 36) + first.slice(36), second]),
    );
    expect(location).toBe(urlOf(submissionId));
    expect((await tenant.live('GET', new URL(location!).pathname)).body).toMatchObject({ submissionId });
  });

  test('live', async () => {
    const path = await uploadPdf(tenant);
    const { submissionId } = (await submitLive(tenant, [path])).body;
    expect(locationOf(await submitLive(tenant, [path]))).toBe(urlOf(submissionId));
  });

  test('without PUBLIC_URL, its path', async () => {
    const call = caller(tenant.sandboxKey, await startApp(database));
    const path = sandboxPath('pass');
    const { submissionId } = (await submit([path])).body;
    expect(locationOf(await submit([path], call))).toBe(`${submissions}/${submissionId}`);
  });
});

describe('a 201 has the URL of what was created (RFC 9110, 15.3.2)', () => {
  const subscriptions = '/api/integrations/webhooks/subscriptions';
  const endpoint = {
    endpointUrl: 'https://localhost:1/',
    eventTypes: ['asset.processing.completed'],
  };

  test('of a submission and a subscription, whose GET returns the same', async () => {
    for (const created of [
      await submit([sandboxPath('pass')]),
      await tenant.sandbox('POST', subscriptions, endpoint),
    ]) {
      expect(created.status).toBe(201);
      const { secret: _, ...shown } = created.body;
      const location = new URL(created.headers.get('location')!);
      expect(location.origin).toBe(stackConsole().publicUrl);
      expect((await tenant.sandbox('GET', location.pathname)).body).toEqual(shown);
    }
  });

  test('without PUBLIC_URL, its path', async () => {
    const call = caller(tenant.sandboxKey, await startApp(database));
    const { headers, body } = await submit([sandboxPath('pass')], call);
    expect(headers.get('location')).toBe(`${submissions}/${body.submissionId}`);
    const created = await call('POST', subscriptions, endpoint);
    expect(created.headers.get('location')).toBe(`${subscriptions}/${created.body.id}`);
  });
});

test('the 409 asks the storage about no other upload', async () => {
  const [submitted, other] = [await uploadPdf(tenant), await uploadPdf(tenant)];
  await submitLive(tenant, [submitted]);
  const asked: string[] = [];
  const head: typeof blobs.head = (key) => {
    asked.push(key);
    return blobs.head(key);
  };
  const call = caller(tenant.liveKey, await startApp(database, { blobs: { ...blobs, head } }));
  locationOf(await submit([other, submitted], call));
  expect(asked).toEqual([]);
});

describe('the 409 names no submission', () => {
  test('if the request names an asset twice', async () => {
    const id = randomUUID();
    expect(locationOf(await submit([`${id}/a__sandbox_pass__`, `${id}/b__sandbox_pass__`]))).toBeNull();
    const path = await uploadPdf(tenant);
    expect(locationOf(await submitLive(tenant, [path, path]))).toBeNull();
  });

  test('if the submission has expired', async () => {
    const { submissionId, assets } = (await submitSandbox(tenant, ['pass'])).body;
    await database.query('update submissions set expired_at = now() where id = $1', [submissionId]);
    expect(locationOf(await submit([assets[0].blobPath]))).toBeNull();
  });

  test('of another workspace or environment', async () => {
    const other = await newTenant(database);
    const path = await uploadPdf(tenant, { filename: '__sandbox_pass__.pdf' });
    const theirs = (await submit([path], other.sandbox)).body;
    const mine = (await submitLive(tenant, [path])).body;
    const simulated = (await submit([path])).body;
    expect(locationOf(await submit([path], other.sandbox))).toBe(urlOf(theirs.submissionId));
    expect(locationOf(await submitLive(tenant, [path]))).toBe(urlOf(mine.submissionId));
    expect(locationOf(await submit([path]))).toBe(urlOf(simulated.submissionId));
    const foreign = await submitLive(other, [path]);
    expect(foreign).toMatchObject({ status: 403, body: { detail: 'Invalid blob path' } });
    expect(foreign.headers.get('location')).toBeNull();
  });
});
