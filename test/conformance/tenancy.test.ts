import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { routes } from '../../api/route-table.ts';
import { submitSandbox, type Tenant, useStackDatabase, useTenant } from '../support/api.ts';
import { everySidekick, uploadPdf } from '../support/live.ts';
import { fire, parametersOf, submissions, subscriptions } from './endpoints.ts';

// These tests are generated from the route table. The response for an id of another workspace must equal the response
// for an unknown id byte for byte.

const eventTypes = ['asset.processing.completed'];

type Ids = Record<
  | 'submission_id'
  | 'asset_id'
  | 'issue_id'
  | 'report_link_id'
  | 'evidence_id'
  | 'profile_id'
  | 'trial_id'
  | 'subscription_id'
  | 'event_id'
  | 'blobPath'
  | 'submissionId',
  string
>;

interface Row {
  /** The names of the ids that the request body contains. The ids in the path are not listed. */
  bodyIds: readonly (keyof Ids)[];
  body: (ids: Ids) => unknown;
  /** The kinds of key that may use this route with these ids. */
  keys: readonly ('live' | 'sandbox')[];
  /** The status of the response for an unknown id. */
  status: number;
}

const inPath: Row = { bodyIds: [], body: () => undefined, keys: ['live', 'sandbox'], status: 404 };
let sidekickIds: string[];
const newProfile = () => ({
  code: `p-${randomUUID().slice(0, 8)}`,
  name: 'Leaflet',
  assetTypes: ['document'],
  sidekicks: [{ code: 'document' }],
});

/** The ids that each route takes. A test fails if a route has no row in this table. */
const table: Record<string, Row | 'takes no ids'> = {
  'POST /uploads/url': 'takes no ids',
  'POST /api/integrations/uploads/url': 'takes no ids',
  'POST /api/pricing/estimate': {
    bodyIds: ['blobPath'],
    body: ({ blobPath }) => ({ files: [{ blobPath }] }),
    keys: ['live'],
    status: 403,
  },
  'POST /api/integrations/submissions': {
    bodyIds: ['blobPath'],
    body: ({ blobPath }) => ({ assets: [{ blobPath }], sidekickIds }),
    keys: ['live'],
    status: 403,
  },
  'GET /api/integrations/submissions': 'takes no ids',
  'GET /api/integrations/submissions/{submission_id}': inPath,
  'GET /api/integrations/submissions/{submission_id}/versions': inPath,
  'GET /api/integrations/submissions/{submission_id}/deliveries': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/issues': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/topics': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/checks': inPath,
  'PUT /api/integrations/submissions/{submission_id}/assets/{asset_id}/issues/{issue_id}/decision': {
    ...inPath,
    body: () => ({ decision: 'accepted' }),
  },
  'DELETE /api/integrations/submissions/{submission_id}/assets/{asset_id}/issues/{issue_id}/decision': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/decisions': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/evidence/{evidence_id}': inPath,
  'PUT /api/integrations/submissions/{submission_id}/assets/{asset_id}/decisions': {
    ...inPath,
    body: () => ({ issueIds: [randomUUID()], decision: 'accepted' }),
  },
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/sign-off': inPath,
  'PUT /api/integrations/submissions/{submission_id}/assets/{asset_id}/sign-off': {
    ...inPath,
    body: () => ({}),
  },
  'DELETE /api/integrations/submissions/{submission_id}/assets/{asset_id}/sign-off': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/compare': inPath,
  'POST /api/integrations/submissions/{submission_id}/assets/{asset_id}/report-links': {
    ...inPath,
    body: () => ({}),
  },
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report-links': inPath,
  'DELETE /api/integrations/submissions/{submission_id}/assets/{asset_id}/report-links/{report_link_id}':
    inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report.json': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report.jws': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report.pdf': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/report.{format}': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/media': inPath,
  'POST /api/integrations/submissions/{submission_id}/assets/{asset_id}/preview': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/progress': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/series': inPath,
  'GET /api/integrations/submissions/{submission_id}/assets/{asset_id}/series/{name}': inPath,
  'POST /api/integrations/submissions/{submission_id}/assets/{asset_id}/retry': inPath,
  'GET /api/integrations/sidekicks': 'takes no ids',
  'GET /api/integrations/rules/decisions': 'takes no ids',
  'GET /api/integrations/profiles': 'takes no ids',
  // `basedOn` is the id of another profile: test/api/profiles.test.ts has its refusal, which names the field.
  'POST /api/integrations/profiles': 'takes no ids',
  'GET /api/integrations/profiles/{profile_id}': inPath,
  'PUT /api/integrations/profiles/{profile_id}': {
    ...inPath,
    body: () => ({ ...newProfile(), version: 1 }),
  },
  'DELETE /api/integrations/profiles/{profile_id}': inPath,
  'POST /api/integrations/profiles/{profile_id}/trials': { ...inPath, body: newProfile },
  'GET /api/integrations/profiles/{profile_id}/trials/{trial_id}': inPath,
  'POST /api/integrations/sandbox/events/fire': {
    bodyIds: ['submissionId'],
    body: ({ submissionId }) => ({ eventType: eventTypes[0], submissionId }),
    keys: ['sandbox'],
    status: 404,
  },
  'POST /api/integrations/webhooks/subscriptions': 'takes no ids',
  'GET /api/integrations/webhooks/subscriptions': 'takes no ids',
  'GET /api/integrations/webhooks/subscriptions/{subscription_id}': inPath,
  'PATCH /api/integrations/webhooks/subscriptions/{subscription_id}': {
    ...inPath,
    body: () => ({ enabled: false }),
  },
  'DELETE /api/integrations/webhooks/subscriptions/{subscription_id}': inPath,
  'GET /api/integrations/webhooks/subscriptions/{subscription_id}/deliveries': inPath,
  'GET /api/integrations/webhooks/subscriptions/{subscription_id}/deliveries/{event_id}': inPath,
  'POST /api/integrations/webhooks/subscriptions/{subscription_id}/deliveries/{event_id}/redeliver': inPath,
  'POST /api/integrations/webhooks/subscriptions/{subscription_id}/replay': {
    ...inPath,
    body: () => ({ since: '2020-01-01T00:00:00Z' }),
  },
  'POST /api/integrations/webhooks/subscriptions/{subscription_id}/example': {
    ...inPath,
    body: () => ({ eventType: eventTypes[0] }),
  },
  'POST /api/integrations/webhooks/subscriptions/{subscription_id}/rotate-secret': {
    ...inPath,
    body: () => ({ secret: `whsec_${'c'.repeat(32)}` }),
  },
};

const profiles = '/api/integrations/profiles';

const database = useStackDatabase();
const mine = useTenant(database);
const theirs = useTenant(database);
let ours: Ids;
let elsewhere: Ids;
let foreign: Ids;

/** Creates a submission with a retryable asset, a subscription and an upload. Returns their ids. */
async function idsOf(tenant: Tenant): Promise<Ids> {
  const { submissionId, assets } = (await submitSandbox(tenant, ['retryable_error'])).body;
  const endpoint = { endpointUrl: 'https://localhost:1/', eventTypes };
  const subscription = (await tenant.live('POST', subscriptions, endpoint)).body.id;
  // The subscription is disabled when the event is fired, so that no delivery changes state during the comparison.
  await tenant.live('PATCH', `${subscriptions}/${subscription}`, { enabled: false });
  await tenant.sandbox('POST', fire, { eventType: eventTypes[0], submissionId });
  await tenant.live('PATCH', `${subscriptions}/${subscription}`, { enabled: true });
  const { attempts } = (await tenant.live('GET', `${subscriptions}/${subscription}/deliveries`)).body;
  const profileId = (await tenant.live('POST', profiles, newProfile())).body.id;
  const { trialId } = (await tenant.live('POST', `${profiles}/${profileId}/trials`, newProfile())).body;
  return {
    submission_id: submissionId,
    asset_id: assets[0].assetId,
    profile_id: profileId,
    // The submission has no issues. test/api/decisions asks with an issue of another workspace.
    issue_id: randomUUID(),
    // No decision has evidence. test/api/decisions asks with evidence of another workspace.
    evidence_id: randomUUID(),
    // Sandbox assets have no reports. test/api/report-links asks with a link of another workspace.
    report_link_id: randomUUID(),
    trial_id: trialId,
    subscription_id: subscription,
    event_id: attempts[0].eventId,
    blobPath: await uploadPdf(tenant),
    submissionId,
  };
}

const nobodys = (): Ids => ({
  submission_id: randomUUID(),
  asset_id: randomUUID(),
  issue_id: randomUUID(),
  report_link_id: randomUUID(),
  evidence_id: randomUUID(),
  profile_id: randomUUID(),
  trial_id: randomUUID(),
  subscription_id: randomUUID(),
  event_id: randomUUID(),
  blobPath: `${randomUUID()}/a.pdf`,
  submissionId: randomUUID(),
});

beforeAll(async () => {
  [ours, elsewhere, foreign] = [await idsOf(mine), await idsOf(mine), await idsOf(theirs)];
  sidekickIds = await everySidekick(mine);
});

const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

/** Parameters of paths that are no ids: the name of a curve and the format of a report. */
const constants: Record<string, string> = { name: 'loudness', format: 'csv' };

/** Returns the ids in a path. */
const idsIn = (path: string) =>
  parametersOf(path).filter((parameter) => !(parameter in constants)) as (keyof Ids)[];

/** One case for each route that takes ids and each combination of ids that belong to another workspace. */
const cases = named.flatMap(([name, { method, path }]) => {
  const row = table[name];
  if (row === undefined || row === 'takes no ids') return [];
  const taken = [...idsIn(path), ...row.bodyIds];
  return row.keys.flatMap((key) =>
    subsets(taken).map((strange) => [name, strange, key, { method, path, row }] as const),
  );
});

function subsets<T>(items: readonly T[]): T[][] {
  const all = items.reduce<T[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]]);
  return all.filter((set) => set.length > 0);
}

/** Returns the caller's ids, with the ids in `names` replaced by those of `by`. */
const replace = (names: readonly (keyof Ids)[], by: Ids): Ids => ({
  ...ours,
  ...Object.fromEntries(names.map((name) => [name, by[name]])),
});

/** Sends a request and returns the response without its Date header. */
async function ask(key: string, { method, path, row }: (typeof cases)[number][3], ids: Ids) {
  const body = row.body(ids);
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => constants[name] ?? ids[name as keyof Ids]);
  const response = await fetch(`${inject('stack').apiUrl}${url}`, {
    method,
    headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const headers = [...response.headers].filter(([name]) => name !== 'date');
  return { status: response.status, headers, body: await response.text() };
}

describe('tenancy: the table of this test', () => {
  test('has a row for every route and for no other', () => {
    expect(Object.keys(table).sort()).toEqual(named.map(([name]) => name).sort());
  });

  test.for(named)('has every path parameter of %s', ([name, { path }]) => {
    if (table[name] === 'takes no ids') expect(parametersOf(path)).toEqual([]);
    for (const parameter of idsIn(path)) expect(ours).toHaveProperty(parameter);
  });
});

describe('tenancy: an id of another workspace is like an unknown id', () => {
  test.for(cases)('%s with %j of another workspace and a %s key', async ([, strange, kind, request]) => {
    const key = kind === 'live' ? mine.liveKey : mine.sandboxKey;
    const answer = await ask(key, request, replace(strange, foreign));
    expect(answer.status).toBe(request.row.status);
    expect(answer).toEqual(await ask(key, request, replace(strange, nobodys())));
  });
});

describe('tenancy: an asset of another submission is like an unknown asset', () => {
  test.for(cases.filter(([, strange]) => strange.join() === 'asset_id'))(
    '%s with %j of another submission and a %s key',
    async ([, strange, kind, request]) => {
      const key = kind === 'live' ? mine.liveKey : mine.sandboxKey;
      const answer = await ask(key, request, replace(strange, elsewhere));
      expect(answer.status).toBe(404);
      expect(answer).toEqual(await ask(key, request, replace(strange, nobodys())));
    },
  );
});

describe('tenancy: after all these requests', () => {
  test('the records of the other workspace are unchanged', async () => {
    const { body } = await theirs.live('GET', `${submissions}/${foreign.submission_id}`);
    expect(body).toMatchObject({ status: 'failed', isRetryable: true, version: 1 });
    const path = `${subscriptions}/${foreign.subscription_id}`;
    expect(await theirs.live('GET', path)).toMatchObject({ status: 200, body: { enabled: true } });
    expect((await theirs.live('GET', `${path}/deliveries`)).body).toMatchObject({
      total: 1,
      attempts: [{ eventId: foreign.event_id, status: 'skipped' }],
    });
  });

  test('lists contain only the records of the caller’s workspace', async () => {
    const listed = async (tenant: Tenant) =>
      (await tenant.live('GET', submissions)).body.items.map(({ submissionId }: any) => submissionId).sort();
    expect(await listed(theirs)).toEqual([foreign.submission_id]);
    expect(await listed(mine)).toEqual([ours.submission_id, elsewhere.submission_id].sort());
    const items = async (tenant: Tenant) =>
      (await tenant.live('GET', subscriptions)).body.items.map(({ id }: any) => id).sort();
    expect(await items(theirs)).toEqual([foreign.subscription_id]);
    expect(await items(mine)).toEqual([ours.subscription_id, elsewhere.subscription_id].sort());
  });
});
