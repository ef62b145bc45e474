import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeSidekick, type SidekickCode } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Issue } from '@assay/client/shapes.ts';
import { comparison } from '@assay/domain/contracts/comparison.ts';
import { decisionHistory } from '@assay/domain/contracts/decision.ts';
import { expectDomain, expectInvalid } from '../conformance/errors.ts';
import {
  sandboxPath,
  submitSandbox,
  until,
  untilDone,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { uploadPdf } from '../support/live.ts';
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

test('a live file whose replaced asset does not exist is not measured; 409 and 413 come first', async () => {
  const sidekickIds = [describeSidekick('document').id];
  const submit = (blobPath: string, replaces?: string) =>
    tenant.live('POST', submissions, { assets: [{ blobPath, replaces }], sidekickIds });
  const unmeasured = await uploadPdf(tenant);
  const duplicate = await uploadPdf(tenant);
  expect((await submit(duplicate)).status).toBe(201);
  const oversize = await uploadFile(tenant.live, 'a.jpg', 'image/jpeg', Buffer.alloc(50 * 2 ** 20 + 1));
  expect((await submit(duplicate, randomUUID())).status).toBe(409);
  expect((await submit(oversize, randomUUID())).status).toBe(413);
  expectInvalid(await submit(unmeasured, randomUUID()), 'assets.0.replaces');
  const measured = async (blobPath: string) => {
    const { rows } = await database.query('select from measurements where asset_id = $1', [
      blobPath.split('/')[0],
    ]);
    return rows.length;
  };
  expect([await measured(unmeasured), await measured(duplicate)]).toEqual([0, 1]);
  expect((await submit(unmeasured)).status).toBe(201);
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

const issuesOf = async ({ path }: { path: string }) =>
  (await tenant.live('GET', `${path}/issues`)).body.issues as Issue[];
const decisionOf = ({ path }: { path: string }, { id }: Issue) => `${path}/issues/${id}/decision`;

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
    for (const issue of await issuesOf(before)) {
      const reason = `Agreed: ${issue.ruleCode}`;
      await tenant.live('PUT', decisionOf(before, issue), { decision: 'waived', reason });
    }
    const black = (await issuesOf(before)).find(({ ruleCode }) => ruleCode === 'picture.black')!;
    await tenant.live('DELETE', decisionOf(before, black));
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
    const frozen = (await issuesOf(before)).find(({ ruleCode }) => ruleCode === 'picture.freeze')!;
    expect(remaining[2]!.earlierIssueId).toBe(frozen.id);
  });

  test('share the decisions about issues that are still there; withdrawn ones are not carried over', async () => {
    const [old, issues] = [await issuesOf(before), await issuesOf(after)];
    expect(issues.map(({ ruleCode, decision }) => [ruleCode, decision?.reason ?? null])).toEqual([
      ['loudness.programme', 'Agreed: loudness.programme'],
      ['picture.black', null],
      ['picture.freeze', 'Agreed: picture.freeze'],
      ['sound.silence', null],
    ]);
    const [programme, original] = [issues, old].map((list) =>
      list.find(({ ruleCode }) => ruleCode === 'loudness.programme'),
    ) as [Issue, Issue];
    const submissionId = before.path.split('/')[4];
    expect(programme.decision).toEqual({
      ...original.decision,
      carriedFrom: { submissionId, assetId: before.assetId, issueId: original.id },
    });
    expect(original.decision!.carriedFrom).toBeNull();
    const { body } = await tenant.live('GET', `${after.path}/decisions`);
    expect(
      decisionHistory.parse(body).decisions.map(({ issueId, by, at }) => [issueId, by, at]),
    ).toContainEqual([programme.id, original.decision!.by, original.decision!.at]);
  });

  test('a decision that was carried over can be withdrawn and replaced', async () => {
    const frozen = (await issuesOf(after)).at(-2)!;
    expect((await tenant.live('DELETE', decisionOf(after, frozen))).status).toBe(204);
    expect((await issuesOf(after)).at(-2)!.decision).toBeNull();
    const { body } = await tenant.live('PUT', decisionOf(after, frozen), { decision: 'accepted' });
    expect([body.decision, body.carriedFrom]).toEqual(['accepted', null]);
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
  const study = Buffer.from('A study.\n');
  const blobPath = await uploadFile(tenant.live, 'study.txt', 'text/plain', study);
  const { body: decided } = await tenant.live('PUT', `${before.path}/decisions`, {
    issueIds: (await issuesOf(before)).map(({ id }) => id),
    decision: 'accepted',
    evidence: [{ title: 'Study', blobPath }],
  });
  const newer = text('Save 40% today. Clinically proven.');
  const after = await examine('b.txt', 'text/plain', newer, ['claims'], before.assetId);
  const { body } = await tenant.live('GET', `${after.path}/compare?with=${before.assetId}`);
  const { changed, remaining, timeline } = comparison.parse(body);
  expect(timeline).toBeNull();
  expect(remaining.map(({ ruleCode, decision }) => [ruleCode, decision?.decision])).toEqual([
    ['health.proven', 'accepted'],
  ]);
  // The evidence is copied to the newer asset.
  const [{ id, title }] = decided.decision.evidence;
  expect(remaining[0]!.decision!.evidence).toEqual([expect.objectContaining({ id, title })]);
  const { body: link } = await until(
    () => tenant.live('GET', `${after.path}/evidence/${id}`),
    ({ status }) => status === 200,
  );
  expect(link.url).toContain(after.assetId);
  expect(Buffer.from(await (await fetch(link.url)).arrayBuffer()).equals(study)).toBe(true);
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
