import { createHash, randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createKeepEvidence } from '../../../activities/record/keep-evidence.ts';
import { evidenceKey, pendingKey } from '@assay/storage/s3/keys.ts';
import { openLocalBlobs } from '../../../tools/local/stack/local-s3.ts';
import { newWorkspace, useDatabase } from '../../support/database.ts';
import { liveAsset, submit } from '../../store/fixtures.ts';

const own = useDatabase();
const blobs = openLocalBlobs(inject('stack').s3Endpoint);
afterAll(() => blobs.close());

const bytes = Buffer.from('The client agrees.\n');
const sha256 = createHash('sha256').update(bytes).digest('hex');
let old: { submissionId: string; assetId: string };
let newer: { submissionId: string; assetId: string };

beforeAll(async () => {
  const workspaceId = await newWorkspace(own.database);
  const newAsset = async () => {
    const asset = await liveAsset(own.database, workspaceId);
    return { submissionId: await submit(own.database, workspaceId, [asset]), assetId: asset.assetId };
  };
  old = await newAsset();
  newer = await newAsset();
});

/** Uploads a file, and attaches it to the old asset. */
async function attach() {
  const uploadId = randomUUID();
  await blobs.putBytes(pendingKey(uploadId), bytes, 'text/plain');
  const { etag } = (await blobs.head(pendingKey(uploadId)))!;
  const evidenceId = randomUUID();
  await own.database.query(
    `insert into evidence (submission_id, asset_id, id, title, filename, mime_type, size_bytes, upload_id, etag)
     values ($1, $2, $3, 'Agreement', 'a.txt', 'text/plain', $4, $5, $6)`,
    [old.submissionId, old.assetId, evidenceId, bytes.length, uploadId, etag],
  );
  return {
    uploadId,
    input: { ...old, evidenceId },
    key: evidenceKey(old.submissionId, old.assetId, evidenceId),
  };
}

/** Attaches the evidence of the old asset to the newer one. */
async function carryOver(evidenceId: string) {
  await own.database.query(
    `insert into evidence select (e).* from (
       select jsonb_populate_record(e, jsonb_build_object('submission_id', $2::uuid, 'asset_id', $3::uuid,
         'carried_submission_id', e.submission_id, 'carried_asset_id', e.asset_id, 'sha256', null)) as e
       from evidence e where e.id = $1) copied`,
    [evidenceId, newer.submissionId, newer.assetId],
  );
  return { ...newer, evidenceId };
}

const keep = (input: { submissionId: string; assetId: string; evidenceId: string }) =>
  new MockActivityEnvironment().run(createKeepEvidence({ database: own.database, blobs }), input);

async function rowOf({ assetId, evidenceId }: { assetId: string; evidenceId: string }) {
  const { rows } = await own.database.query(
    `select encode(sha256, 'hex') as sha256, lost_at is not null as "isLost" from evidence where asset_id = $1 and id = $2`,
    [assetId, evidenceId],
  );
  return rows[0] as { sha256: string | null; isLost: boolean };
}

test('a file is copied and hashed, and its upload is removed; a repeated run changes nothing', async () => {
  const { uploadId, input, key } = await attach();
  for (let times = 0; times < 2; times++) expect(await keep(input)).toEqual({ isKept: true });
  expect(await rowOf(input)).toEqual({ sha256, isLost: false });
  expect((await blobs.getSmall(key)).equals(bytes)).toBe(true);
  expect(await blobs.head(pendingKey(uploadId))).toBeNull();
});

test('a run after a crash between the copy and its record uses the copy', async () => {
  const { uploadId, input, key } = await attach();
  await blobs.putBytes(key, bytes, 'text/plain');
  await blobs.remove(pendingKey(uploadId));
  expect(await keep(input)).toEqual({ isKept: true });
  expect(await rowOf(input)).toEqual({ sha256, isLost: false });
});

test.for(['replaced', 'removed'])('an upload that was %s is lost', async (how) => {
  const { uploadId, input, key } = await attach();
  if (how === 'removed') await blobs.remove(pendingKey(uploadId));
  else await blobs.putBytes(pendingKey(uploadId), Buffer.from('The client does not agree.\n'), 'text/plain');
  expect(await keep(input)).toEqual({ isKept: false });
  expect(await rowOf(input)).toEqual({ sha256: null, isLost: true });
  expect(await blobs.head(key)).toBeNull();
});

test('a file that was carried over is copied once the replaced asset has it', async () => {
  const { input } = await attach();
  const carried = await carryOver(input.evidenceId);
  await expect(keep(carried)).rejects.toThrow('The replaced asset does not have the file yet');
  await keep(input);
  expect(await keep(carried)).toEqual({ isKept: true });
  expect(await rowOf(carried)).toEqual({ sha256, isLost: false });
});

test('a file that was carried over is lost if the replaced asset is erased before', async () => {
  const { input } = await attach();
  await keep(input);
  const carried = await carryOver(input.evidenceId);
  await own.database.query('delete from evidence where asset_id = $1 and id = $2', [
    input.assetId,
    input.evidenceId,
  ]);
  expect(await keep(carried)).toEqual({ isKept: false });
  expect(await rowOf(carried)).toEqual({ sha256: null, isLost: true });
});
