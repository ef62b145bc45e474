import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { decision as decisionSchema, decisionHistory } from '@assay/domain/contracts/decision.ts';
import { expectDomain, expectInvalid } from '../conformance/errors.ts';
import { submitSandbox, untilDone, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
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
      `insert into issue_decisions (submission_id, asset_id, issue_id, id, decision, rule_code, summary, actor_kind, actor_id)
       select submission_id, asset_id, $2, $3, 'accepted', 'x.y', 'An issue of version 1', actor_kind, actor_id
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
  });
});
