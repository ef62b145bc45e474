/** @module-tag both */

import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { catalogue } from '@assay/analysis/sidekicks/catalogue.ts';
import { buildOpenApi } from '../../api/openapi/document.ts';
import { type Examples, examples } from '../../api/openapi/examples.ts';
import { routes } from '../../api/route-table.ts';
import { makeVideo } from '../../tools/local/samples/video.ts';
import {
  type Caller,
  newTenant,
  sandboxPath,
  until,
  untilDone,
  uploadFile,
  useStackDatabase,
} from '../support/api.ts';
import { mediaOf } from '../support/live.ts';
import { useReceiver } from '../support/receiver.ts';

// Compares the service with the recorded examples of the interface description. `npm test -- test/api/examples -u`
// records them again.

const database = useStackDatabase();
const receiver = useReceiver();

const submissions = '/api/integrations/submissions';
const profiles = '/api/integrations/profiles';
const subscriptions = '/api/integrations/webhooks/subscriptions';

test.for(['README.md', 'docs/webhooks.md', 'docs/examples/python-sidekick/README.md'])(
  'the helper of %s prints the error text of the API',
  async (file) => {
    const page = await readFile(path.join(import.meta.dirname, '../..', file), 'utf8');
    const helper = /^api\(\) \{.*?^\}$/ms.exec(page)![0];
    const { sandboxKey } = await newTenant(database);
    const assets = `{"assets": [{"blobPath": "${randomUUID()}/clip.mp4"}], "sidekickIds": ["any"]}`;
    const script = `${helper}\nANSWER=$(api "$URL${submissions}" -d '${assets}'); echo "code $?, answer: $ANSWER"`;
    const env = { ...process.env, URL: inject('stack').apiUrl, KEY: sandboxKey };
    const { stdout, stderr } = await run('bash', ['-c', script], { env });
    expect(stdout).toBe('code 1, answer: \n');
    expect(stderr).toContain('clip.mp4');
    expect(stderr).toContain('__sandbox_pass__');
    const read = await run(
      'bash',
      ['-c', `${helper}\napi "$URL/api/integrations/sidekicks" | jq -e .sidekicks`],
      { env },
    );
    expect(JSON.parse(read.stdout)).not.toEqual([]);
  },
);

test('the responses of the service equal the recorded examples', { timeout: 180_000 }, async () => {
  const tenant = await newTenant(database, 'enterprise');
  const recorded: Examples = {};
  const make = async (id: string, call: typeof tenant.live, method: string, url: string, body?: unknown) => {
    const answer = await call(method, url, body);
    recorded[id] = {
      ...(body === undefined ? {} : { request: body }),
      responses: { [answer.status]: answer.body },
    };
    return answer.body;
  };
  const { live, sandbox } = tenant;

  await make('createUploadUrl', live, 'POST', '/uploads/url', {
    filename: 'script.txt',
    contentType: 'text/plain',
    contentLength: 27,
  });
  const blobPath = await uploadFile(
    live,
    'script.txt',
    'text/plain',
    Buffer.from('Cut. Music. A door opens.\n\n'),
  );
  await make('estimatePricing', live, 'POST', '/api/pricing/estimate', { files: [{ blobPath }] });
  const { sidekicks } = await make('listSidekicks', live, 'GET', '/api/integrations/sidekicks');

  // The video is analysed before the subscription is created. The delivery history therefore has no events of this
  // submission.
  const analysed = await analyseVideo(live, ['video-qc']);
  await make('listIssues', live, 'GET', `${analysed}/issues`);
  await make('listTopics', live, 'GET', `${analysed}/topics`);
  const [{ id: issueId }] = (await live('GET', `${analysed}/issues`)).body.issues;
  const agreement = await uploadFile(
    live,
    'agreement.txt',
    'text/plain',
    Buffer.from('Black from 0:03 to 0:08.\n'),
  );
  const decided = await make('decideIssue', live, 'PUT', `${analysed}/issues/${issueId}/decision`, {
    decision: 'waived',
    reason: 'The client wants the black frames.',
    evidence: [
      { title: 'Agreement with the client', blobPath: agreement },
      { title: 'Brief of the campaign', url: 'https://client.example/brief' },
    ],
  });
  const evidence = `${analysed}/evidence/${decided.evidence[0].id}`;
  await until(
    () => live('GET', evidence),
    ({ status }) => status === 200,
  );
  await make('readEvidence', live, 'GET', evidence);
  await make('countDecisions', live, 'GET', '/api/integrations/rules/decisions');
  await make('withdrawDecision', live, 'DELETE', `${analysed}/issues/${issueId}/decision`);
  await make('decideIssues', live, 'PUT', `${analysed}/decisions`, {
    issueIds: [issueId],
    decision: 'accepted',
  });
  await make('listDecisions', live, 'GET', `${analysed}/decisions`);
  await live('PUT', `${analysed}/issues/${issueId}/decision`, { decision: 'accepted' });
  await make('readSignOff', live, 'GET', `${analysed}/sign-off`);
  await make('signOffAsset', live, 'PUT', `${analysed}/sign-off`, { note: 'For delivery.' });
  await make('withdrawSignOff', live, 'DELETE', `${analysed}/sign-off`);
  await make('listChecks', live, 'GET', `${analysed}/checks`);
  await make('readReport', live, 'GET', `${analysed}/report.json`);
  await make('readSignedReport', live, 'GET', `${analysed}/report.jws`);
  const { id: linkId } = await make('createReportLink', live, 'POST', `${analysed}/report-links`, {
    expiresInDays: 14,
  });
  await make('listReportLinks', live, 'GET', `${analysed}/report-links`);
  await make('revokeReportLink', live, 'DELETE', `${analysed}/report-links/${linkId}`);
  // The bytes of a PDF are no example for readers.
  recorded['readPdfReport'] = { responses: { 200: '%PDF-1.7\n…' } };
  await make('readFormattedReport', live, 'GET', `${analysed}/report.csv`);
  await make('readMedia', live, 'GET', `${analysed}/media`);
  await make('requestPreview', live, 'POST', `${await submitAvi(live)}/preview`);
  const curved = await analyseVideo(live, ['loudness', 'photosensitivity']);
  await make('readProgress', live, 'GET', `${curved}/progress`);
  await make('listSeries', live, 'GET', `${curved}/series`);
  await make('readSeries', live, 'GET', `${curved}/series/loudness?points=5`);
  await make('compareAssets', live, 'GET', `${curved}/compare?with=${analysed.slice(-36)}`);

  const profile = await make('createProfile', live, 'POST', profiles, {
    code: 'spots',
    name: 'Spots of our channel',
    assetTypes: ['video'],
    sidekicks: [
      { code: 'video-qc' },
      { code: 'loudness', parameters: { targetLufs: -23, toleranceLu: 0.5 } },
    ],
    rules: { 'picture.black': { threshold: 0.5, severity: 'major' }, 'bars.constant': { severity: 'off' } },
    requirements: { frameRate: { oneOf: ['25'] }, height: { oneOf: [1080] } },
  });
  const { id: _, builtIn: _builtIn, ...content } = profile;
  await make('updateProfile', live, 'PUT', `${profiles}/${profile.id}`, { ...content, failsAt: 'minor' });
  await make('readProfile', live, 'GET', `${profiles}/${profile.id}`);
  await make('listProfiles', live, 'GET', profiles);
  const { version: _version, ...draft } = content;
  const { trialId } = await make('startTrial', live, 'POST', `${profiles}/${profile.id}/trials`, {
    ...draft,
    failsAt: 'minor',
  });
  const trial = `${profiles}/${profile.id}/trials/${trialId}`;
  await until(
    () => live('GET', trial),
    ({ body }) => body.status === 'done',
  );
  await make('readTrial', live, 'GET', trial);
  await make('deleteProfile', live, 'DELETE', `${profiles}/${profile.id}`);

  const created = await make('createSubscription', sandbox, 'POST', subscriptions, {
    endpointUrl: receiver.url('example'),
    eventTypes: ['asset.processing.completed', 'asset.processing.failed'],
    description: 'Newsroom',
  });
  const one = `${subscriptions}/${created.id}`;
  await make('listSubscriptions', sandbox, 'GET', subscriptions);
  await make('readSubscription', sandbox, 'GET', one);

  const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const submission = await make('createSubmission', sandbox, 'POST', submissions, {
    assets: [
      { blobPath: `${ids[0]}/trailer__sandbox_fail__.mp4` },
      { blobPath: `${ids[1]}/poster__sandbox_retryable_error__.png` },
    ],
    sidekickIds: [sidekicks[0].id],
  });
  await untilDone(sandbox, submission.submissionId);
  const at = `${submissions}/${submission.submissionId}`;
  await make('readSubmission', sandbox, 'GET', at);
  await make('listSubmissions', sandbox, 'GET', `${submissions}?environment=sandbox&limit=1`);
  await make('readAsset', sandbox, 'GET', `${at}/assets/${ids[1]}`);
  await make('retryAsset', sandbox, 'POST', `${at}/assets/${ids[1]}/retry`);
  await make('listVersions', sandbox, 'GET', `${at}/versions`);

  // Of one asset, because the order of events that are fired together differs between runs.
  const fired = await sandbox('POST', submissions, {
    assets: [{ blobPath: '33333333-3333-4333-8333-333333333333/trailer__sandbox_fail__.mp4' }],
    sidekickIds: [sidekicks[0].id],
  });
  const { submissionId } = fired.body as { submissionId: string };
  await untilDone(sandbox, submissionId);
  receiver.answer('example', { status: 204 });
  await make('fireEvent', sandbox, 'POST', '/api/integrations/sandbox/events/fire', {
    eventType: 'asset.processing.failed',
    submissionId,
    errorMessage: 'The file is damaged',
  });
  await until(
    () => sandbox('GET', `${one}/deliveries?status=succeeded`),
    ({ body }) => body.total === 1,
  );
  await make('listSubmissionDeliveries', sandbox, 'GET', `${submissions}/${submissionId}/deliveries`);
  await make('listDeliveries', sandbox, 'GET', `${one}/deliveries?limit=1`);
  const eventType = 'asset.processing.completed';
  const { eventId } = await make('sendExample', sandbox, 'POST', `${one}/example`, { eventType });
  const delivery = `${one}/deliveries/${eventId}`;
  await until(
    () => sandbox('GET', delivery),
    ({ body }) => body.status === 'succeeded',
  );
  await make('readDelivery', sandbox, 'GET', delivery);
  await make('redeliver', sandbox, 'POST', `${delivery}/redeliver`);
  await make('rotateSecret', sandbox, 'POST', `${one}/rotate-secret`, {
    secret: created.secret,
    overlapSeconds: 3600,
  });
  const statuses = ['failed'];
  await make('replayDeliveries', sandbox, 'POST', `${one}/replay`, {
    since: new Date().toISOString(),
    statuses,
  });
  await make('updateSubscription', sandbox, 'PATCH', one, { enabled: false });
  await make('deleteSubscription', sandbox, 'DELETE', one);

  const stable = JSON.stringify(withShortLists(withPlaceholders(recorded)), null, 2);
  await expect(`${stable}\n`).toMatchFileSnapshot('../../api/openapi/examples.json');
});

/** Runs real sidekicks on a video with a black and a frozen segment. Returns the URL path of the asset. */
async function analyseVideo(live: Caller, codes: readonly string[]): Promise<string> {
  const file = path.join(inject('scratchDir'), 'example.mp4');
  await makeVideo(file);
  const blobPath = await uploadFile(live, 'trailer.mp4', 'video/mp4', await readFile(file));
  const sidekickIds = catalogue.filter(({ code }) => codes.includes(code)).map(({ id }) => id);
  const { body } = await live('POST', submissions, { assets: [{ blobPath }], sidekickIds });
  await untilDone(live, body.submissionId, 120_000);
  return `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
}

/** Submits an AVI file, which browsers do not play. Returns the URL path of the asset. */
async function submitAvi(live: Caller): Promise<string> {
  const bytes = await mediaOf('avi', ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:d=1']);
  const blobPath = await uploadFile(live, 'trailer.avi', 'video/x-msvideo', bytes);
  const { id } = catalogue.find(({ code }) => code === 'integrity')!;
  const { body } = await live('POST', submissions, { assets: [{ blobPath }], sidekickIds: [id] });
  await untilDone(live, body.submissionId, 120_000);
  return `${submissions}/${body.submissionId}/assets/${body.assets[0].assetId}`;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Ids in the sidekick catalogue, which are the same in every run. */
const catalogueIds = JSON.stringify(catalogue).match(uuid)!;

/** The start of each part of a signature. */
const signedExample = {
  payload:
    '{"_type":"https://in-toto.io/Statement/v1","predicateType":"https://in-toto.io/attestation/test-result/v0.1"}',
  protected: '{"alg":"EdDSA","kid":"key"}',
  signature: Buffer.alloc(64, 'example '),
};

/** Replaces ids, times and all other values that differ between runs with placeholders. */
function withPlaceholders(recorded: Examples): unknown {
  const ids = new Map(catalogueIds.map((id) => [id, id]));
  // The numbers of the placeholders do not depend on the catalogue, so a new rule does not change all examples.
  let placeholders = 0;
  const text = JSON.stringify(recorded)
    .replace(
      /https?:\/\/127\.0\.0\.1:\d+\/[^"]*X-Amz[^"]*/g,
      'https://storage.example/file?X-Amz-Signature=example',
    )
    .replace(/https:\/\/localhost:\d+/g, 'https://hooks.example')
    .replace(/http:\/\/localhost:\d+\/docs/g, 'https://assay.example/docs')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-01-15T09:30:00.000Z')
    .replace(/"[^"]*\/r\/[\w-]{43}"/, `"https://assay.example/r/${'example_'.repeat(6).slice(0, 43)}"`)
    .replace(/whsec_[\w+/]+=*/g, `whsec_${Buffer.alloc(32, 'example ').toString('base64')}`)
    .replace(/"durationMs":\d+/g, '"durationMs":12')
    .replace(/"(payload|protected|signature)":"[\w-]{80,}"/g, (_, part: keyof typeof signedExample) => {
      return `"${part}":"${Buffer.from(signedExample[part]).toString('base64url')}"`;
    })
    .replace(uuid, (id) => {
      if (!ids.has(id)) ids.set(id, `00000000-0000-4000-8000-${String(++placeholders).padStart(12, '0')}`);
      return ids.get(id)!;
    });
  return JSON.parse(text);
}

/** Removes all but the first two objects of each list, since the examples are for readers. */
function withShortLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map(withShortLists).slice(0, typeof value[0] === 'object' ? 2 : undefined);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withShortLists(item)]));
}

describe('the interface description', () => {
  test('equals docs/openapi.json', async () => {
    const built = buildOpenApi(examples);
    await expect(`${JSON.stringify(built, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json');
  });

  test('has an example of every operation', () => {
    const ids = new Set(routes.map(({ operation }) => operation.id));
    expect(Object.keys(examples).sort()).toEqual([...ids].sort());
  });
});

const run = promisify(execFile);

// test/api/code-samples runs the samples of all operations.
describe('code samples', () => {
  test.for([
    ['/api/integrations/sidekicks', 'get', 'video-qc'],
    ['/api/pricing/estimate', 'post', 'totalCredits'],
  ] as const)('of %s work', async ([at, method, expected]) => {
    const { sandboxKey } = await newTenant(database);
    const env = {
      ...process.env,
      BASE_URL: inject('stack').apiUrl,
      API_KEY: sandboxKey,
      BLOB_PATH: sandboxPath('pass'),
    };
    const paths = buildOpenApi(examples)['paths'] as Record<
      string,
      Record<string, { 'x-codeSamples': { source: string }[] }>
    >;
    const [curl, javascript, python] = paths[at]![method]!['x-codeSamples'].map(({ source }) => source);
    const ran = await run('bash', ['-c', curl!], { env });
    expect(ran.stdout).toContain(expected);
    const node = await run(process.execPath, ['--input-type=module', '-e', javascript!], { env });
    expect(node.stdout).toContain(expected);
    // Only the syntax is checked, because the Python package `requests` may not be installed.
    await run('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', python!]);
  });
});
