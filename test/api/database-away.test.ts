import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createPool } from '../../storage/postgres/database.ts';
import { caller } from '../support/api.ts';
import { useApps } from '../support/app.ts';

const listen = useApps();
// Where Postgres was: connections are taken and reset.
const gone = createServer((socket) => socket.on('data', () => socket.resetAndDestroy()));
afterAll(() => gone.close());

test('a reset connection to Postgres is a fault of ours, which may be tried again', async () => {
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const database = createPool({
    databaseUrl: `postgres://assay:x@127.0.0.1:${(gone.address() as AddressInfo).port}/assay`,
    applicationName: 'test',
    maxConnections: 1,
    onIdleError: () => undefined,
  });
  try {
    const call = caller(`sk_live_${'0'.repeat(64)}`, await listen(database));
    const body = { assets: [{ blobPath: 'a/b.mp4' }], sidekickIds: ['any'] };
    for (const answer of [
      await call('POST', '/api/integrations/submissions', body),
      await call('GET', '/api/integrations/webhooks/subscriptions'),
    ]) {
      expect(answer).toMatchObject({ status: 500, body: { detail: 'Internal server error' } });
    }
  } finally {
    await database.end();
  }
});
