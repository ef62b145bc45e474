import { Writable } from 'node:stream';
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { RequestLog } from '../../api/request-log.ts';

test('a long URL of an unknown route is cut in the log', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const app = fastify({ loggerInstance: pino(stream), logController: new RequestLog() });
  expect((await app.inject(`/${'?'.repeat(15_000)}`)).statusCode).toBe(404);
  await app.inject('/short?a=b');
  await app.close();
  const urls = lines.flatMap((line) => (JSON.parse(line) as { url?: string }).url ?? []);
  expect(urls).toEqual([`/${'?'.repeat(1_999)}…`, '/short?a=b']);
});
