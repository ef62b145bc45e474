import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { caller, sandboxPath, until, useStackDatabase, useTenant } from '../support/api.ts';
import { useApps } from '../support/app.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const startApp = useApps();

test(
  'submissions that wait for their sandbox outcome do not occupy the slots of other requests',
  { tags: 'long' },
  async () => {
    // Replaces the wait, because the workers of the stack are not slow enough.
    const waitForCompletion = () => setTimeout(5_000, false);
    const url = await startApp(database, { maxRequests: 8, waitForCompletion });
    const call = caller(tenant.sandboxKey, url);
    const read = () => call('GET', '/api/integrations/submissions/00000000-0000-4000-8000-000000000000');
    // A key is unknown to the process until its first request.
    await read();

    let finished = 0;
    const create = async () => {
      const assets = [{ blobPath: sandboxPath('pass') }];
      const { status } = await call('POST', '/api/integrations/submissions', {
        assets,
        sidekickIds: ['any'],
      });
      finished++;
      return status;
    };
    const created = Promise.all(Array.from({ length: 4 }, create));
    // Of eight slots, four are for waits, half of them for one workspace. The other two submissions do not wait.
    await until(
      () => Promise.resolve(finished),
      (count) => count >= 2,
    );
    const reads = await Promise.all(Array.from({ length: 4 }, read));
    expect(finished).toBe(2);
    expect(reads.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(await created).toEqual([201, 201, 201, 201]);
  },
);
