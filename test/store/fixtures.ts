import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { SandboxOutcome } from '@assay/domain/sandbox.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { insertMeasurement } from '@assay/storage/uploads/measurements.ts';
import { insertSubmission, type NewAsset, submissionBody } from '@assay/storage/submissions/submissions.ts';
import { readInWorkspace } from '@assay/storage/accounts/workspace-read.ts';
import { insertUpload } from '@assay/storage/uploads/uploads.ts';

export function sandboxAsset(sandboxOutcome: SandboxOutcome): NewAsset {
  const assetId = randomUUID();
  const filename = `a__sandbox_${sandboxOutcome}__.mp4`;
  return {
    assetId,
    blobPath: `${assetId}/${filename}`,
    filename,
    assetType: 'video',
    mimeType: 'video/mp4',
    metric: 'durationSeconds',
    metricValue: null,
    credits: 0,
    etag: null,
    sizeBytes: null,
    sandboxOutcome,
    ledgerEntryId: null,
  };
}

/** Writes an upload and its measurement to the database. Returns a live asset to submit that upload. */
export async function liveAsset(database: Database, workspaceId: string, credits = 2): Promise<NewAsset> {
  const assetId = randomUUID();
  const filename = 'clip.mp4';
  const etag = 'e'.repeat(32);
  const expiresAt = new Date();
  await insertUpload(database, {
    assetId,
    workspaceId,
    filename,
    contentType: 'video/mp4',
    contentLength: 10,
    environment: 'live',
    maxBytes: 10,
    expiresAt,
  });
  await insertMeasurement(database, {
    assetId,
    etag,
    sizeBytes: 10,
    outcome: 'measured',
    metric: 'durationSeconds',
    metricValue: 20,
    details: {},
  });
  return {
    assetId,
    blobPath: `${assetId}/${filename}`,
    filename,
    assetType: 'video',
    mimeType: 'video/mp4',
    metric: 'durationSeconds',
    metricValue: 20,
    credits,
    etag,
    sizeBytes: 10,
    sandboxOutcome: null,
    ledgerEntryId: randomUUID(),
  };
}

/** Writes a submission of the given assets. Returns its id. */
export async function submit(database: Database, workspaceId: string, assets: NewAsset[]): Promise<string> {
  const submissionId = uuidV7();
  const environment = assets[0]!.sandboxOutcome === null ? 'live' : 'sandbox';
  const inserted = await insertSubmission(database, {
    submissionId,
    workspaceId,
    environment,
    sidekickIds: ['any'],
    simulationDelaySeconds: 0,
    priceBookVersion: environment === 'live' ? 1 : null,
    assets,
  });
  if (inserted !== 'inserted') throw new Error(JSON.stringify(inserted));
  return submissionId;
}

/** Returns the response body of a submission as an object. */
export async function bodyOf(database: Database, workspaceId: string, submissionId: string): Promise<any> {
  return JSON.parse((await readInWorkspace(database, submissionBody, workspaceId, submissionId))!);
}
