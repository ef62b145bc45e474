import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import type { components, paths } from '@assay/client/schema.ts';

// Uses the API with types that openapi-typescript generated. Reads BASE_URL, API_KEY, ENDPOINT_URL and FILE (an MP4
// file) from the environment. Prints the results as one line of JSON. Then reads a webhook as {headers, body} from
// standard input, verifies it, and prints its event as one line of JSON.

const { BASE_URL = '', API_KEY = '', ENDPOINT_URL = '', FILE = '' } = process.env;
const api = createClient<paths>({ baseUrl: BASE_URL, headers: { 'X-API-Key': API_KEY } });

/** Returns the body of a response, or throws if the response is an error. */
function dataOf<T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T {
  if (data === undefined) throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data;
}

const { secret } = dataOf(
  await api.POST('/api/integrations/webhooks/subscriptions', {
    body: { endpointUrl: ENDPOINT_URL, eventTypes: ['asset.processing.completed'] },
  }),
);
const content = await readFile(FILE);
const { uploadUrl, method, headers, blobPath } = dataOf(
  await api.POST('/uploads/url', {
    body: { filename: 'clip.mp4', contentType: 'video/mp4', contentLength: content.length },
  }),
);
const uploaded = await fetch(uploadUrl, { method, headers, body: content });
if (!uploaded.ok) throw new Error(`the upload failed: ${uploaded.status}`);
const files = [{ blobPath }];
const { totalCredits } = dataOf(await api.POST('/api/pricing/estimate', { body: { files } }));
const { sidekicks } = dataOf(await api.GET('/api/integrations/sidekicks'));
const sidekickIds = sidekicks.filter(({ code }) => code === 'video-qc').map(({ id }) => id);
let submission = dataOf(
  await api.POST('/api/integrations/submissions', { body: { assets: files, sidekickIds } }),
);
const { submissionId } = submission;
while (submission.status === 'processing') {
  await setTimeout(500);
  submission = dataOf(
    await api.GET('/api/integrations/submissions/{submission_id}', {
      params: { path: { submission_id: submissionId } },
    }),
  );
}
const { assetId } = submission.assets[0]!;
const { issues } = dataOf(
  await api.GET('/api/integrations/submissions/{submission_id}/assets/{asset_id}/issues', {
    params: { path: { submission_id: submissionId, asset_id: assetId } },
  }),
);
const found = issues.map(({ ruleCode, severity, anchor }) => [ruleCode, severity, anchor.kind]);
process.stdout.write(`${JSON.stringify({ submissionId, assetId, totalCredits, issues: found })}\n`);

const request = JSON.parse(await text(process.stdin)) as { headers: Record<string, string>; body: string };
const event = new Webhook(secret).verify(
  request.body,
  request.headers,
) as components['schemas']['AssetProcessingCompleted'];
process.stdout.write(`${JSON.stringify({ type: event.type, assetId: event.data.asset_id })}\n`);
