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
