import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { setSpendingLimit } from '@assay/storage/accounts/spending-limits.ts';
import { newTenant, untilDone, useStackDatabase } from '../support/api.ts';
import { failRetryably, ledgerOf, submitLive, uploadPdf } from '../support/live.ts';

const database = useStackDatabase();
const document = sidekickDescriptions.find(({ code }) => code === 'document')!;

/** Returns the seconds until the next month begins in UTC. */
function secondsToNextMonth(): number {
  const now = new Date();
  return (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - now.getTime()) / 1000;
}

test('a create beyond the spending limit gets 429 until the next month, and costs nothing', async () => {
  const tenant = await newTenant(database);
  await setSpendingLimit(database, tenant.workspaceId, 5);
  const [three, two, one] = await Promise.all([3, 2, 1].map((pages) => uploadPdf(tenant, { pages })));
  const created = await submitLive(tenant, [three!], [document.id]);
  expect(created.status).toBe(201);

  const rejected = await submitLive(tenant, [two!, one!], [document.id]);
  expect([rejected.status, rejected.body]).toEqual([
    429,
    { error: 'The spending limit of the workspace for this month is reached' },
  ]);
  const retryAfter = Number(rejected.headers.get('retry-after'));
  expect(Math.abs(retryAfter - secondsToNextMonth())).toBeLessThan(10);

  // Estimates are not limited, and neither are retries and the sandbox, which cost nothing.
  const files = [{ blobPath: two }, { blobPath: one }];
  const estimate = await tenant.live('POST', '/api/pricing/estimate', { files });
  expect([estimate.status, estimate.body.totalCredits]).toEqual([200, 3]);
  expect((await submitLive(tenant, [two!], [document.id])).status).toBe(201);
  expect((await submitLive(tenant, [one!], [document.id])).status).toBe(429);
  const { submissionId, assets } = created.body;
  await untilDone(tenant.live, submissionId);
  await failRetryably(database, submissionId);
  const path = `/api/integrations/submissions/${submissionId}/assets/${assets[0].assetId}/retry`;
  expect((await tenant.live('POST', path)).status).toBe(202);
  const sandbox = await tenant.sandbox('POST', '/api/integrations/submissions', {
    assets: [{ blobPath: `${randomUUID()}/a__sandbox_pass__.pdf` }],
    sidekickIds: ['any'],
  });
  expect(sandbox.status).toBe(201);

  expect((await ledgerOf(database, tenant)).map(({ credits }) => credits)).toEqual([3, 2]);
  // The upload of the rejected create can be submitted once the limit permits it.
  await setSpendingLimit(database, tenant.workspaceId, null);
  expect((await submitLive(tenant, [one!], [document.id])).status).toBe(201);
});
