import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../api/route-table.ts';
import { listAuditEntries } from '@assay/storage/accounts/audit-log.ts';
import {
  type Caller,
  caller,
  newTenant,
  sandboxPath,
  type Tenant,
  useStackDatabase,
} from '../support/api.ts';
import { useApps } from '../support/app.ts';

const database = useStackDatabase();
const startApp = useApps();
const noFilter = { workspaceId: null, actor: null, action: null, subject: null, since: null, until: null };

async function entriesOf({ workspaceId }: Tenant) {
  return (await listAuditEntries(database, { ...noFilter, workspaceId }, 100)).toReversed();
}

describe('every write by an API key has one entry', () => {
  let tenant: Tenant;
  let call: Caller;
  beforeAll(async () => {
    tenant = await newTenant(database);
    call = caller(tenant.sandboxKey, await startApp(database, { trustProxy: ['127.0.0.1'] }));
  });
  const proxied = { 'x-forwarded-for': '192.0.2.99, 203.0.113.7' };

  /** Operations that change nothing. */
  const readOnly = ['estimatePricing', 'requestPreview', 'startTrial'];
  /** Operations of assets with reports, which the sandbox does not have: see sign-off.test.ts. */
  const elsewhere = ['signOffAsset', 'withdrawSignOff'];
  const seen: string[] = [];

  async function expectEntry(
    id: string,
    [method, path, sent]: [method: string, path: string, sent?: unknown],
    action: string,
    subjectOf: (body: any) => string,
  ): Promise<any> {
    seen.push(id);
    const before = await entriesOf(tenant);
    const { status, body } = await call(method, path, sent, proxied);
    expect([id, status < 300]).toEqual([id, true]);
    const { rows } = await database.query<{ id: string }>(
      `select id from api_keys where workspace_id = $1 and environment = 'sandbox'`,
      [tenant.workspaceId],
    );
    expect((await entriesOf(tenant)).slice(before.length)).toEqual([
      {
        id: expect.any(Number),
        occurredAt: expect.any(Date),
        workspaceId: tenant.workspaceId,
        actorKind: 'key',
        actor: rows[0]!.id,
        via: null,
        address: '203.0.113.7',
        action,
        subject: subjectOf(body),
      },
    ]);
    return body;
  }

  test('who, what, which resource, and the address that the trusted proxy reports', async () => {
    const upload = { filename: 'a.pdf', contentType: 'application/pdf' };
    await expectEntry(
      'createUploadUrl',
      ['POST', '/uploads/url', upload],
      'upload.create',
      ({ blobPath }) => `uploads/${blobPath.split('/')[0]}`,
    );
    const path = '/api/integrations/submissions';
    const assets = [{ blobPath: sandboxPath('retryable_error') }];
    const { submissionId, assets: created } = await expectEntry(
      'createSubmission',
      ['POST', path, { assets, sidekickIds: ['any'] }],
      'submission.create',
      (body) => `submissions/${body.submissionId}`,
    );
    const asset = `submissions/${submissionId}/assets/${created[0].assetId}`;
    const retry: [string, string] = ['POST', `/api/integrations/${asset}/retry`];
    await expectEntry('retryAsset', retry, 'asset.retry', () => asset);

    const { submissionId: withIssue, assets: failing } = await expectEntry(
      'createSubmission',
      ['POST', path, { assets: [{ blobPath: sandboxPath('fail') }], sidekickIds: ['any'] }],
      'submission.create',
      (body) => `submissions/${body.submissionId}`,
    );
    const failed = `submissions/${withIssue}/assets/${failing[0].assetId}`;
    const [issue] = (await call('GET', `/api/integrations/${failed}/issues`)).body.issues;
    const onIssue = `${failed}/issues/${issue.id}`;
    const decision = `/api/integrations/${onIssue}/decision`;
    const decide: [string, string, unknown] = ['PUT', decision, { decision: 'accepted' }];
    await expectEntry('decideIssue', decide, 'issue.decide', () => onIssue);
    await expectEntry('withdrawDecision', ['DELETE', decision], 'issue.withdraw_decision', () => onIssue);
    const decideAll: [string, string, unknown] = [
      'PUT',
      `/api/integrations/${failed}/decisions`,
      { decision: 'accepted', issueIds: [issue.id] },
    ];
    await expectEntry('decideIssues', decideAll, 'issue.decide', () => onIssue);

    // Sandbox assets have no reports.
    await database.query(
      `insert into reports (submission_id, asset_id, number, sha256) values ($1, $2, 1, '')`,
      [withIssue, failing[0].assetId],
    );
    const links = `${failed}/report-links`;
    const onLink = ({ id }: { id: string }) => `${links}/${id}`;
    const create: [string, string, unknown] = ['POST', `/api/integrations/${links}`, {}];
    const link = await expectEntry('createReportLink', create, 'report_link.create', onLink);
    const revoke: [string, string] = ['DELETE', `/api/integrations/${onLink(link)}`];
    await expectEntry('revokeReportLink', revoke, 'report_link.revoke', () => onLink(link));

    const profiles = '/api/integrations/profiles';
    const content = { code: 'spot', name: 'Spot', assetTypes: ['video'], sidekicks: [{ code: 'video-qc' }] };
    const profile = await expectEntry(
      'createProfile',
      ['POST', profiles, content],
      'profile.create',
      (body) => `profiles/${body.id}`,
    );
    const onProfile = `${profiles}/${profile.id}`;
    const profileSubject = () => `profiles/${profile.id}`;
    await expectEntry(
      'updateProfile',
      ['PUT', onProfile, { ...content, version: 1 }],
      'profile.update',
      profileSubject,
    );
    await expectEntry('deleteProfile', ['DELETE', onProfile], 'profile.delete', profileSubject);

    const subscriptions = '/api/integrations/webhooks/subscriptions';
    const eventType = 'asset.processing.completed';
    const endpoint = { endpointUrl: 'https://receiver.invalid/', eventTypes: [eventType] };
    const { id } = await expectEntry(
      'createSubscription',
      ['POST', subscriptions, endpoint],
      'subscription.create',
      (body) => `subscriptions/${body.id}`,
    );
    const url = `${subscriptions}/${id}`;
    const subject = () => `subscriptions/${id}`;
    const fired = { eventType, submissionId };
    await expectEntry(
      'fireEvent',
      ['POST', '/api/integrations/sandbox/events/fire', fired],
      'event.fire',
      () => `submissions/${submissionId}`,
    );
    const { eventId } = await expectEntry(
      'sendExample',
      ['POST', `${url}/example`, { eventType }],
      'event.send_example',
      (body) => `subscriptions/${id}/deliveries/${body.eventId}`,
    );
    // A delivery that has ended is always restarted.
    await database.query(
      `with ended as (update deliveries set status = 'failed', completed_at = now() where subscription_id = $1 returning id)
       update attempts set status = 'failed' where delivery_id in (select id from ended)`,
      [id],
    );
    await expectEntry(
      'redeliver',
      ['POST', `${url}/deliveries/${eventId}/redeliver`],
      'delivery.redeliver',
      () => `subscriptions/${id}/deliveries/${eventId}`,
    );
    const replay = { since: new Date(Date.now() - 60_000).toISOString(), statuses: ['failed'] };
    await expectEntry('replayDeliveries', ['POST', `${url}/replay`, replay], 'delivery.replay', subject);
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const rotate: [string, string, unknown] = ['POST', `${url}/rotate-secret`, { secret }];
    await expectEntry('rotateSecret', rotate, 'subscription.rotate_secret', subject);
    const disable: [string, string, unknown] = ['PATCH', url, { enabled: false }];
    await expectEntry('updateSubscription', disable, 'subscription.disable', subject);
    const enable: [string, string, unknown] = ['PATCH', url, { enabled: true }];
    await expectEntry('updateSubscription', enable, 'subscription.enable', subject);
    await expectEntry('deleteSubscription', ['DELETE', url], 'subscription.delete', subject);

    const writing = routes.filter(({ method }) => method !== 'GET').map(({ operation }) => operation.id);
    expect(new Set([...seen, ...readOnly, ...elsewhere])).toEqual(new Set(writing));
  });

  test('a write that fails has none', async () => {
    const before = await entriesOf(tenant);
    const id = randomUUID();
    const url = `/api/integrations/webhooks/subscriptions/${id}`;
    const statuses = [
      await call('DELETE', url),
      await call('PATCH', url, { enabled: true }),
      await call('POST', `/api/integrations/submissions/${id}/assets/${id}/retry`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
    const blobPath = sandboxPath('pass');
    const body = { assets: [{ blobPath }], sidekickIds: ['any'] };
    expect((await call('POST', '/api/integrations/submissions', body)).status).toBe(201);
    expect((await call('POST', '/api/integrations/submissions', body)).status).toBe(409);
    expect(await entriesOf(tenant)).toHaveLength(before.length + 1);
  });
});

test.for([
  [[], { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
  [['192.0.2.0/24'], { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1'],
  [['127.0.0.0/8', '192.0.2.0/24'], { 'x-forwarded-for': '203.0.113.7, 192.0.2.1' }, '203.0.113.7'],
  [['127.0.0.0/8'], { 'x-forwarded-for': 'unknown' }, '127.0.0.1'],
  [['127.0.0.0/8'], {}, '127.0.0.1'],
] as const)('with TRUST_PROXY %j and %j the address is %s', async ([trustProxy, headers, address]) => {
  const tenant = await newTenant(database);
  const call = caller(tenant.liveKey, await startApp(database, { trustProxy }));
  const upload = { filename: 'a.pdf', contentType: 'application/pdf' };
  expect((await call('POST', '/uploads/url', upload, headers)).status).toBe(200);
  expect((await entriesOf(tenant)).map((entry) => entry.address)).toEqual([address]);
});
