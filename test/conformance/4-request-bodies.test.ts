import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sandboxPath, useStackDatabase, useTenant } from '../support/api.ts';
import { uploadPdf } from '../support/live.ts';
import { estimate, fire, submissions, subscriptions } from './endpoints.ts';

const tenant = useTenant(useStackDatabase());
const eventTypes = ['asset.processing.completed'];

describe('4 POST /uploads/url', () => {
  test('returns a URL that accepts the bytes with the returned headers, for an hour', async () => {
    const { body } = await tenant.live('POST', '/uploads/url', {
      filename: 'a.txt',
      contentType: 'text/plain',
      contentLength: 5,
    });
    expect(body).toMatchObject({ method: 'PUT' });
    // Java, .NET and browsers refuse to set `Content-Length`, and send it themselves.
    expect(body.headers).toEqual({ 'Content-Type': 'text/plain' });
    expect(body.blobPath).toMatch(/^[0-9a-f-]{36}\/a\.txt$/);
    const inAnHour = Date.parse(body.expiresAt) - Date.now();
    expect(inAnHour).toBeGreaterThan(3_540_000);
    expect(inAnHour).toBeLessThanOrEqual(3_600_000);
    const put = async (bytes: string, contentType: string) => {
      const headers = { 'Content-Type': contentType };
      return (await fetch(body.uploadUrl, { method: 'PUT', headers, body: bytes })).status;
    };
    expect(await put('longer', 'text/plain')).toBe(403);
    expect(await put('12345', 'text/html')).toBe(403);
    expect(await put('12345', 'text/plain')).toBe(200);
  });

  test.for([
    [{ contentType: 'image/jpeg' }, 'filename'],
    [{ filename: 5, contentType: 'image/jpeg' }, 'filename'],
    [{ filename: '', contentType: 'image/jpeg' }, 'filename'],
    [{ filename: `${'x'.repeat(252)}.jpg`, contentType: 'image/jpeg' }, 'filename'],
    [{ filename: 'a/b.jpg', contentType: 'image/jpeg' }, 'filename'],
    [{ filename: 'a\\b.jpg', contentType: 'image/jpeg' }, 'filename'],
    [{ filename: 'a\u0000.jpg', contentType: 'image/jpeg' }, 'filename'],
    [{ filename: 'a\u202egpj.jpg', contentType: 'image/jpeg' }, 'filename'],
    [{ filename: 'a.jpg' }, 'contentType'],
    [{ filename: 'a.jpg', contentType: 5 }, 'contentType'],
    [{ filename: 'a.jpg', contentType: 'image/jpeg', contentLength: -1 }, 'contentLength'],
    [{ filename: 'a.jpg', contentType: 'image/jpeg', contentLength: 1.5 }, 'contentLength'],
    [{ filename: 'a.jpg', contentType: 'image/jpeg', contentLength: '5' }, 'contentLength'],
  ] as const)('%j is a 422 that names %s', async ([body, field]) => {
    for (const key of ['live', 'sandbox'] as const) {
      expect(await tenant[key]('POST', '/uploads/url', body)).toMatchObject({
        status: 422,
        body: { fields: [{ field }] },
      });
    }
  });

  test('a filename may have 255 characters', async () => {
    const filename = `${'ü'.repeat(251)}.jpg`;
    const { status } = await tenant.live('POST', '/uploads/url', { filename, contentType: 'image/jpeg' });
    expect(status).toBe(200);
  });
});

describe('4 POST /api/integrations/submissions', () => {
  const send = (body: unknown) => tenant.sandbox('POST', submissions, body);
  const ok = () => ({ blobPath: sandboxPath('pass') });

  test.for([
    [{}, ['assets', 'sidekickIds']],
    [{ assets: [], sidekickIds: ['x'] }, ['assets']],
    [{ assets: 'all', sidekickIds: 'x' }, ['assets', 'sidekickIds']],
    [{ assets: [{}], sidekickIds: [''] }, ['assets.0.blobPath', 'sidekickIds.0']],
    [[], ['body']],
    ['"text"', ['body']],
    [undefined, ['body']],
  ] as const)('%j is a 422 that names %j', async ([body, fields]) => {
    const answer = await send(body);
    expect(answer.status).toBe(422);
    expect(answer.body.fields.map(({ field }: any) => field)).toEqual(fields);
  });

  test('the plan allows 50 assets and no more', async () => {
    const fifty = Array.from({ length: 50 }, ok);
    expect((await send({ assets: fifty.map(ok), sidekickIds: ['x'] })).status).toBe(201);
    expect(await send({ assets: [...fifty, ok()], sidekickIds: ['x'] })).toMatchObject({
      status: 422,
      body: { fields: [{ field: 'assets' }] },
    });
  });
});

describe('4 PATCH of a subscription', () => {
  test.for([
    [{}, 'enabled'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ enabled: null }, 'enabled'],
    [{ enabled: true, endpointUrl: 'https://example.com' }, 'endpointUrl'],
    [[], 'body'],
  ] as const)('only enabling or disabling is supported: %j is a 422', async ([body, field]) => {
    const created = (
      await tenant.live('POST', subscriptions, { endpointUrl: 'https://localhost:1/', eventTypes })
    ).body;
    const path = `${subscriptions}/${created.id}`;
    expect(await tenant.live('PATCH', path, body)).toMatchObject({
      status: 422,
      body: { fields: [{ field }] },
    });
    expect((await tenant.live('GET', path)).body).toMatchObject({ enabled: true });
    await tenant.live('DELETE', path);
  });
});

describe('4 POST /api/pricing/estimate', () => {
  test.for([
    ['never issued', () => `${randomUUID()}/a.pdf`],
    ['issued under another filename', async () => (await uploadPdf(tenant)).replace('a.pdf', 'b.pdf')],
  ] as [string, () => string | Promise<string>][])('a blob path that was %s is a 403', async ([, path]) => {
    const files = [{ blobPath: await path() }];
    expect(await tenant.live('POST', estimate, { files })).toMatchObject({
      status: 403,
      body: { detail: 'Invalid blob path' },
    });
    expect((await tenant.sandbox('POST', estimate, { files })).status).toBe(200);
  });
});

describe('4 POST /api/integrations/sandbox/events/fire', () => {
  test.for([
    [{ submissionId: randomUUID() }, 'eventType'],
    [{ eventType: 'asset.created', submissionId: randomUUID() }, 'eventType'],
    [{ eventType: eventTypes[0] }, 'submissionId'],
    [{ eventType: eventTypes[0], submissionId: 'x' }, 'submissionId'],
    [{ eventType: eventTypes[0], submissionId: randomUUID(), errorMessage: 5 }, 'errorMessage'],
  ] as const)('%j is a 422 that names %s', async ([body, field]) => {
    expect(await tenant.sandbox('POST', fire, body)).toMatchObject({
      status: 422,
      body: { fields: [{ field }] },
    });
  });
});
