import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditAction } from '@assay/domain/audit-actions.ts';
import { report as reportSchema } from '@assay/domain/contracts/report.ts';
import { signOff as signOffSchema } from '@assay/domain/contracts/sign-off.ts';
import type { ReportStatement } from '@assay/domain/report-signature.ts';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import { expectDomain, expectInvalid } from '../conformance/errors.ts';
import { submitSandbox, until, untilDone, uploadFile, useStackDatabase, useTenant } from '../support/api.ts';
import { submitLive } from '../support/live.ts';

const database = useStackDatabase();
const tenant = useTenant(database);
const neighbour = useTenant(database);
const submissions = '/api/integrations/submissions';
const rights = { code: 'rights', text: 'The music is licensed' };
const logo = { code: 'logo', text: 'The logo is the current one' };
const passed = { manualChecks: [rights, logo].map(({ code }) => ({ code, outcome: 'passed' })) };

let submissionId: string;
let asset: string;
let issueIds: string[];
const readAsset = async () => (await tenant.live('GET', asset)).body;
const readState = async () => signOffSchema.parse((await tenant.live('GET', `${asset}/sign-off`)).body);
const untilReported = () => until(readState, ({ isReported }) => isReported, 15_000);
const decide = (issueId: string, decision: string, evidence: unknown[] = []) =>
  tenant.live('PUT', `${asset}/issues/${issueId}/decision`, {
    ...{ decision, evidence },
    reason: 'It was agreed.',
  });
const list = async (state: string) =>
  (await tenant.live('GET', `${submissions}?signOff=${state}`)).body.items.map(
    (item: any) => item.submissionId,
  );

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

async function readReport() {
  const { body } = await tenant.live('GET', `${asset}/report.json`);
  const { payload } = (await tenant.live('GET', `${asset}/report.jws`)).body;
  const statement = JSON.parse(Buffer.from(payload, 'base64url').toString()) as ReportStatement;
  return {
    report: reportSchema.parse(body),
    sha256: hashOf(JSON.stringify(body)),
    statement,
  };
}

beforeAll(async () => {
  const { body: profile } = await tenant.live('POST', '/api/integrations/profiles', {
    code: 'signed',
    name: 'Signed off by a person',
    assetTypes: ['document'],
    sidekicks: [{ code: 'claims' }],
    failsAt: 'minor',
    manualChecks: [rights, logo],
  });
  const text = Buffer.from('Our cream is clinically proven.\n\nThe best price in town, guaranteed.\n');
  const blobPath = await uploadFile(tenant.live, 'a.txt', 'text/plain', text);
  const { body } = await submitLive(tenant, [blobPath], [profile.id]);
  submissionId = body.submissionId;
  asset = `${submissions}/${submissionId}/assets/${body.assets[0].assetId}`;
  await untilDone(tenant.live, submissionId, 60_000);
  issueIds = (await tenant.live('GET', `${asset}/issues`)).body.issues.map(({ id }: any) => id);
});

test('until the sign-off, the verdict that counts is incomplete', async () => {
  expect(await readAsset()).toMatchObject({ verdict: 'fail', signOff: 'needed', finalVerdict: 'incomplete' });
  expect(await readState()).toMatchObject({
    ...{ state: 'needed', verdict: 'incomplete', undecided: issueIds, by: null, isReported: true },
    reason: `Not signed off; ${issueIds.length} without a decision; manual checks: 2`,
    manualChecks: [rights, logo].map((check) => ({ ...check, outcome: null, note: null })),
  });
  expect(await list('needed')).toEqual([submissionId]);
  expect(await list('done')).toEqual([]);
});

describe('a sign-off is refused', () => {
  const [one, two] = passed.manualChecks;
  test.for([
    ['without the checks', {}, 'manualChecks'],
    ['without one check', { manualChecks: [one] }, 'manualChecks'],
    ['with an unknown check', { manualChecks: [one, two, { ...one, code: 'x' }] }, 'manualChecks.2.code'],
    ['with a repeated check', { manualChecks: [one, two, one] }, 'manualChecks.2.code'],
    ['with another outcome', { manualChecks: [{ ...one, outcome: 'ok' }, two] }, 'manualChecks.0.outcome'],
    ['with an unknown field', { ...passed, verdict: 'pass' }, 'verdict'],
  ] as const)('%s', async ([, body, field]) => {
    expectInvalid(await tenant.live('PUT', `${asset}/sign-off`, body), field);
  });

  test('while issues have no decision', async () => {
    const answer = await tenant.live('PUT', `${asset}/sign-off`, passed);
    expectDomain(answer, 409, `${issueIds.length} issues at or above "minor" have no decision`);
    expect(await readAsset()).toMatchObject({ signOff: 'needed', finalVerdict: 'incomplete' });
  });

  test('in another workspace, and of assets without a report', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? passed : undefined;
      expectDomain(await neighbour.live(method, `${asset}/sign-off`, body), 404, 'Submission not found');
    }
    const { body } = await submitSandbox(tenant, ['fail']);
    await untilDone(tenant.sandbox, body.submissionId, 30_000);
    const sandboxed = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}/sign-off`;
    expectDomain(await tenant.sandbox('PUT', sandboxed, {}), 404, 'Report not found');
  });
});

test('a sign-off decides the verdict, and a new, signed report has it with the decisions', async () => {
  const first = await readReport();
  const blobPath = await uploadFile(tenant.live, 'study.txt', 'text/plain', Buffer.from('A study.\n'));
  const evidence = [{ title: 'Study', blobPath }];
  for (const [index, issueId] of issueIds.entries())
    await decide(issueId, index === 0 ? 'disputed' : 'waived', index === 0 ? evidence : []);
  const setHash = (hash: string) =>
    database.query(`update evidence set sha256 = ${hash} where submission_id = $1`, [submissionId]);
  await until(
    () =>
      database.query('select from evidence where submission_id = $1 and sha256 is not null', [submissionId]),
    ({ rowCount }) => rowCount === 1,
    15_000,
  );
  await setHash('null');
  const notKept = await tenant.live('PUT', `${asset}/sign-off`, passed);
  expectDomain(notKept, 409, 'Evidence is not kept: 0 of 1 files are stored');
  await setHash(`sha256('A study.\n'::bytea)`);
  const failed = {
    manualChecks: [passed.manualChecks[0], { code: 'logo', outcome: 'failed', note: 'It is last year’s.' }],
  };
  const refused = await tenant.live('PUT', `${asset}/sign-off`, failed);
  expect(refused.body).toMatchObject({
    state: 'done',
    verdict: 'fail',
    reason: 'Manual checks failed: logo',
  });

  const { status, body } = await tenant.live('PUT', `${asset}/sign-off`, {
    ...passed,
    note: 'For delivery.',
  });
  expect(status).toBe(200);
  const reason = expect.stringMatching(
    new RegExp(`^\\d+ checks? passed; ${issueIds.length - 1} waived; 1 disputed$`),
  );
  expect(signOffSchema.parse(body)).toMatchObject({
    ...{ state: 'done', verdict: 'pass_with_notes', reason, undecided: [], note: 'For delivery.' },
    manualChecks: [rights, logo].map((check) => ({ ...check, outcome: 'passed', note: null })),
    by: { kind: 'key' },
  });
  expect(await readAsset()).toMatchObject({
    verdict: 'fail',
    signOff: 'done',
    finalVerdict: 'pass_with_notes',
  });
  expect(await list('needed')).toEqual([]);
  expect(await list('done')).toEqual([submissionId]);

  await untilReported();
  const { report, statement, sha256 } = await readReport();
  const previous = report.submission!.previousReport;
  expect(report).toEqual({
    ...first.report,
    submission: { ...first.report.submission, previousReport: previous },
    issues: first.report.issues.map((issue, index) => ({
      ...issue,
      decision: expect.objectContaining({
        decision: issueIds.indexOf(issue.id) === 0 ? 'disputed' : 'waived',
        reason: 'It was agreed.',
        evidence:
          issueIds.indexOf(issue.id) === 0
            ? [
                expect.objectContaining({
                  title: 'Study',
                  file: expect.objectContaining({ status: 'kept', sha256: hashOf('A study.\n') }),
                }),
              ]
            : [],
      }),
      referenceNumber: index + 1,
    })),
    verdict: { ...first.report.verdict, verdict: 'pass_with_notes', reason },
    signOff: {
      by: expect.objectContaining({ kind: 'key' }),
      at: body.at,
      note: 'For delivery.',
      manualChecks: body.manualChecks,
    },
  });
  // The report of the refused sign-off may have been skipped, because the second one came first.
  expect(previous).toMatch(/^[0-9a-f]{64}$/);
  expect([statement.predicate.result, statement.predicate.failedTests]).toEqual(['WARNED', []]);
  expect(statement.predicate.configuration[0]!.digest.sha256).toBe(sha256);
  expect(first.statement.predicate.failedTests).not.toEqual([]);
});

test('decisions cannot be changed until the sign-off is withdrawn, which a new report shows', async () => {
  const text = 'The asset is signed off: withdraw the sign-off first';
  expectDomain(await decide(issueIds[0]!, 'accepted'), 409, text);
  expectDomain(await tenant.live('DELETE', `${asset}/issues/${issueIds[0]}/decision`), 409, text);
  const signed = await readReport();

  const { body } = await tenant.live('DELETE', `${asset}/sign-off`);
  expect(body).toMatchObject({ state: 'needed', verdict: 'incomplete', undecided: [], by: null, at: null });
  expect(await readAsset()).toMatchObject({ verdict: 'fail', signOff: 'needed', finalVerdict: 'incomplete' });
  await untilReported();
  const { report } = await readReport();
  expect(report.submission!.previousReport).toBe(signed.sha256);
  expect([report.signOff, report.verdict.verdict]).toEqual([null, 'fail']);
  expect(report.issues.map(({ decision }) => decision)).toEqual(report.issues.map(() => null));
  // A second withdrawal changes nothing.
  expect((await tenant.live('DELETE', `${asset}/sign-off`)).body).toMatchObject({ state: 'needed' });
  expect((await decide(issueIds[0]!, 'accepted')).status).toBe(200);
});

test('a sign-off and a withdrawal have one entry each in the audit log', async () => {
  const filter = { workspaceId: tenant.workspaceId, actor: null, subject: null, since: null, until: null };
  const entriesOf = (action: AuditAction) => listAuditEntries(database, { ...filter, action }, 10);
  const subject = asset.replace('/api/integrations/', '');
  expect((await entriesOf('asset.withdraw_sign_off')).map((entry) => entry.subject)).toEqual([subject]);
  // The first sign-off was replaced.
  expect((await entriesOf('asset.sign_off')).map((entry) => entry.subject)).toEqual([subject, subject]);
});

test('an accepted issue fails the asset', async () => {
  const { body } = await tenant.live('PUT', `${asset}/sign-off`, passed);
  expect(body).toMatchObject({
    verdict: 'fail',
    reason: expect.stringMatching(/^1 of \d+ checks? failed; \d waived$/),
  });
});

test('a retry ends the sign-off', async () => {
  // No sidekick of the profile fails in a way that can be retried.
  await database.query(
    `update assets set status = 'failed', error_type = 'x', error_message = 'x', is_retryable = true where submission_id = $1`,
    [submissionId],
  );
  expect((await tenant.live('POST', `${asset}/retry`)).body).toMatchObject({
    signOff: null,
    finalVerdict: null,
  });
  await untilDone(tenant.live, submissionId, 60_000);
  expect(await readAsset()).toMatchObject({ signOff: 'needed', finalVerdict: 'incomplete' });
  expect(await readState()).toMatchObject({ state: 'needed', by: null, undecided: [] });
});

test('an asset without a profile needs no sign-off, and can have one', async () => {
  const blobPath = await uploadFile(
    tenant.live,
    'b.txt',
    'text/plain',
    Buffer.from('Nothing to see here.\n'),
  );
  const { body } = await submitLive(tenant, [blobPath]);
  const path = `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
  await untilDone(tenant.live, body.submissionId, 60_000);
  expect((await tenant.live('GET', path)).body).toMatchObject({
    signOff: null,
    finalVerdict: null,
    verdict: null,
  });
  expect((await tenant.live('GET', `${path}/sign-off`)).body).toMatchObject({ state: null, verdict: null });
  expect((await tenant.live('PUT', `${path}/sign-off`, {})).body).toMatchObject({
    state: 'done',
    verdict: 'pass',
  });
  expect((await tenant.live('DELETE', `${path}/sign-off`)).body).toMatchObject({
    state: null,
    verdict: null,
  });
  expect((await tenant.live('GET', path)).body).toMatchObject({ signOff: null, finalVerdict: null });
});
