import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createRedact } from '../../telemetry/redact.ts';

/** Returns the line that the logger writes for a call with the given parameters. */
function lineOf(secrets: readonly string[], ...parameters: [object, string?]): string {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  pino({ hooks: { streamWrite: createRedact(secrets) } }, stream).info(...parameters);
  return text;
}

const signed =
  'http://s3.example/bucket/pending/a/b.mp4?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA%2F2026&X-Amz-Signature=5f7c9a';

describe('the log', () => {
  test.for([
    ['a field by its name', { headers: { 'X-API-Key': 'k3y "quoted" k3y' } }, 'k3y'],
    ['a header', { req: { headers: { authorization: 'Token t0ken' } } }, 't0ken'],
    ['a secret for signing', { msg: 'signed with whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw=' }, 'MfKQ9r8GKYqr'],
    ['a key of ours', { err: new Error(`no key sk_live_${'ab'.repeat(32)} here`) }, 'abab'],
    ['a bearer', { err: new Error('Authorization was Bearer eyJhbGciOi.x.y') }, 'eyJhbGciOi'],
    ['the query of a signed URL', { url: signed }, '5f7c9a'],
    ['the credential in it', { url: signed }, 'AKIA'],
    ['the password of a URL', { err: new Error('cannot connect to postgres://assay:pa55@host/db') }, 'pa55'],
  ] as const)('does not contain %s', ([, fields, secret]) => {
    const line = lineOf([], fields, 'something');
    expect(line).not.toContain(secret);
    expect(line).toContain('[redacted]');
    expect(JSON.parse(line)).toMatchObject({ level: 30 });
  });

  test('does not contain a secret in the cause of an error', () => {
    const cause = new Error('password "tr0ub&dor" was refused', { cause: new Error(`at ${signed}`) });
    const line = lineOf(['tr0ub&dor'], { err: new Error('could not begin', { cause }) });
    expect(line).not.toMatch(/tr0ub|5f7c9a/);
    expect(line).toContain('could not begin');
    JSON.parse(line);
  });

  test('does not contain a known secret, plain or encoded', () => {
    const secret = 'two"parts\\and/more';
    const line = lineOf([secret], { raw: secret, url: `http://host/?q=${encodeURIComponent(secret)}` });
    expect(line).not.toContain('more');
    JSON.parse(line);
  });

  test('contains everything else', () => {
    const line = lineOf(['', 'x'], { url: '/api/integrations/submissions?page=2', ms: 3 }, 'x answered');
    expect(line).toContain('/api/integrations/submissions?page=2');
    expect(line).toContain('x answered');
    expect(line).not.toContain('[redacted]');
  });
});
