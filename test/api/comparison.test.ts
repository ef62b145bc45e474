import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeSidekick, type SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Issue } from '@assay/client/shapes.ts';
import { comparison } from '@assay/domain/contracts/comparison.ts';
import { expectDomain, expectInvalid } from '../conformance/errors.ts';
import {
  sandboxPath,
  submitSandbox,
  untilDone,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { madePair } from '../support/made-pair.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const neighbour = useTenant(database);
const submissions = '/api/integrations/submissions';

const create = (replaces: unknown, blobPath = sandboxPath('fail')) =>
  tenant.sandbox('POST', submissions, { assets: [{ blobPath, replaces }], sidekickIds: ['any'] });

let earlier: { submissionId: string; assetId: string; filename: string };

beforeAll(async () => {
  const { body } = await submitSandbox(tenant, ['fail']);
  const [{ assetId, filename }] = body.assets;
  earlier = { submissionId: body.submissionId, assetId, filename };
  await untilDone(tenant.sandbox, body.submissionId, 30_000);
});

describe('an asset that replaces another', () => {
  test('has its submission, id and file name', async () => {
    const { status, body } = await create(earlier.assetId.toUpperCase());
    expect([status, body.assets[0].replaces]).toEqual([201, earlier]);
    const asset = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
    expect((await tenant.sandbox('GET', asset)).body.replaces).toEqual(earlier);
  });

  test.for([[null], [undefined]])('may be left out: %s', async ([replaces]) => {
    expect((await create(replaces)).body.assets[0].replaces).toBeNull();
  });

  test('must name another asset of the workspace and environment', async () => {
    const { body: foreign } = await submitSandbox(neighbour, ['pass']);
    const field = 'assets.0.replaces';
    expectInvalid(await create(randomUUID()), field);
    expectInvalid(await create(foreign.assets[0].assetId), field);
    expectInvalid(await create('clip_v1.mov'), field);
    const blobPath = sandboxPath('fail');
    expectInvalid(await create(blobPath.slice(0, 36), blobPath), field);
  });
});

/** Uploads a file and submits it. Returns the asset when it has finished. */
async function examine(
  filename: string,
  contentType: string,
  bytes: Buffer,
  codes: readonly SidekickCode[],
  replaces?: string,
): Promise<{ assetId: string; path: string }> {
  const blobPath = await uploadFile(tenant.live, filename, contentType, bytes);
  const { body } = await tenant.live('POST', submissions, {
    assets: [{ blobPath, replaces }],
    sidekickIds: codes.map((code) => describeSidekick(code).id),
  });
  expect((await untilDone(tenant.live, body.submissionId)).body.status).toBe('complete');
  const assetId = blobPath.split('/')[0]!;
  return { assetId, path: `${submissions}/${body.submissionId}/assets/${assetId}` };
}

const placeOf = ({ ruleCode, anchor }: Issue): string =>
  anchor.kind === 'time'
    ? `${ruleCode} ${anchor.startSeconds.toFixed(0)}–${anchor.endSeconds.toFixed(0)}`
    : `${ruleCode} ${anchor.kind}`;

describe('two versions of a video', { timeout: 180_000 }, () => {
  let [before, after] = [
    { assetId: '', path: '' },
    { assetId: '', path: '' },
  ];

  beforeAll(async () => {
    const pair = await madePair();
    const codes = ['video-qc', 'loudness', 'photosensitivity'] as const;
    before = await examine('clip_v1.mp4', 'video/mp4', pair.before, codes);
    after = await examine('clip_v2.mp4', 'video/mp4', pair.after, codes, before.assetId);
  }, 180_000);

  test('are compared: three issues are fixed, three are still there, one of them two seconds earlier, one is new', async () => {
    const { body } = await tenant.live('GET', `${after.path}/compare`);
    const { fixed, remaining, changed, new: added, ...rest } = comparison.parse(body);
    expect(rest).toEqual({
      assetId: after.assetId,
      with: { submissionId: before.path.split('/')[4], assetId: before.assetId, filename: 'clip_v1.mp4' },
      offsetSeconds: 0,
      timeline: [
        { startSeconds: 0, endSeconds: 15, offsetSeconds: 0 },
        { startSeconds: 17, endSeconds: 30, offsetSeconds: -2 },
      ],
    });
    expect(fixed.map(placeOf)).toEqual([
      'picture.black 6–9',
      'flash.general 10–12',
      'loudness.true_peak 13–13',
    ]);
    expect(remaining.map(placeOf)).toEqual([
      'loudness.programme asset',
      'picture.black 1–4',
      'picture.freeze 18–22',
    ]);
    expect([changed, added.map(placeOf)]).toEqual([[], ['sound.silence 24–28']]);
    const { issues } = (await tenant.live('GET', `${before.path}/issues`)).body;
    const frozen = issues.find(({ ruleCode }: Issue) => ruleCode === 'picture.freeze');
    expect(remaining[2]!.earlierIssueId).toBe(frozen.id);
  });

  test('are compared the other way round, with the one that the request names', async () => {
    const { body } = await tenant.live('GET', `${before.path}/compare?with=${after.assetId}`);
    expect(body.with.filename).toBe('clip_v2.mp4');
    expect([body.fixed.map(placeOf), body.new.length, body.remaining.length]).toEqual([
      ['sound.silence 24–28'],
      3,
      3,
    ]);
  });
});

test('a changed issue has the earlier issue, and pictures and decisions are those of each', async () => {
  const text = (claims: string) => Buffer.from(`A cream.\n\n${claims}\n`);
  const before = await examine('a.txt', 'text/plain', text('Save 30% today. Clinically proven.'), ['claims']);
  const after = await examine('b.txt', 'text/plain', text('Save 40% today. Clinically proven.'), ['claims']);
  const issues = (await tenant.live('GET', `${before.path}/issues`)).body.issues as Issue[];
  for (const { id } of issues)
    await tenant.live('PUT', `${before.path}/issues/${id}/decision`, { decision: 'accepted' });
  const { body } = await tenant.live('GET', `${after.path}/compare?with=${before.assetId}`);
  const { changed, remaining, timeline } = comparison.parse(body);
  expect(timeline).toBeNull();
  expect(remaining.map(({ ruleCode }) => ruleCode)).toEqual(['health.proven']);
  expect(changed.map(({ ruleCode, changes }) => [ruleCode, changes])).toEqual([
    ['price.saving', ['wording']],
  ]);
  const [{ earlier: old, earlierIssueId, decision }] = changed as [(typeof changed)[number]];
  expect([old.id, old.assetId, old.decision?.decision, decision]).toEqual([
    earlierIssueId,
    before.assetId,
    'accepted',
    null,
  ]);
});

describe('a comparison is refused', () => {
  let path: string;

  beforeAll(async () => {
    const { body } = await create(undefined);
    path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
    await untilDone(tenant.sandbox, body.submissionId, 30_000);
  });

  test('without an asset to compare with, or with itself', async () => {
    const answer = await tenant.sandbox('GET', `${path}/compare`);
    expectInvalid(answer, 'with');
    expect(answer.body.fields[0].message).toContain('id of the asset to compare with');
    expectInvalid(await tenant.sandbox('GET', `${path}/compare?with=${path.slice(-36)}`), 'with');
    expectInvalid(await tenant.sandbox('GET', `${path}/compare?with=clip_v1.mov`), 'with');
  });

  test('with an asset of another workspace or environment', async () => {
    const { body } = await submitSandbox(neighbour, ['fail']);
    const [{ assetId }] = body.assets;
    await untilDone(neighbour.sandbox, body.submissionId, 30_000);
    const ofNeighbour = await tenant.sandbox('GET', `${path}/compare?with=${assetId}`);
    expectDomain(ofNeighbour, 404, 'Asset not found');
    expect(await tenant.sandbox('GET', `${path}/compare?with=${randomUUID()}`)).toMatchObject({
      status: ofNeighbour.status,
      body: ofNeighbour.body,
    });
    const foreign = `${submissions}/${body.submissionId}/assets/${assetId}/compare?with=${earlier.assetId}`;
    expectDomain(await tenant.sandbox('GET', foreign), 404, 'Submission not found');
  });

  test('until both have finished', async () => {
    const { body } = await submitSandbox(tenant, ['pending']);
    const [{ assetId }] = body.assets;
    const unfinished = await tenant.sandbox('GET', `${path}/compare?with=${assetId}`);
    expectDomain(unfinished, 404, 'Asset has not finished processing');
  });
});
