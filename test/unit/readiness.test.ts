import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addHealthRoutes } from '@assay/runtime/health.ts';

test('requests to /readyz share one check, and its result for a second', async () => {
  let checks = 0;
  let isUp = true;
  let isReady = true;
  const app = fastify();
  const check = async () => {
    checks++;
    await setTimeout(50);
    if (!isUp) throw new Error('down');
  };
  addHealthRoutes(app, { service: check }, () => ({ ready: isReady, shown: {} }));
  const get = () => app.inject({ url: '/readyz' });

  const answers = await Promise.all(Array.from({ length: 100 }, get));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  isUp = false;
  expect((await get()).statusCode).toBe(200);
  expect(checks).toBe(1);
  // The condition of the process itself is never reused.
  isReady = false;
  expect((await get()).json()).toEqual({ status: 'unavailable', service: 'ok' });

  await setTimeout(1_100);
  expect((await get()).json()).toEqual({ status: 'unavailable', service: 'unreachable' });
  expect(checks).toBe(2);
  await app.close();
});
