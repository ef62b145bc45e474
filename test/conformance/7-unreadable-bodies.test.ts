import { randomUUID } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { useStackDatabase, useTenant } from '../support/api.ts';
import { fill, rows, submissions } from './endpoints.ts';
import { expectDomain, expectInvalid } from './errors.ts';

const tenant = useTenant(useStackDatabase());
const withBody = rows.filter(([, , { body }]) => body);

describe('7 Unreadable bodies', () => {
  const send = (path: string, method: string, body: string, headers = {}) =>
    tenant.sandbox(method, fill(path), body, headers);

  test.for(withBody)('%s %s: malformed JSON is a 422', async ([method, path]) => {
    for (const body of ['{', '{"a":1,}', "{'a':1}", 'nonsense', '{} {}', '\u0000', '{"a":"\u0001"}', 'NaN'])
      expectInvalid(await send(path, method, body), 'body');
  });

  const upload = '{"filename":"ä.mp4","contentType":"video/mp4"}';
  const post = async (body: Uint8Array, headers: Record<string, string>) => {
    const response = await fetch(`${inject('stack').apiUrl}/uploads/url`, {
      method: 'POST',
      headers: { 'X-API-Key': tenant.sandboxKey, 'Content-Type': 'application/json', ...headers },
      body: Buffer.from(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  };
  const typed = (charset: string) => ({ 'Content-Type': `application/json; charset=${charset}` });
  const utf16be = Buffer.from(upload, 'utf16le').swap16();
  const utf32le = Buffer.from(Uint32Array.from(upload, (letter) => letter.codePointAt(0)!).buffer);
  const other = /^must be encoded in UTF-8, but has other bytes, for example those of ISO-8859-1/;
  const wide = 'must be encoded in UTF-8, but is encoded in UTF-16 or UTF-32';

  test.for<[string, Uint8Array, Record<string, string>, string | RegExp]>([
    ['ISO-8859-1', Buffer.from(upload, 'latin1'), {}, other],
    [
      'ISO-8859-1, with its charset',
      Buffer.from(upload, 'latin1'),
      typed('ISO-8859-1'),
      /charset "iso-8859-1"$/,
    ],
    ['UTF-8, with another charset', Buffer.from(upload), typed('"windows-1252"'), /charset "windows-1252"$/],
    ['UTF-16, with its charset', Buffer.from(upload, 'utf16le'), typed('utf-16le'), /charset "utf-16le"$/],
    ['UTF-16', Buffer.from(upload, 'utf16le'), {}, wide],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${upload}`, 'utf16le'), {}, wide],
    ['UTF-16 in big-endian order', utf16be, {}, wide],
    ['UTF-32', utf32le, {}, wide],
    ['UTF-8 that is broken off', Buffer.from(upload).subarray(0, 14), {}, other],
  ])('JSON in %s is a 422 that names the charset', async ([, bytes, headers, message]) => {
    const answer = await post(bytes, headers);
    expectInvalid(answer, 'body');
    expect(answer.body.fields[0].message).toMatch(message);
  });

  test.for<[string, (text: string) => Uint8Array]>([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
  ])('a body with the Content-Encoding %s is a 422 that names the encoding', async ([encoding, compress]) => {
    const answer = await post(compress(upload), { 'Content-Encoding': encoding });
    expectInvalid(answer, 'body');
    expect(answer.body.fields[0].message).toBe(
      `must not be compressed, but has the Content-Encoding "${encoding}"`,
    );
  });

  test.for<[string, Uint8Array, Record<string, string>]>([
    ['Content-Encoding identity', Buffer.from(upload), { 'Content-Encoding': 'identity' }],
    ['the charset us-ascii', Buffer.from(upload.replace('ä', 'a')), typed('us-ascii')],
    ['a byte order mark', Buffer.from(`\ufeff${upload}`), {}],
  ])('a body in UTF-8 with %s is accepted', async ([, bytes, headers]) => {
    expect((await post(bytes, headers)).status).toBe(200);
  });

  test('text of the client in an error is well-formed and shortened', async () => {
    const lone = await tenant.sandbox(
      'POST',
      '/uploads/url',
      '{"filename":"a.mp4","contentType":"\\ud800/x"}',
    );
    expectDomain(lone, 415);
    expect(lone.body.detail.isWellFormed()).toBe(true);
    const long = { filename: 'a.mp4', contentType: 'x'.repeat(20_000) };
    expectInvalid(await tenant.sandbox('POST', '/uploads/url', long), 'contentType');
    const keyed = { enabled: true, [`\ud800${'x'.repeat(5_000)}`]: 1 };
    const path = `/api/integrations/webhooks/subscriptions/${randomUUID()}`;
    const [fault] = (await tenant.sandbox('PATCH', path, keyed)).body.fields;
    expect(fault.field.length).toBeLessThan(400);
    expect(fault.field.isWellFormed()).toBe(true);
  });

  test('messages are readable without knowledge of the validation library', async () => {
    const { body } = await tenant.sandbox('POST', '/api/integrations/submissions', {
      assets: [{ blobPath: 5 }, {}],
      sidekickIds: [],
    });
    expect(body.fields).toEqual([
      { field: 'assets.0.blobPath', message: 'must be a string' },
      { field: 'assets.1.blobPath', message: 'is required' },
      { field: 'sidekickIds', message: 'must have at least 1 item' },
    ]);
  });

  test.for(withBody)('%s %s: no body is a 422', async ([method, path]) => {
    expectInvalid(await tenant.sandbox(method, fill(path)), 'body');
    expectInvalid(await send(path, method, ''), 'body');
  });

  test.for(withBody)('%s %s: JSON that is not an object is a 422', async ([method, path]) => {
    for (const body of ['[]', 'null', 'true', '5', '"text"'])
      expectInvalid(await send(path, method, body), 'body');
  });

  test.for(withBody)('%s %s: JSON nested 100,000 levels deep is a 422', async ([method, path]) => {
    const depth = 100_000;
    expectInvalid(await send(path, method, '['.repeat(depth) + ']'.repeat(depth)), 'body');
    expect((await send(path, method, '{"files":'.repeat(depth) + '1' + '}'.repeat(depth))).status).toBe(422);
  });

  test.for(withBody)('%s %s: another content type is a 422', async ([method, path]) => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'nonsense',
    ])
      expectInvalid(await send(path, method, '{}', { 'Content-Type': type }), 'body');
  });

  test.for(withBody)('%s %s: an oversize body is a 413', async ([method, path]) => {
    expectDomain(await send(path, method, `{"a":"${'x'.repeat(2 ** 20)}"}`), 413);
  });

  test.for(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json;charset="UTF-8"'])(
    'the content type %s is JSON',
    async (type) => {
      const answer = await send('/api/pricing/estimate', 'POST', '{}', { 'Content-Type': type });
      expect(answer.status).toBe(200);
    },
  );

  test.for(rows.filter(([, , { body }]) => !body).filter(([method]) => method !== 'GET'))(
    '%s %s takes no body and ignores any',
    async ([method, path]) => {
      for (const body of ['{', 'text', '[1]', '']) expect((await send(path, method, body)).status).toBe(404);
      expect((await send(path, method, 'text', { 'Content-Type': 'text/plain' })).status).toBe(404);
    },
  );
});

describe('7 The number of faults in a response is limited', () => {
  test.for([
    [submissions, 'assets', { sidekickIds: ['x'] }],
    [submissions, 'sidekickIds', { assets: [{ blobPath: 'x' }] }],
    ['/api/pricing/estimate', 'files', {}],
    ['/api/integrations/webhooks/subscriptions', 'eventTypes', { endpointUrl: 'https://example.com' }],
  ] as const)('%s with many invalid %s', async ([path, field, rest]) => {
    const many = (length: number) => ({ ...rest, [field]: Array.from({ length }, () => ({})) });
    expectInvalid(await tenant.sandbox('POST', path, many(130_000)), field);
    const { status, body } = await tenant.sandbox('POST', path, many(900));
    expect(status).toBe(422);
    expect(body.fields.length).toBeLessThanOrEqual(100);
  });
});
