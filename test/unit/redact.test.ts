import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createRedact } from '@assay/runtime/telemetry/redact.ts';

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
    ['the cookie of a local session', { err: new Error(`got assay-3000=${'s3'.repeat(20)}; a=b`) }, 's3s3'],
    ['the cookie of a session', { err: new Error(`got __Host-assay=${'s3'.repeat(20)}; a=b`) }, 's3s3'],
    ['a sign-in link', { url: `https://assay.example/console/sign-in#${'l1'.repeat(20)}` }, 'l1l1'],
    ['the token of a link', { body: { token: 'x'.repeat(43) } }, 'xxx'],
    ['a link to a report', { path: `/r/${'r1'.repeat(20)}/report.pdf` }, 'r1r1'],
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

  // Each pair is a start that a pattern reads on from, and a text that never completes the match.
  test.for([
    ['question marks', '?'],
    ['queries', '?a='],
    ['almost signed queries', '?X-Amz-Signatur&'],
    ['words and dots', 'a.'],
    ['letters', 'a'],
    ['schemes', 'a://'],
    ['schemes without a host', 'a.b+c-d:/'],
    ['users without a host', 'a://b:c'],
    ['secret fields', '"cookie":"\\"'],
    ['secret fields without an end', '"cookie":"'],
    ['escapes', '\\'],
    ['short signing secrets', 'whsec_aaaa'],
    ['short keys', 'sk_live_aaaa'],
    ['short bearers', 'Bearer aaaa '],
    ['bearers in a row', 'Bearer'],
  ] as const)('is written in linear time if a line repeats %s', ([, part]) => {
    const redact = createRedact(['tr0ub&dor']);
    const line = (length: number) => `http://a?${part.repeat(length / part.length)}`;
    // Linear time grows by a factor of 16, and quadratic time by a factor of 256.
    const short = leastMs(() => redact(line(2 ** 10)));
    const long = leastMs(() => redact(line(2 ** 14)));
    expect(long).toBeLessThan(60 * Math.max(short, 0.02));
  });
});

/** Returns the shortest of several durations in milliseconds, which the load of the machine affects least. */
function leastMs(work: () => unknown): number {
  const durations = Array.from({ length: 20 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return Math.min(...durations);
}
