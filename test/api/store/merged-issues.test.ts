import { beforeEach, describe, expect, inject, test } from 'vitest';
import { createRecordAsset } from '../../../activities/record/record-asset.ts';
import { mergeFindings } from '../../../activities/record/merge-findings.ts';
import { storeFindings } from '../../../activities/record/store-findings.ts';
import { storeIssues } from '../../../activities/record/store-results.ts';
import { catalogue } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import { raiseSeverity } from '@assay/storage/submissions/raised-severities.ts';
import { type BlobStore, createBlobStore } from '@assay/storage/s3/blob-store.ts';
import { isStorageOutage } from '@assay/storage/s3/storage-fault.ts';
import { upload, useBlobs } from '../../support/blobs.ts';
import { newWorkspace, readAssetResults, useDatabase } from '../../support/database.ts';
import { liveAsset, submit } from '../../store/fixtures.ts';

const own = useDatabase();
const blobs = useBlobs();
const [videoQc] = catalogue;
const anchor = { kind: 'time', startSeconds: 4, endSeconds: 6 } as const;
const black: Finding = {
  ruleCode: 'picture.black',
  severity: 'major',
  summary: 'The picture is black',
  details: 'd',
  severityReasoning: 'r',
  severityReasoningHeadline: 'h',
  evidence: [{ id: 'e', sourceType: 'measurement', confidence: 1, content: { measured: 1 }, anchor }],
  anchor,
  confidence: 1,
  precedents: [],
  resolutionRequirement: { action: 'review', description: 'look' },
};
let workspaceId: string;
let subject: { submissionId: string; assetId: string };
/** Keys of the objects that `recordAsset` read. */
let reads: string[];

/** Creates an asset with one finding. No issue is recorded for the asset yet. */
beforeEach(async () => {
  workspaceId = await newWorkspace(own.database);
  const asset = await liveAsset(own.database, workspaceId);
  subject = { submissionId: await submit(own.database, workspaceId, [asset]), assetId: asset.assetId };
  reads = [];
  await storeFindings({ database: own.database, blobs }, { ...subject, version: 1 }, videoQc, [black]);
});

async function recorded(picturesKey: string | null) {
  const observed: BlobStore = {
    ...blobs,
    getSmall(key) {
      reads.push(key);
      return blobs.getSmall(key);
    },
  };
  const recordAsset = createRecordAsset({
    database: own.database,
    blobs: observed,
    readsText: true,
    signer: null,
    authority: null,
    publicUrl: null,
  });
  await recordAsset({ ...subject, version: 1, failure: null, reverseCharge: false, picturesKey });
  const { submissionId, assetId } = subject;
  const { issuesKey } = await readAssetResults(own.database, workspaceId, submissionId, assetId);
  const { issues } = JSON.parse((await blobs.getSmall(issuesKey!)).toString()) as { issues: unknown[] };
  return { issuesKey, issues };
}

const merged = () => mergeFindings({ database: own.database, blobs }, subject, null, new Date());

test('issues that were stored with their pictures are recorded as they are, and no findings are read', async () => {
  const key = await storeIssues(blobs, subject, await merged());
  const { issuesKey, issues } = await recorded(key);
  expect(issuesKey).toBe(key);
  expect(issues).toMatchObject([{ ruleCode: 'picture.black', referenceNumber: 1 }]);
  expect(reads).toEqual([key]);
});

test.for([null, 'issues/no/such/object.json', 'issues/not.json', 'issues/other.json'])(
  'findings are merged when the key is %s',
  async (key) => {
    await upload(blobs, 'issues/not.json', 'not JSON');
    await blobs.putJson('issues/other.json', { issues: [{ id: 'of another release' }] });
    const { issues } = await recorded(key);
    expect(issues).toMatchObject([{ ruleCode: 'picture.black', referenceNumber: 1 }]);
  },
);

describe('a severity that the workspace raises', () => {
  test('is that of the issues of the rule, and of no other workspace', async () => {
    await raiseSeverity(own.database, await newWorkspace(own.database), 'picture.black', 'critical');
    const [before] = await merged();
    expect(before).toMatchObject({ severity: 'major', severityReasoning: 'r' });
    await raiseSeverity(own.database, workspaceId, 'picture.black', 'critical');
    const [raised] = await merged();
    expect(raised).toMatchObject({
      id: before!.id,
      severity: 'critical',
      severityReasoning:
        'r The workspace raises issues of this rule to at least critical; this one was major.',
      contributors: [{ severity: 'critical' }],
    });
    await raiseSeverity(own.database, workspaceId, 'picture.black', null);
    expect((await merged())[0]).toMatchObject({ severity: 'major' });
  });

  test('never lowers that of a finding', async () => {
    await raiseSeverity(own.database, workspaceId, 'picture.black', 'minor');
    expect((await merged())[0]).toMatchObject({ severity: 'major', severityReasoning: 'r' });
  });
});

describe('findings of a version that this release does not have', () => {
  const other = {
    ...videoQc,
    version: 'of another release',
    rules: [{ ...videoQc.rules[0], code: 'picture.renamed', id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8f' }],
  };
  const renamed = { ...black, ruleCode: 'picture.renamed' };
  const stored = () =>
    storeFindings({ database: own.database, blobs }, { ...subject, version: 1 }, other, [renamed]);

  test('are recorded with the rules of that version', async () => {
    await stored();
    const { issues } = await recorded(null);
    expect(issues).toMatchObject([{ ruleCode: 'picture.renamed', ruleId: other.rules[0]!.id }]);
    // The same release may store findings again.
    await stored();
    expect(await merged()).toHaveLength(1);
  });

  test('fail for good if the rules are missing', async () => {
    await stored();
    await own.database.query('delete from built_in_rule_sets where version = $1', [other.version]);
    await expect(merged()).rejects.toMatchObject({ type: 'invalid_findings', nonRetryable: true });
  });
});

describe('stored findings', () => {
  test.for([null, 'not JSON', '[{}]'])('fail for good if their object is %s', async (content) => {
    const key = `findings/${subject.assetId}.json`;
    if (content !== null) await upload(blobs, key, content);
    await own.database.query('update sidekick_results set findings_key = $2 where asset_id = $1', [
      subject.assetId,
      key,
    ]);
    await expect(merged()).rejects.toMatchObject({
      type: 'invalid_findings',
      nonRetryable: true,
      message: 'the findings of the sidekick video-qc are missing or do not match the schema',
    });
  });

  test('are read again if the bucket is missing', async () => {
    const { s3Endpoint } = inject('stack');
    const options = {
      endpoint: s3Endpoint,
      publicEndpoint: null,
      region: 'us-east-1',
      bucket: 'no-such-bucket',
    };
    const elsewhere = createBlobStore(options);
    const merging = mergeFindings({ database: own.database, blobs: elsewhere }, subject, null, new Date());
    await expect(merging).rejects.toSatisfy(isStorageOutage);
    elsewhere.close();
  });
});
