import { openAsBlob } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { IssueList } from '../../domain/contracts/issue.ts';
import type { TopicList } from '../../domain/contracts/topic.ts';
import { step } from '../progress.ts';
import type { Call } from './api.ts';
import type { DemoFile } from './media.ts';
import type { ReceivedEvent, Receiver } from './receiver.ts';

interface Estimate {
  files: {
    blobPath: string;
    metric: string | null;
    metricValue: number | null;
    credits: number;
    priceable: boolean;
  }[];
  totalCredits: number;
}

export interface Asset {
  assetId: string;
  filename: string;
  status: string;
  errorMessage: string | null;
  metric: string | null;
  metricValue: number | null;
  credits: number;
}

export interface Submission {
  submissionId: string;
  status: string;
  creditsCharged: number;
  progress: { finished: number; total: number };
  assets: Asset[];
}

export interface LiveRun {
  estimate: Estimate;
  submission: Submission;
  results: { file: DemoFile; asset: Asset; issues: IssueList; topics: TopicList }[];
  events: ReceivedEvent[];
}

const processingTimeoutMs = 10 * 60_000;
const webhookTimeoutMs = 30_000;

/** The main job, over real HTTP: upload, estimate, submit, poll, issues, topics, webhooks. */
export async function liveRun(call: Call, files: readonly DemoFile[], receiver: Receiver): Promise<LiveRun> {
  const blobPaths = await step(`Uploading ${files.length} files through presigned URLs`, async (note) => {
    const paths: string[] = [];
    for (const file of files) {
      note(file.filename);
      paths.push(await upload(call, file));
    }
    return paths;
  });
  const assets = blobPaths.map((blobPath) => ({ blobPath }));
  const estimate = await step('Asking for the price', () =>
    call<Estimate>('POST', '/api/pricing/estimate', { files: assets }),
  );
  const sidekickIds = (
    await call<{ sidekicks: { id: string }[] }>('GET', '/api/integrations/sidekicks')
  ).sidekicks.map((sidekick) => sidekick.id);
  const { submissionId } = await step('Submitting them to every sidekick', () =>
    call<Submission>('POST', '/api/integrations/submissions', { assets, sidekickIds }),
  );
  const submission = await step('Analysing', (note) => untilDone(call, submissionId, note));
  const results = await step('Fetching issues and topics', () =>
    Promise.all(
      files.map(async (file, index) => {
        const asset = submission.assets[index]!;
        const path = `/api/integrations/submissions/${submissionId}/assets/${asset.assetId}`;
        const issues = await call<IssueList>('GET', `${path}/issues`);
        return { file, asset, issues, topics: await call<TopicList>('GET', `${path}/topics`) };
      }),
    ),
  );
  const events = await step('Waiting for the signed webhooks', () =>
    receiver.waitFor(files.length, (event) => event.data.submission_id === submissionId, webhookTimeoutMs),
  );
  return { estimate, submission, results, events };
}

async function upload(call: Call, file: DemoFile): Promise<string> {
  const { uploadUrl, headers, blobPath } = await call<{
    uploadUrl: string;
    headers: Record<string, string>;
    blobPath: string;
  }>('POST', '/uploads/url', {
    filename: file.filename,
    contentType: file.contentType,
    contentLength: file.sizeBytes,
  });
  const response = await fetch(uploadUrl, { method: 'PUT', headers, body: await openAsBlob(file.path) });
  if (!response.ok) throw new Error(`the upload of ${file.filename} was answered ${response.status}`);
  return blobPath;
}

async function untilDone(
  call: Call,
  submissionId: string,
  note: (text: string) => void,
): Promise<Submission> {
  const deadline = Date.now() + processingTimeoutMs;
  for (;;) {
    const submission = await call<Submission>('GET', `/api/integrations/submissions/${submissionId}`);
    const { finished, total } = submission.progress;
    note(`${finished} of ${total} assets done`);
    if (submission.status !== 'processing') return submission;
    if (Date.now() > deadline)
      throw new Error(`submission ${submissionId} did not end in ${processingTimeoutMs / 60_000} minutes`);
    await setTimeout(300);
  }
}
