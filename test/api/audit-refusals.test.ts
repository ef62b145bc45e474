import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { findShippedProfile, shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { type AuditAction, auditActions } from '@assay/domain/audit-actions.ts';
import { admin } from '../support/admin.ts';
import {
  newTenant,
  sandboxPath,
  submitSandbox,
  type Tenant,
  until,
  useStackDatabase,
} from '../support/api.ts';
import { newPerson, pageCaller, type Person, stackConsole } from '../support/console.ts';
import { registerCustom, registrationFile } from '../support/custom-sidekicks.ts';
import { submitLive, uploadPdf } from '../support/live.ts';
import { testKeys } from '../support/secrets.ts';
import { useTemporalClient } from '../support/temporal-client.ts';

const database = useStackDatabase();
const temporal = useTemporalClient();
const site = stackConsole();
/** Name of the operator in this file, so that entries of other test files do not count. */
const OPERATOR = `refused ${randomUUID()}`;
const subscriptions = '/api/integrations/webhooks/subscriptions';
const submissions = '/api/integrations/submissions';
const eventType = 'asset.processing.completed';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let tenant: Tenant;
/** A suspended workspace. */
let suspended: string;
let person: Person;
let sidekickId: string;
let file: string;
/** A submission that waits for a sidekick without a worker. */
let running: { submissionId: string; assetId: string };
let submitted: string;
let enabled: string;
let disabled: string;
let revokedKey: string;

beforeAll(async () => {
  tenant = await newTenant(database);
  suspended = (await newTenant(database)).workspaceId;
  await cli('workspaces', 'suspend', suspended);
  person = await newPerson(database, site, tenant.workspaceId, 'admin');
  file = path.join(inject('scratchDir'), `${randomUUID()}.json`);
  const parts = { code: `refused-${randomUUID()}`, taskQueue: randomUUID() };
  await writeFile(file, JSON.stringify({ ...registrationFile, ...parts }));
  ({ id: sidekickId } = await registerCustom(database, tenant.workspaceId, parts));
  const live = await submitLive(tenant, [await uploadPdf(tenant)], [sidekickId]);
  running = { submissionId: live.body.submissionId, assetId: live.body.assets[0].assetId };
  submitted = (await submitSandbox(tenant, ['pass'])).body.submissionId;
  const subscribe = async () =>
    (
      await tenant.live('POST', subscriptions, {
        endpointUrl: `https://receiver.invalid/${randomUUID()}`,
        eventTypes: [eventType],
      })
    ).body.id as string;
  [enabled, disabled] = [await subscribe(), await subscribe()];
  await tenant.live('PATCH', `${subscriptions}/${disabled}`, { enabled: false });
  await tenant.live('POST', `${subscriptions}/${enabled}/rotate-secret`, { secret });
  const created = await cli('keys', 'create', '--workspace', tenant.workspaceId, '--environment', 'live');
  revokedKey = (JSON.parse(created.stdout) as { id: string }).id;
  await cli('keys', 'revoke', revokedKey);
  await cli('workspaces', 'set-spending-limit', tenant.workspaceId, '--credits', '900');
  const raised = ['--rule', 'origin.generated', '--to', 'major'];
  await cli('workspaces', 'raise-severity', tenant.workspaceId, ...raised);
  await until(
    () => tenant.live('GET', `${submissions}/${running.submissionId}`),
    ({ body }) => body.assets[0].status === 'processing',
  );
});
afterAll(async () => {
  await temporal.workflow.getHandle(`submission:${running.submissionId}:v1`).cancel();
});

const cliWith = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  admin([...args, '--json'], {
    DATABASE_URL: inject('stack').databaseUrl,
    TEMPORAL_ADDRESS: inject('stack').temporalAddress,
    PAYLOAD_ENCRYPTION_KEYS: inject('stack').payloadKeys,
    ENCRYPTION_KEYS: testKeys,
    PUBLIC_URL: site.publicUrl,
    OPERATOR,
    ...env,
  });
const cli = (...args: string[]) => cliWith({}, ...args);
const console = (method: string, rest: string, body?: unknown) =>
  person.call(method, `/console/api/${tenant.workspaceId}${rest}`, body);
/** A namespace that does not exist, so Temporal rejects every request. */
const noNamespace = { TEMPORAL_NAMESPACE: 'refused' };

const profiles = '/api/integrations/profiles';
const { id: _, version: _version, builtIn: _builtIn, ...everything } = findShippedProfile('everything')!;

const unknownLinks = `${submissions}/${randomUUID()}/assets/${randomUUID()}/report-links`;
const unknownIssue = `${submissions}/${randomUUID()}/assets/${randomUUID()}/issues/${randomUUID()}/decision`;

/** Requests and commands that are rejected, or that change nothing, for each action of the audit log. */
const attempts: Record<AuditAction, (() => Promise<unknown>)[]> = {
  'asset.erase': [
    () => cli('erase', '--asset', running.assetId),
    () => cli('erase', '--asset', randomUUID()),
  ],
  'asset.retry': [
    () => tenant.live('POST', `${submissions}/${running.submissionId}/assets/${running.assetId}/retry`),
    () => cli('submissions', 'retry', running.submissionId),
  ],
  // The asset is in the sandbox, or unknown.
  'asset.sign_off': [
    () => tenant.live('PUT', `${submissions}/${running.submissionId}/assets/${running.assetId}/sign-off`, {}),
  ],
  'asset.skip': [
    () => cli('submissions', 'skip', running.submissionId, '--asset', running.assetId, '--sidekick', 'none'),
    () => cli('submissions', 'skip', running.submissionId, '--asset', randomUUID()),
  ],
  'asset.withdraw_sign_off': [
    () => tenant.live('DELETE', `${submissions}/${running.submissionId}/assets/${running.assetId}/sign-off`),
  ],
  'database.migrate': [() => cli('setup', 'database')],
  'delivery.redeliver': [
    () => tenant.live('POST', `${subscriptions}/${enabled}/deliveries/${randomUUID()}/redeliver`),
  ],
  'delivery.replay': [
    () => tenant.live('POST', `${subscriptions}/${enabled}/replay`, { since: new Date().toISOString() }),
    () => tenant.live('POST', `${subscriptions}/${disabled}/replay`, { since: '2030-01-01T00:00:00Z' }),
  ],
  'event.fire': [
    () =>
      tenant.live('POST', '/api/integrations/sandbox/events/fire', { eventType, submissionId: submitted }),
    () =>
      tenant.sandbox('POST', '/api/integrations/sandbox/events/fire', {
        eventType,
        submissionId: randomUUID(),
      }),
  ],
  'event.send_example': [
    () => tenant.live('POST', `${subscriptions}/${disabled}/example`, { eventType }),
    () =>
      tenant.live('POST', `${subscriptions}/${enabled}/example`, { eventType: 'asset.processing.failed' }),
  ],
  'issue.decide': [() => tenant.live('PUT', unknownIssue, { decision: 'accepted' })],
  'issue.withdraw_decision': [() => tenant.live('DELETE', unknownIssue)],
  'report_link.create': [() => tenant.live('POST', unknownLinks, {})],
  'report_link.revoke': [() => tenant.live('DELETE', `${unknownLinks}/${randomUUID()}`)],
  'key.create': [
    () => cli('keys', 'create', '--workspace', suspended, '--environment', 'sandbox', '--scopes', 'webhooks'),
    () => console('POST', '/api-keys', { name: 'x', environment: 'live', scopes: [] }),
  ],
  // A key that the member did not create is neither kept nor revoked.
  'key.keep': [() => console('DELETE', `/members/${person.memberId}?keepKeys=${randomUUID()}`)],
  'key.revoke': [
    () => cli('keys', 'revoke', revokedKey),
    () => console('DELETE', `/api-keys/${revokedKey}`),
    () => console('DELETE', `/api-keys/${randomUUID()}`),
  ],
  'member.add': [
    () => cli('members', 'set-role', person.memberId, '--workspace', randomUUID(), '--role', 'admin'),
    () => cli('members', 'set-role', person.memberId, '--workspace', tenant.workspaceId, '--role', 'admin'),
  ],
  'member.erase': [
    () => cli('erase', '--member', person.memberId),
    () => cli('erase', '--member', randomUUID()),
  ],
  'member.invite': [() => console('POST', '/members', { name: 'Bob', role: 'owner' })],
  'member.link': [() => cli('members', 'link', randomUUID())],
  'member.remove': [
    () => console('DELETE', `/members/${person.memberId}`),
    () => cli('members', 'remove', person.memberId, '--workspace', suspended),
  ],
  'member.set_role': [
    () => console('PATCH', `/members/${person.memberId}`, { role: 'viewer' }),
    () => console('PATCH', `/members/${person.memberId}`, { role: 'admin' }),
  ],
  'plan.set': [
    () => cli('plans', 'set', 'unlimited', '--max-assets', '50'),
    () => cli('plans', 'set', 'unlimited', '--bucket', 'none=1'),
  ],
  'precedents.import': [
    () => cli('precedents', 'import', '/dev/null'),
    () => cli('precedents', 'import', 'docs/examples/precedents-made-up.csv', '--name', 'Not a name'),
  ],
  'precedents.remove': [() => cli('precedents', 'remove', 'unknown')],
  'prices.set': [() => cli('prices', 'set', '--page-credits', '-1')],
  'report_key.revoke': [() => cli('report-keys', 'revoke', 'unknown', '--reason', 'lost')],
  'report_key.rotate': [() => cli('report-keys', 'rotate', '--file', '/dev/null/key.pem')],
  'role.set_password': [() => cliWith({ DATABASE_ROLES: 'nobody=p' }, 'setup', 'database')],
  'secrets.rotate': [
    () => cli('secrets', 'rotate'),
    () => cliWith({ ENCRYPTION_KEYS: 'x' }, 'secrets', 'rotate'),
  ],
  'session.create': [() => pageCaller(site, null)('POST', '/console/api/sign-in', { token: 'a'.repeat(43) })],
  'session.end': [() => pageCaller(site, null)('DELETE', '/console/api/session')],
  'session.end_all': [() => pageCaller(site, null)('DELETE', '/console/api/sessions')],
  'session.reject': [
    () => pageCaller(site, null)('POST', '/console/api/sign-in/preview', { token: 'a'.repeat(43) }),
  ],
  'sidekick.register': [
    () => cli('sidekicks', 'register', '--file', file, '--workspace', tenant.workspaceId),
    () => cli('sidekicks', 'register', '--file', '/nowhere.json'),
  ],
  'sidekick.remove': [() => cli('sidekicks', 'remove', randomUUID())],
  'submission.create': [
    () =>
      tenant.sandbox('POST', submissions, {
        assets: [{ blobPath: `${randomUUID()}/a.mp4` }],
        sidekickIds: ['any'],
      }),
    () => tenant.live('POST', submissions, { assets: [{ blobPath: sandboxPath('pass') }], sidekickIds: [] }),
  ],
  'submission.erase': [() => cli('erase', '--submission', running.submissionId)],
  'submission.restart': [
    () => cli('submissions', 'restart', running.submissionId),
    () => cliWith(noNamespace, 'submissions', 'restart', running.submissionId),
  ],
  'profile.create': [
    () => tenant.live('POST', profiles, { code: 'spot', name: 'Spot', basedOn: randomUUID() }),
    () => tenant.live('POST', profiles, { code: 'spot', name: 'Spot', assetTypes: ['video'], sidekicks: [] }),
  ],
  'profile.delete': [
    () => tenant.live('DELETE', `${profiles}/${randomUUID()}`),
    () => tenant.live('DELETE', `${profiles}/${shippedProfiles[0]!.id}`),
  ],
  'profile.set_default': [() => console('PUT', '/default-profile', { profileId: randomUUID() })],
  'profile.unset_default': [() => console('PUT', '/default-profile', { profileId: null })],
  'profile.update': [
    () => tenant.live('PUT', `${profiles}/${randomUUID()}`, { ...everything, version: 1 }),
    () => tenant.live('PUT', `${profiles}/${shippedProfiles[0]!.id}`, { ...everything, version: 1 }),
  ],
  'subscription.create': [
    () =>
      tenant.live('POST', subscriptions, { endpointUrl: 'http://receiver.invalid', eventTypes: [eventType] }),
  ],
  'subscription.delete': [() => tenant.live('DELETE', `${subscriptions}/${randomUUID()}`)],
  'subscription.disable': [
    () => tenant.live('PATCH', `${subscriptions}/${disabled}`, { enabled: false }),
    () => cli('webhooks', 'disable', '--workspace', tenant.workspaceId, '--subscription', disabled),
  ],
  'subscription.enable': [() => tenant.live('PATCH', `${subscriptions}/${enabled}`, { enabled: true })],
  'subscription.rotate_secret': [
    () => tenant.live('POST', `${subscriptions}/${enabled}/rotate-secret`, { secret }),
    () => tenant.live('POST', `${subscriptions}/${randomUUID()}/rotate-secret`, { secret }),
  ],
  'upkeep.run': [() => cliWith(noNamespace, 'upkeep', 'run', 'uploads', '--dry-run')],
  'upkeep.schedule': [() => cliWith(noNamespace, 'upkeep', 'schedule')],
  'upload.create': [
    () => tenant.live('POST', '/uploads/url', { filename: 'a.exe', contentType: 'application/x-msdownload' }),
  ],
  'workspace.create': [() => cli('workspaces', 'create', '--name', 'Acme', '--plan', 'none')],
  'workspace.erase': [() => cli('erase', '--workspace', tenant.workspaceId)],
  'workspace.raise_severity': [
    () =>
      cli('workspaces', 'raise-severity', tenant.workspaceId, '--rule', 'origin.generated', '--to', 'major'),
    () => cli('workspaces', 'raise-severity', tenant.workspaceId, '--rule', 'none', '--to', 'major'),
    () => cli('workspaces', 'raise-severity', suspended, '--rule', 'origin.generated', '--to', 'none'),
  ],
  'workspace.remove': [() => cli('workspaces', 'remove', tenant.workspaceId)],
  'workspace.resume': [() => cli('workspaces', 'resume', tenant.workspaceId)],
  'workspace.set_plan': [
    () => cli('workspaces', 'set-plan', tenant.workspaceId, '--plan', 'unlimited'),
    () => cli('workspaces', 'set-plan', tenant.workspaceId, '--plan', 'none'),
  ],
  'workspace.set_spending_limit': [
    () => cli('workspaces', 'set-spending-limit', tenant.workspaceId, '--credits', '900'),
    () => cli('workspaces', 'set-spending-limit', randomUUID(), '--credits', '1'),
  ],
  'workspace.suspend': [() => cli('workspaces', 'suspend', suspended)],
};

/** Returns the entries of the workspaces and of the operator of this file. */
async function entries(): Promise<string[]> {
  const { rows } = await database.query<{ action: string }>(
    `select action from audit_log where workspace_id in ($1, $2) or actor = $3 order by id`,
    [tenant.workspaceId, suspended, OPERATOR],
  );
  return rows.map(({ action }) => action);
}

test.for(auditActions)('what is refused, or changes nothing, leaves no entry %s', async (action) => {
  const before = await entries();
  for (const attempt of attempts[action]) await attempt();
  expect(await entries()).toEqual(before);
});
