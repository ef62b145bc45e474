import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { submission as submissionSchema, versionList } from '@assay/domain/contracts/submission.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { assetBody, assetResults, submissionExists } from '@assay/storage/submissions/assets.ts';
import {
  insertSubmission,
  type NewSubmission,
  readFinishedVersions,
  submissionBody,
  versionsBody,
} from '@assay/storage/submissions/submissions.ts';
import { readUpload, readUploads } from '@assay/storage/uploads/uploads.ts';
import { newWorkspace, useDatabase } from '../support/database.ts';
import { bodyOf, liveAsset, sandboxAsset, submit } from './fixtures.ts';

const own = useDatabase();

function toInsert(workspaceId: string, assets: NewSubmission['assets']): NewSubmission {
  return {
    submissionId: randomUUID(),
    workspaceId,
    environment: 'sandbox',
    sidekickIds: ['any'],
    simulationDelaySeconds: 0,
    priceBookVersion: null,
    assets,
  };
}

describe('a submission', () => {
  test('matches its contract, with the assets in the order of the request', async () => {
    const workspaceId = await newWorkspace(own.database);
    const assets = [sandboxAsset('pass'), sandboxAsset('fail'), sandboxAsset('pending')];
    const submissionId = await submit(own.database, workspaceId, assets);
    const body = await bodyOf(own.database, workspaceId, submissionId);
    expect(submissionSchema.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      submissionId,
      workspaceId,
      environment: 'sandbox',
      status: 'processing',
      errorMessage: null,
      isRetryable: false,
      version: 1,
      creditsCharged: 0,
      progress: { finished: 0, total: 3 },
      completedAt: null,
    });
    expect(body.assets.map((asset: { assetId: string }) => asset.assetId)).toEqual(
      assets.map(({ assetId }) => assetId),
    );
  });

  test('with a live key is charged once per asset, for the measurement that was priced', async () => {
    const workspaceId = await newWorkspace(own.database);
    const assets = [
      await liveAsset(own.database, workspaceId, 2),
      await liveAsset(own.database, workspaceId, 5),
    ];
    const submissionId = await submit(own.database, workspaceId, assets);
    const body = await bodyOf(own.database, workspaceId, submissionId);
    expect(body).toMatchObject({ environment: 'live', creditsCharged: 7 });
    expect(body.assets).toMatchObject([
      { status: 'pending', credits: 2 },
      { status: 'pending', credits: 5 },
    ]);
    const { rows } = await own.database.query(
      `select asset_id, kind, credits, price_book_version, etag from ledger_entries where submission_id = $1 order by credits`,
      [submissionId],
    );
    expect(rows).toEqual(
      assets.map(({ assetId, credits, etag }) => ({
        asset_id: assetId,
        kind: 'charge',
        credits,
        price_book_version: 1,
        etag,
      })),
    );
  });

  test('is not found by another workspace', async () => {
    const [mine, theirs] = [await newWorkspace(own.database), await newWorkspace(own.database)];
    const asset = sandboxAsset('pass');
    const submissionId = await submit(own.database, mine, [asset]);
    expect(await readInWorkspace(own.database, submissionBody, theirs, submissionId)).toBeNull();
    expect(await readInWorkspace(own.database, versionsBody, theirs, submissionId)).toBeNull();
    expect(await readInWorkspace(own.database, assetBody, theirs, submissionId, asset.assetId)).toBeNull();
    expect(await readInWorkspace(own.database, assetResults, theirs, submissionId, asset.assetId)).toBeNull();
    expect(await submissionExists(own.database, theirs, submissionId, true)).toBe(false);
    expect(await submissionExists(own.database, mine, submissionId, true)).toBe(true);
    expect(await readInWorkspace(own.database, assetBody, mine, submissionId, randomUUID())).toBeNull();
  });

  test('has a first version with all its assets', async () => {
    const workspaceId = await newWorkspace(own.database);
    const assets = [sandboxAsset('pass'), sandboxAsset('pending')];
    const submissionId = await submit(own.database, workspaceId, assets);
    const body = JSON.parse(
      (await readInWorkspace(own.database, versionsBody, workspaceId, submissionId))!,
    ) as unknown;
    expect(versionList.parse(body)).toMatchObject({
      total: 1,
      versions: [
        {
          version: 1,
          trigger: 'created',
          status: 'processing',
          assetIds: assets.map(({ assetId }) => assetId),
        },
      ],
    });
    const versions = [1, 2].map((version) => ({ submissionId, version }));
    expect(await readFinishedVersions(own.database, versions)).toEqual([]);
  });
});

describe('a blob path', () => {
  test('can be submitted once per workspace and environment', async () => {
    const [mine, theirs] = [await newWorkspace(own.database), await newWorkspace(own.database)];
    const asset = sandboxAsset('pass');
    expect(await insertSubmission(own.database, toInsert(mine, [asset]))).toBe('inserted');
    expect(await insertSubmission(own.database, toInsert(mine, [sandboxAsset('pass'), asset]))).toBe(
      'duplicate',
    );
    expect(await insertSubmission(own.database, toInsert(theirs, [asset]))).toBe('inserted');
  });

  test('that is a duplicate rolls its whole submission back', async () => {
    const workspaceId = await newWorkspace(own.database);
    const asset = sandboxAsset('pass');
    await insertSubmission(own.database, toInsert(workspaceId, [asset]));
    const refused = toInsert(workspaceId, [sandboxAsset('pass'), asset]);
    await insertSubmission(own.database, refused);
    expect(await submissionExists(own.database, workspaceId, refused.submissionId, true)).toBe(false);
    const { rows } = await own.database.query('select 1 from submission_versions where submission_id = $1', [
      refused.submissionId,
    ]);
    expect(rows).toEqual([]);
  });

  test('is submitted by exactly one of a hundred concurrent requests', async () => {
    const workspaceId = await newWorkspace(own.database);
    const assets = [sandboxAsset('pass'), sandboxAsset('fail')];
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        insertSubmission(own.database, toInsert(workspaceId, index % 2 === 0 ? assets : assets.toReversed())),
      ),
    );
    expect(results.filter((result) => result === 'inserted')).toHaveLength(1);
    expect(results.filter((result) => result === 'duplicate')).toHaveLength(99);
  });
});

describe('the sandbox quota', () => {
  const reached = { retryAfterSeconds: expect.any(Number) };
  const submit3 = (workspaceId: string, assets = [1, 2, 3].map(() => sandboxAsset('pass'))) =>
    insertSubmission(own.database, { ...toInsert(workspaceId, assets), maxSandboxPerDay: 10 });
  const counts = async (workspaceId: string) =>
    (await own.database.query('select assets from sandbox_counts where workspace_id = $1', [workspaceId]))
      .rows;

  test('admits exactly as many assets of concurrent submissions as a day has left', async () => {
    const [workspaceId, other] = [await newWorkspace(own.database), await newWorkspace(own.database)];
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => submit3(workspaceId)));
    expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(3);
    const { rows } = await own.database.query<{ seconds: number }>(
      `select extract(epoch from date_trunc('day', now(), 'UTC') + interval '1 day' - now())::float8 as seconds`,
    );
    for (const rejected of outcomes.filter((outcome) => typeof outcome === 'object'))
      expect(Math.abs(rejected.retryAfterSeconds - rows[0]!.seconds)).toBeLessThan(10);
    for (const table of ['submissions', 'submission_versions', 'assets']) {
      const column = table === 'submission_versions' ? 'sandbox_workspace_id' : 'workspace_id';
      const written = await own.database.query(`select from ${table} where ${column} = $1`, [workspaceId]);
      expect([table, written.rowCount]).toEqual([table, table === 'assets' ? 9 : 3]);
    }
    expect(await submit3(workspaceId, [sandboxAsset('pass')])).toBe('inserted');
    expect(await submit3(workspaceId, [sandboxAsset('pass')])).toEqual(reached);
    expect(await counts(workspaceId)).toEqual([{ assets: 10 }]);
    expect(await submit3(other)).toBe('inserted');
  });

  test('counts no duplicates, no live assets and no plans without a quota, and begins again each day', async () => {
    const workspaceId = await newWorkspace(own.database);
    const assets = [1, 2, 3, 4].map(() => sandboxAsset('pass'));
    expect(await submit3(workspaceId, assets)).toBe('inserted');
    expect(await submit3(workspaceId, assets)).toBe('duplicate');
    const live = { environment: 'live' as const, priceBookVersion: 1, maxSandboxPerDay: 0 };
    const liveAssets = [await liveAsset(own.database, workspaceId)];
    expect(await insertSubmission(own.database, { ...toInsert(workspaceId, liveAssets), ...live })).toBe(
      'inserted',
    );
    expect(await insertSubmission(own.database, toInsert(workspaceId, [sandboxAsset('pass')]))).toBe(
      'inserted',
    );
    expect(await counts(workspaceId)).toEqual([{ assets: 4 }]);
    const eleven = Array.from({ length: 11 }, () => sandboxAsset('pass'));
    expect(await submit3(workspaceId, eleven.slice(0, 7))).toEqual(reached);
    await own.database.query('update sandbox_counts set day = day - 1 where workspace_id = $1', [
      workspaceId,
    ]);
    expect(await submit3(workspaceId, eleven)).toEqual(reached);
    expect(await submit3(workspaceId, eleven.slice(0, 10))).toBe('inserted');
    // A transaction that began before midnight counts for the day that others have begun.
    await own.database.query('update sandbox_counts set day = day + 1 where workspace_id = $1', [
      workspaceId,
    ]);
    expect(await submit3(workspaceId, eleven.slice(10))).toEqual(reached);
  });
});

describe('an upload', () => {
  test('is read with its measurements, its submission and the price book in force', async () => {
    const workspaceId = await newWorkspace(own.database);
    const [submitted, other] = [
      await liveAsset(own.database, workspaceId),
      await liveAsset(own.database, workspaceId),
    ];
    await submit(own.database, workspaceId, [submitted]);
    const ids = [submitted.assetId, other.assetId, randomUUID()];
    const { uploads, prices } = await readUploads(own.database, workspaceId, ids);
    expect(prices).toEqual({ version: 1, videoSeconds: 10, videoCredits: 1, pageCredits: 1, flatCredits: 1 });
    expect([...uploads.keys()].sort()).toEqual([submitted.assetId, other.assetId].sort());
    expect(uploads.get(submitted.assetId)).toMatchObject({
      filename: 'clip.mp4',
      submittedEtag: submitted.etag,
    });
    expect(uploads.get(other.assetId)).toMatchObject({
      submittedEtag: null,
      measurements: [{ etag: other.etag, outcome: 'measured', metric: 'durationSeconds', metricValue: 20 }],
    });
  });

  test('is not found by another workspace', async () => {
    const [mine, theirs] = [await newWorkspace(own.database), await newWorkspace(own.database)];
    const asset = await liveAsset(own.database, mine);
    expect((await readUploads(own.database, theirs, [asset.assetId])).uploads.size).toBe(0);
    expect(await readUpload(own.database, asset.assetId)).toEqual({
      filename: 'clip.mp4',
      workspaceId: mine,
    });
    expect(await readUpload(own.database, randomUUID())).toBeNull();
  });
});
