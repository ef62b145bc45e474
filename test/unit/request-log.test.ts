import { Writable } from 'node:stream';
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { RequestLog } from '../../api/request-log.ts';

test('the log has the route and its ids, or the beginning of an unknown path, and no query', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = fastify({ loggerInstance: pino(stream), logController: new RequestLog() });
  app.setNotFoundHandler((_request, reply) => reply.code(404).send());
  app.get('/submissions', () => ({}));
  app.get('/submissions/:submission_id', () => ({}));
  expect((await app.inject(`/${'x'.repeat(15_000)}`)).statusCode).toBe(404);
  await app.inject('/short?search=secret.mp4');
  await app.inject('/submissions?search=secret.mp4');
  await app.inject('/submissions/7?search=secret.mp4');
  await app.close();
  const places = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'request completed')
    .map(({ route, params, path, url }) => ({ route, params, path, url }));
  expect(places).toEqual([
    { path: `/${'x'.repeat(1_999)}…` },
    { path: '/short' },
    { route: '/submissions' },
    { route: '/submissions/:submission_id', params: { submission_id: '7' } },
  ]);
  expect(lines.join('')).not.toContain('secret');
});
