import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  decidedIssues,
  decision as decisionSchema,
  decisionHistory,
  ruleDecisionList,
} from '@assay/domain/contracts/decision.ts';
import type { Evidence } from '@assay/domain/contracts/evidence.ts';
import { expectDomain, expectInvalid } from '../conformance/errors.ts';
import {
  newTenant,
  submitSandbox,
  until,
  untilDone,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';
import { newPerson, stackConsole } from '../support/console.ts';
import { everySidekick, submitLive } from '../support/live.ts';
import { registerCustom } from '../support/custom-sidekicks.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const neighbour = useTenant(database);
const submissions = '/api/integrations/submissions';

let submissionId: string;
let asset: string;
const issuesOf = async () => (await tenant.live('GET', `${asset}/issues`)).body.issues as any[];
const of = (issueId: string) => `${asset}/issues/${issueId}/decision`;
let first: string;
let second: string;

beforeAll(async () => {
  // The custom sidekick never gets a worker, so the asset fails and can be retried.
  await registerCustom(database, tenant.workspaceId, {
    assetTypes: ['document'],
    taskQueue: 'nobody',
    maxWaitSeconds: 1,
  });
  const text = Buffer.from('Our cream is clinically proven.\n\nThe best price in town, guaranteed.\n');
  const blobPath = await uploadFile(tenant.live, 'a.txt', 'text/plain', text);
  const { body } = await submitLive(tenant, [blobPath], await everySidekick(tenant));
  submissionId = body.submissionId;
  asset = `${submissions}/${submissionId}/assets/${body.assets[0].assetId}`;
  await untilDone(tenant.live, submissionId, 60_000);
  [first, second] = (await issuesOf()).map(({ id }) => id);
});

describe('a decision', () => {
  test('is beside its issue, with the reason and the key; the issue stays open', async () => {
    const { status, body } = await tenant.live('PUT', of(first), {
      decision: 'waived',
      reason: 'Agreed “so”.',
    });
    expect(status).toBe(200);
    expect(decisionSchema.parse(body)).toMatchObject({
      decision: 'waived',
      reason: 'Agreed “so”.',
      by: { kind: 'key', id: expect.any(String) },
    });
    const issues = await issuesOf();
    expect(issues.map(({ id, decision, status }) => [id, decision, status])).toEqual([
      [first, body, 'open'],
      ...issues.slice(1).map(({ id }) => [id, null, 'open']),
    ]);
  });

  test('of a person has the name of the person', async () => {
    const member = await newPerson(database, stackConsole(), tenant.workspaceId, 'member', 'Ada');
    const path = `/console/api/${tenant.workspaceId}/live${of(second)}`;
    const { status, body } = await member.call('PUT', path, { decision: 'accepted' });
    expect([status, body.reason, body.by]).toEqual([
      200,
      null,
      { kind: 'member', id: member.memberId, name: 'Ada' },
    ]);
  });

  test('replaces the one before, can be withdrawn, and all are in the history', async () => {
    await tenant.live('PUT', of(first), { decision: 'disputed', reason: 'It is a quotation.' });
    expect((await issuesOf())[0].decision).toMatchObject({ decision: 'disputed' });
    for (let times = 0; times < 2; times++) expect((await tenant.live('DELETE', of(first))).status).toBe(204);
    expect((await issuesOf())[0].decision).toBeNull();
    const { body } = await tenant.live('GET', `${asset}/decisions`);
    expect(decisionHistory.parse(body).decisions.map(({ issueId, decision }) => [issueId, decision])).toEqual(
      [
        [first, 'waived'],
        [second, 'accepted'],
        [first, 'disputed'],
        [first, null],
      ],
    );
  });

  test('is kept when the asset is retried, also if the retry removes its issue', async () => {
    const removed = randomUUID();
    await database.query(
      `insert into issue_decisions (submission_id, asset_id, issue_id, id, workspace_id, environment, decision, rule_id,
         rule_code, summary, actor_kind, actor_id)
       select submission_id, asset_id, $2, $3, workspace_id, environment, 'accepted', rule_id, 'x.y',
         'An issue of version 1', actor_kind, actor_id
       from issue_decisions where submission_id = $1 limit 1`,
      [submissionId, removed, '019b0000-0000-7000-8000-000000000000'],
    );
    expect((await tenant.live('POST', `${asset}/retry`)).status).toBe(202);
    await untilDone(tenant.live, submissionId, 60_000);
    const issues = await issuesOf();
    expect(issues.find(({ id }) => id === second).decision).toMatchObject({ decision: 'accepted' });
    const { decisions } = (await tenant.live('GET', `${asset}/decisions`)).body;
    expect(decisions.map(({ issueId }: any) => issueId)).toContain(removed);
  });

  test('works in the sandbox', async () => {
    const { body } = await submitSandbox(tenant, ['fail']);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
    await untilDone(tenant.sandbox, body.submissionId, 30_000);
    const [issue] = (await tenant.sandbox('GET', `${path}/issues`)).body.issues;
    expect(
      (await tenant.sandbox('PUT', `${path}/issues/${issue.id}/decision`, { decision: 'accepted' })).status,
    ).toBe(200);
    expect((await tenant.sandbox('GET', `${path}/issues`)).body.issues[0].decision).not.toBeNull();
  });
});

describe('an earlier decision', () => {
  const wording = 'Our cream is clinically proven to reduce redness.\n';
  const claim = ({ summary }: any) => summary.startsWith('Claim of proof');
  async function issueWith(of: typeof tenant, text: string) {
    const blobPath = await uploadFile(of.live, 'a.txt', 'text/plain', Buffer.from(text));
    const sidekickIds = (await of.live('GET', '/api/integrations/sidekicks')).body.sidekicks
      .filter(({ code }: any) => code === 'claims')
      .map(({ id }: any) => id);
    const { body } = await submitLive(of, [blobPath], sidekickIds);
    await untilDone(of.live, body.submissionId, 60_000);
    const at = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
    const { issues } = (await of.live('GET', `${at}/issues`)).body;
    return { at, issue: issues.find(claim) };
  }

  test('is a precedent of later issues with a similar wording, also in the report, and only in its workspace', async () => {
    const before = await issueWith(tenant, wording);
    expect(before.issue.precedents).toEqual([]);
    const waived = { decision: 'waived', reason: 'The study is on file.' };
    await tenant.live('PUT', `${before.at}/issues/${before.issue.id}/decision`, waived);
    await neighbour.live('PUT', `${before.at}/issues/${before.issue.id}/decision`, waived);
    const similar = 'Clinically proven to reduce redness.\n';
    const [after, other, ofNeighbour] = await Promise.all([
      issueWith(tenant, similar),
      issueWith(tenant, 'Our pills are clinically proven to reduce weight.\n'),
      issueWith(neighbour, similar),
    ]);
    const path = before.at.replace('/api/integrations', `/console/${tenant.workspaceId}/live`);
    expect(after.issue.precedents).toEqual([
      {
        url: expect.stringContaining(`${path}?issue=${before.issue.id}`),
        title: before.issue.summary,
        decision:
          'Waived: The study is on file. (similar wording: “Our cream is clinically proven to reduce redness”)',
        date: new Date().toISOString().slice(0, 10),
      },
    ]);
    const report = (await tenant.live('GET', `${after.at}/report.json`)).body;
    expect(report.issues.find(claim).precedents).toEqual(after.issue.precedents);
    expect([other.issue.precedents, ofNeighbour.issue.precedents]).toEqual([[], []]);
  });

  test('is counted by rule, the most disputed rule first', async () => {
    const of = await newTenant(database);
    const { at, issue } = await issueWith(of, wording);
    const decide = (decision: string) =>
      of.live('PUT', `${at}/issues/${issue.id}/decision`, { decision, reason: 'So.' });
    const rules = async (call = of.live) => (await call('GET', '/api/integrations/rules/decisions')).body;
    expect(await rules()).toEqual({ days: 90, rules: [], total: 0 });
    await decide('waived');
    await decide('disputed');
    const counts = { ruleCode: issue.ruleCode, accepted: 0, waived: 0, disputed: 1 };
    expect(ruleDecisionList.parse(await rules())).toEqual({ days: 90, rules: [counts], total: 1 });
    expect((await rules(of.sandbox)).rules).toEqual([]);
    await database.query(
      `update issue_decisions set decided_at = now() - interval '91 days' where issue_id = $1`,
      [issue.id],
    );
    expect((await rules()).rules).toEqual([]);
    await decide('accepted');
    await of.live('DELETE', `${at}/issues/${issue.id}/decision`);
    expect((await rules()).rules).toEqual([]);
  });
});

describe('evidence', () => {
  const bytes = Buffer.from('Study of 40 people: redness is reduced.\n');
  const upload = (from = tenant) => uploadFile(from.live, 'study.txt', 'text/plain', bytes);
  const decide = (evidence: unknown, issueId = first, from = tenant) =>
    from.live('PUT', of(issueId), { decision: 'accepted', evidence });
  const fileOf = (id: string, from = tenant) => from.live('GET', `${asset}/evidence/${id}`);
  const address = { title: 'Brief', url: 'https://client.example/brief?v=2' };
  let study: Evidence;

  test('is an address, or a file that is copied and hashed', async () => {
    const blobPath = await upload();
    const { status, body } = await decide([{ title: 'Study', blobPath }, address]);
    expect(status).toBe(200);
    study = decisionSchema.parse(body).evidence[0]!;
    const file = { filename: 'study.txt', contentType: 'text/plain', sizeBytes: bytes.length };
    expect(body.evidence).toEqual([
      {
        ...{ id: expect.any(String), title: 'Study', url: null },
        file: { ...file, sha256: null, status: 'keeping' },
      },
      { id: expect.any(String), ...address, file: null },
    ]);
    const { body: link } = await until(
      () => fileOf(study.id),
      (answer) => answer.status === 200,
    );
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(link).toEqual({ url: expect.any(String), expiresAt: expect.any(String), ...file, sha256 });
    const response = await fetch(link.url);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; /);
    study = (await issuesOf())[0].decision.evidence[0];
    expect(study.file).toEqual({ ...file, sha256, status: 'kept' });
  });

  test('is used again by its id, and stays in the history', async () => {
    const { body } = await decide([{ ...address, title: 'New' }, { id: study.id.toUpperCase() }], second);
    expect(body.evidence.map(({ title }: Evidence) => title)).toEqual(['New', 'Study']);
    expect(body.evidence[1]).toEqual(study);
    expect((await decide([], second)).body.evidence).toEqual([]);
    const { decisions } = (await tenant.live('GET', `${asset}/decisions`)).body;
    expect(decisions.at(-2).evidence).toEqual(body.evidence);
  });

  test('is the same for issues that are decided together', async () => {
    const issueIds = [first, second];
    const { body } = await tenant.live('PUT', `${asset}/decisions`, {
      ...{ decision: 'accepted', issueIds },
      evidence: [address],
    });
    const [one, two] = await issuesOf();
    expect([one.decision.evidence, two.decision.evidence]).toEqual([0, 0].map(() => body.decision.evidence));
  });

  test.for([
    [[{}], 'evidence.0'],
    [[{ title: 'Both', url: 'https://a.example', blobPath: 'b' }], 'evidence.0'],
    [[{ url: 'https://a.example' }], 'evidence.0'],
    [[{ id: randomUUID(), title: 'Both' }], 'evidence.0'],
    [[{ id: randomUUID() }], 'evidence.0.id'],
    [[{ title: 'x', url: 'javascript:alert(1)' }], 'evidence.0.url'],
    [[{ title: 'x', url: 'https://ada:secret@a.example' }], 'evidence.0.url'],
    [[{ title: 'x', url: '/relative' }], 'evidence.0.url'],
    [[{ title: 'a\u202eb', url: 'https://a.example' }], 'evidence.0.title'],
    [[{ title: 'x', url: 'https://a.example', sha256: 'x' }], 'evidence.0.sha256'],
    [Array.from({ length: 11 }, () => address), 'evidence'],
  ])('is refused: %j', async ([sent, field]) => {
    expectInvalid(await decide(sent), field as string);
  });

  test('is refused if its upload is missing, repeated, submitted, or evidence already', async () => {
    const { body } = await tenant.live('POST', '/uploads/url', {
      filename: 'a.txt',
      contentType: 'text/plain',
    });
    expectInvalid(await decide([{ title: 'Missing', blobPath: body.blobPath }]), 'evidence.0.blobPath');
    const blobPath = await upload();
    const twice = [{ title: 'One', blobPath }, address, { title: 'Two', blobPath }];
    expectInvalid(await decide(twice), 'evidence.2.blobPath');
    const submitted = await upload();
    await submitLive(tenant, [submitted]);
    expectInvalid(await decide([{ title: 'Submitted', blobPath: submitted }]), 'evidence.0.blobPath');
    const { body: decided } = await decide([{ title: 'One', blobPath }]);
    await until(
      () => fileOf(decided.evidence[0].id),
      (answer) => answer.status === 200,
    );
    expectInvalid(await decide([{ title: 'Again', blobPath }]), 'evidence.0.blobPath');
  });

  test('of another workspace cannot be used or read', async () => {
    const foreign = await upload(neighbour);
    expectDomain(await decide([{ title: 'Foreign', blobPath: foreign }]), 403, 'Invalid blob path');
    expectDomain(await fileOf(study.id, neighbour), 404, 'Submission not found');
    const theirs = await uploadFile(neighbour.live, 'b.txt', 'text/plain', bytes);
    const { body } = await submitLive(neighbour, [theirs]);
    await untilDone(neighbour.live, body.submissionId, 60_000);
    const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}/evidence/${study.id}`;
    expectDomain(await neighbour.live('GET', path), 404, 'File of evidence not found');
  });

  test('that is an address has no file', async () => {
    const { body } = await decide([address]);
    expectDomain(await fileOf(body.evidence[0].id), 404, 'File of evidence not found');
  });
});

describe('a decision is refused', () => {
  test.for([
    [{ decision: 'open' }, 'decision'],
    [{ decision: 'waived' }, 'reason'],
    [{ decision: 'disputed', reason: null }, 'reason'],
    [{ decision: 'waived', reason: '' }, 'reason'],
    [{ decision: 'waived', reason: 'x'.repeat(2_001) }, 'reason'],
    [{ decision: 'waived', reason: 'a\u0000b' }, 'reason'],
    [{ decision: 'accepted', by: 'me' }, 'by'],
  ] as const)('%j', async ([body, field]) => {
    expectInvalid(await tenant.live('PUT', of(first), body), field);
  });

  test('about an unknown issue, and in another workspace', async () => {
    const accepted = { decision: 'accepted' };
    expectDomain(await tenant.live('PUT', of(randomUUID()), accepted), 404, 'Issue not found');
    expectDomain(await tenant.live('DELETE', of(randomUUID())), 404, 'Issue not found');
    expectDomain(await neighbour.live('PUT', of(first), accepted), 404, 'Submission not found');
    expectDomain(await neighbour.live('GET', `${asset}/decisions`), 404, 'Submission not found');
    const about = { ...accepted, issueIds: [first] };
    expectDomain(await neighbour.live('PUT', `${asset}/decisions`, about), 404, 'Submission not found');
  });
});

test('a decision about several issues is the same for each, and none if one is unknown', async () => {
  const all = (await issuesOf()).map(({ id }) => id as string);
  const decided = { decision: 'waived', reason: 'Agreed for all.' };
  const refused = await tenant.live('PUT', `${asset}/decisions`, {
    ...decided,
    issueIds: [all[0], randomUUID()],
  });
  expectInvalid(refused, 'issueIds.1');
  const { body } = await tenant.live('PUT', `${asset}/decisions`, {
    ...decided,
    issueIds: [...all, all[0]],
  });
  expect(decidedIssues.parse(body)).toMatchObject({ issueIds: all, total: all.length, decision: decided });
  expect((await issuesOf()).map(({ decision }) => decision)).toEqual(all.map(() => body.decision));
  expectInvalid(
    await tenant.live('PUT', `${asset}/decisions`, { decision: 'accepted', issueIds: [] }),
    'issueIds',
  );
  expectInvalid(
    await tenant.live('PUT', `${asset}/decisions`, { decision: 'waived', issueIds: all }),
    'reason',
  );
});
