import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { createResultReader } from '../../api/result-reader.ts';
import { makeVideo, videoDefects } from '../../tools/local/samples/video.ts';
import { newTenant, untilDone, uploadFile, useStackDatabase } from '../support/api.ts';
import { useBlobs } from '../support/blobs.ts';
import { meanColour, sizeOf } from '../support/jpeg.ts';
import { ledgerOf, submitLive } from '../support/live.ts';

const database = useStackDatabase();
const blobs = useBlobs();

const pictureOf = ({ contributors }: any) =>
  contributors[0].evidence.find(({ sourceType }: any) => sourceType === 'image');

/** Returns a body as JSON text, with the signatures of its links removed. */
const withoutLinks = (body: unknown) => JSON.stringify(body).replace(/\?X-Amz[^"]*/g, '');

test('a live submission is charged its estimate, and its issues at a moment have pictures', async () => {
  const tenant = await newTenant(database);
  const sample = path.join(inject('scratchDir'), 'api-video.mp4');
  await makeVideo(sample);
  const blobPath = await uploadFile(tenant.live, 'video.mp4', 'video/mp4', await readFile(sample));
  const estimate = () => tenant.live('POST', '/api/pricing/estimate', { files: [{ blobPath }] });
  const before = await estimate();
  const created = await submitLive(tenant, [blobPath]);
  expect(created.status).toBe(201);
  expect(created.body.creditsCharged).toBe(before.body.totalCredits);
  const done = await untilDone(tenant.live, created.body.submissionId);
  expect(done.body).toMatchObject({ status: 'complete', environment: 'live', creditsCharged: 2 });
  expect(done.body.assets[0]).toMatchObject({
    metric: 'durationSeconds',
    metricValue: 20,
    credits: 2,
    issueCount: 4,
  });
  expect(await ledgerOf(database, tenant)).toEqual([{ kind: 'charge', credits: 2 }]);
  expect((await estimate()).body).toEqual(before.body);

  // The pictures are read by a link that works without a key until it expires.
  const issuesPath = `/api/integrations/submissions/${created.body.submissionId}/assets/${done.body.assets[0].assetId}/issues`;
  const { body } = await tenant.live('GET', issuesPath);
  const byRule = new Map<string, any>(body.issues.map((issue: any) => [issue.ruleCode, issue]));

  const opened = async (ruleCode: string) => {
    const response = await fetch(pictureOf(byRule.get(ruleCode)).content.url as string);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    return Buffer.from(await response.arrayBuffer());
  };
  const black = await opened('picture.black');
  const freeze = await opened('picture.freeze');
  expect([await sizeOf(black), await sizeOf(freeze)]).toEqual(['320x180', '320x180']);
  const brightness = async (jpeg: Buffer) => Math.max(...Object.values(await meanColour(jpeg)));
  expect(await brightness(black)).toBeLessThan(10);
  expect(await brightness(freeze)).toBeGreaterThan(60);
  const { startSeconds, endSeconds } = videoDefects.black;
  expect(pictureOf(byRule.get('picture.black')).anchor.startSeconds).toBeCloseTo(
    (startSeconds + endSeconds) / 2,
    0,
  );
  // This issue has no picture, because it concerns the whole asset.
  expect(pictureOf(byRule.get('streaming_loudness.programme'))).toBeUndefined();

  // Links that are created in different seconds have different signatures.
  await setTimeout(1_100);
  const { body: later } = await tenant.live('GET', issuesPath);
  expect(later).not.toEqual(body);
  expect(withoutLinks(later)).toBe(withoutLinks(body));

  const link = new URL(pictureOf(byRule.get('picture.black')).content.url as string);
  expect(link.searchParams.get('X-Amz-Expires')).toBe('3600');
  link.pathname = link.pathname.replace(/[0-9a-f]{32}\.jpg$/, `${'0'.repeat(32)}.jpg`);
  expect((await fetch(link)).status).toBe(403);
  const other = await newTenant(database);
  expect((await other.live('GET', issuesPath)).status).toBe(404);
});

describe('a reference to a picture', () => {
  test('resolves only to pictures of the same asset', async () => {
    const [theirSubmission, theirAsset, mySubmission, myAsset] = Array.from({ length: 4 }, () =>
      randomUUID(),
    ) as [string, string, string, string];
    const theirs = await blobs.putPicture(theirSubmission, theirAsset, Buffer.from('theirs'));
    const mine = await blobs.putPicture(mySubmission, myAsset, Buffer.from('mine'));
    // A custom sidekick could return a text that looks like a reference to another asset's picture.
    const key = await blobs.putResult(
      'issues',
      mySubmission,
      myAsset,
      [theirs, mine].map((digest) => ({ url: `picture:${digest}` })),
    );
    const [forged, own] = JSON.parse((await createResultReader(blobs).read(key, 'issues')).toString()) as [
      { url: string },
      { url: string },
    ];
    expect((await fetch(forged.url)).status).toBe(404);
    expect(await (await fetch(own.url)).text()).toBe('mine');
  });
});
