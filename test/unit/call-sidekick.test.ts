import { expect, test } from 'vitest';
import { readAnswer } from '../../activities/custom-sidekicks/call-sidekick.ts';

const at = new Date('2026-01-02T03:04:05Z');
const answer = (status: number, headers: Record<string, string>, body = '') =>
  readAnswer(
    { code: 'custom' },
    { kind: 'response', status, headers, body: Buffer.from(body), durationMs: 1 },
    at,
  );

test.for([
  [429, '7', 7_000],
  [503, 'Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
  [408, '86400', 15 * 60_000],
  [500, 'soon', undefined],
] as const)('%d with Retry-After %s is retried after %s ms', ([status, header, nextRetryDelay]) => {
  expect(() => answer(status, { 'retry-after': header })).toThrow(
    expect.objectContaining({ type: 'sidekick_unavailable', nonRetryable: false, nextRetryDelay }),
  );
});

test('a connection error is retried', () => {
  const broken = { kind: 'error', errorClass: 'tls', message: 'no trust', durationMs: 1 } as const;
  expect(() => readAnswer({ code: 'custom' }, broken, at)).toThrow(
    expect.objectContaining({ type: 'sidekick_unavailable', nonRetryable: false, message: 'tls: no trust' }),
  );
});

test('the answer of a sidekick is the JSON in its response', () => {
  expect(answer(201, {}, '{"findings": []}')).toEqual({ findings: [] });
});
