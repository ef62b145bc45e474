/** @module-tag long */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, test } from 'vitest';
import { catalogue } from '@assay/analysis/sidekicks/catalogue.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { buildOpenApi } from '../../api/openapi/document.ts';
import { examples } from '../../api/openapi/examples.ts';
import { routes } from '../../api/route-table.ts';
import { ensurePythonWith } from '../../tools/local/programs/python-package.ts';
import { makeVideo } from '../../tools/local/samples/video.ts';
import { mediaOf, uploadPdf } from '../support/live.ts';
import {
  sandboxPath,
  submitSandbox,
  until,
  untilDone,
  uploadFile,
  useStackDatabase,
  useTenant,
} from '../support/api.ts';

// Runs the code samples of the API reference as they are, with their environment variables set.

const tenant = useTenant(useStackDatabase());
const { cacheDir, environment } = loadLocalConfig();
const run = promisify(execFile);
const loudness = catalogue.find(({ code }) => code === 'loudness')!;
const integrity = catalogue.find(({ code }) => code === 'integrity')!;
const submissions = '/api/integrations/submissions';
const subscriptions = '/api/integrations/webhooks/subscriptions';
const profiles = '/api/integrations/profiles';

let python: string;
/** The environment variables of an analysed video, and of one that browsers do not play. */
let video: Record<string, string>;
let avi: Record<string, string>;

beforeAll(async () => {
  python = await ensurePythonWith('requests==2.32.5', cacheDir, environment['PATH'] ?? '');
  const file = path.join(inject('scratchDir'), 'sample.mp4');
  await makeVideo(file);
  video = {
    ...(await submit('trailer.mp4', 'video/mp4', await readFile(file))),
    SERIES_NAME: 'loudness',
    REPORT_FORMAT: 'csv',
  };
  const options = ['-f', 'lavfi', '-i', 'testsrc2=size=64x36:rate=5:d=1'];
  avi = await submit('trailer.avi', 'video/x-msvideo', await mediaOf('avi', options));
}, 180_000);

/** Submits a file and waits for its results. Returns the environment variables of the asset. */
async function submit(filename: string, contentType: string, bytes: Buffer): Promise<Record<string, string>> {
  const blobPath = await uploadFile(tenant.live, filename, contentType, bytes);
  const sidekickIds = [loudness.id, integrity.id];
  const { body } = await tenant.live('POST', submissions, { assets: [{ blobPath }], sidekickIds });
  await untilDone(tenant.live, body.submissionId);
  return { SUBMISSION_ID: body.submissionId as string, ASSET_ID: body.assets[0].assetId as string };
}

/** Returns the variables of a new upload. */
async function newUpload(): Promise<Record<string, string>> {
  const { live } = tenant;
  return {
    BLOB_PATH: await uploadFile(live, 'script.txt', 'text/plain', Buffer.from('Cut.\n')),
    SIDEKICK_ID: integrity.id,
  };
}

/** Returns the variables of a new sandbox submission. */
async function newSandboxSubmission(): Promise<Record<string, string>> {
  const { submissionId, assets } = (await submitSandbox(tenant, ['retryable_error'])).body;
  return { SUBMISSION_ID: submissionId as string, ASSET_ID: assets[0].assetId as string };
}

/** Returns the variables of a new subscription with one event. */
async function newSubscription(): Promise<Record<string, string>> {
  const eventType = 'asset.processing.completed';
  const subscription = await tenant.live('POST', subscriptions, {
    endpointUrl: 'https://localhost:1/',
    eventTypes: [eventType],
  });
  const id = subscription.body.id as string;
  const { body } = await tenant.live('POST', `${subscriptions}/${id}/example`, { eventType });
  return {
    SUBSCRIPTION_ID: id,
    EVENT_ID: body.eventId as string,
    NEW_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
  };
}

/**
 * Deletes the profiles of the workspace, because the samples use one code. Returns the variables of a new
 * one and of its trial.
 */
async function newProfile(): Promise<Record<string, string>> {
  const { profiles: all } = (await tenant.live('GET', profiles)).body as {
    profiles: { id: string; builtIn: boolean }[];
  };
  for (const { id } of all.filter(({ builtIn }) => !builtIn))
    await tenant.live('DELETE', `${profiles}/${id}`);
  const leaflet = {
    code: 'leaflet',
    name: 'Leaflet',
    assetTypes: ['document'],
    sidekicks: [{ code: 'document' }],
  };
  const { id } = (await tenant.live('POST', profiles, leaflet)).body;
  const { trialId } = (await tenant.live('POST', `${profiles}/${id}/trials`, leaflet)).body;
  return { PROFILE_ID: id as string, TRIAL_ID: trialId as string };
}

/** Returns the variables of a finished asset that replaces another. */
async function newReplacement(): Promise<Record<string, string>> {
  const { ASSET_ID: replaces, SUBMISSION_ID: replaced } = await newSandboxSubmission();
  const assets = [{ blobPath: sandboxPath('fail'), replaces }];
  const { body } = await tenant.sandbox('POST', submissions, { assets, sidekickIds: ['any'] });
  for (const id of [replaced!, body.submissionId as string]) await untilDone(tenant.sandbox, id);
  return { SUBMISSION_ID: body.submissionId as string, ASSET_ID: body.assets[0].assetId as string };
}

async function issueOfVideo(): Promise<string> {
  const { body } = await tenant.live(
    'GET',
    `${submissions}/${video['SUBMISSION_ID']}/assets/${video['ASSET_ID']}/issues`,
  );
  return body.issues[0].id as string;
}

async function newEvidence(): Promise<string> {
  const asset = `${submissions}/${video['SUBMISSION_ID']}/assets/${video['ASSET_ID']}`;
  const blobPath = await uploadPdf(tenant);
  const decision = `${asset}/issues/${await issueOfVideo()}/decision`;
  const evidence = [{ title: 'Agreement', blobPath }];
  const { body } = await tenant.live('PUT', decision, { decision: 'accepted', evidence });
  const { id } = body.evidence[0];
  await until(
    () => tenant.live('GET', `${asset}/evidence/${id}`),
    ({ status }) => status === 200,
  );
  return id as string;
}

async function newLink(): Promise<string> {
  const asset = `${submissions}/${video['SUBMISSION_ID']}/assets/${video['ASSET_ID']}`;
  return (await tenant.live('POST', `${asset}/report-links`, {})).body.id as string;
}

/** Returns the environment variables that the samples of a path need. */
async function variablesOf(method: string, at: string): Promise<Record<string, string>> {
  if (at.endsWith('/retry')) return newSandboxSubmission();
  if (at.endsWith('/fire')) return { ...(await newSandboxSubmission()), API_KEY: tenant.sandboxKey };
  if (at.includes('{subscription_id}')) return newSubscription();
  if (at.startsWith(profiles) && (method === 'POST' || at.includes('{'))) return newProfile();
  if (at.endsWith('/preview')) return avi;
  if (at.endsWith('/compare')) return { ...(await newReplacement()), API_KEY: tenant.sandboxKey };
  if (method === 'PUT' && at.endsWith('/decision'))
    return { ...video, ISSUE_ID: await issueOfVideo(), BLOB_PATH: await uploadPdf(tenant) };
  if (at.includes('{issue_id}') || (method === 'PUT' && at.endsWith('/decisions')))
    return { ...video, ISSUE_ID: await issueOfVideo() };
  if (at.includes('{evidence_id}')) return { ...video, EVIDENCE_ID: await newEvidence() };
  if (at.includes('{report_link_id}')) return { ...video, REPORT_LINK_ID: await newLink() };
  if (at.includes('{')) return video;
  return method === 'POST' ? newUpload() : {};
}

const programs: Record<string, (source: string) => [string, string[]]> = {
  Shell: (source) => ['bash', ['-c', source]],
  JavaScript: (source) => [process.execPath, ['--input-type=module', '-e', source]],
  Python: (source) => [python, ['-c', source]],
};

const paths = buildOpenApi(examples)['paths'] as Record<
  string,
  Record<string, { 'x-codeSamples': { lang: string; source: string }[] }>
>;

test.for(
  routes.flatMap(({ method, path: at }) =>
    paths[at]![method.toLowerCase()]!['x-codeSamples'].map(({ lang, source }) => [method, at, lang, source]),
  ) as [string, string, string, string][],
)('%s %s in %s', async ([method, at, lang, source]) => {
  const variables: Record<string, string> = {
    BASE_URL: inject('stack').apiUrl,
    API_KEY: tenant.liveKey,
    ...(await variablesOf(method, at)),
  };
  const [program, args] = programs[lang]!(source);
  // The sample fails if the status is not a 2xx. Samples of empty responses and of reports as files print no JSON.
  const { stdout } = await run(program, args, { env: { PATH: process.env['PATH'], ...variables } });
  const isEmpty = method === 'DELETE' && !at.endsWith('/sign-off');
  const file = at.endsWith('{format}') ? /^file,/ : at.endsWith('.pdf') ? /^%PDF/ : null;
  if (isEmpty) expect(stdout.trim()).toBe(lang === 'Shell' ? '' : '204');
  else expect(stdout.trim()).toMatch(file ?? /^[{[]/);
  // A workspace has a limited number of subscriptions.
  const { SUBSCRIPTION_ID } = variables;
  if (SUBSCRIPTION_ID !== undefined) await tenant.live('DELETE', `${subscriptions}/${SUBSCRIPTION_ID}`);
});
