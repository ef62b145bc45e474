import { randomUUID } from 'node:crypto';
import { keepResults } from '../activities/record/keep-results.ts';
import { judgedBy, toIssues } from '../activities/record/issues.ts';
import { catalogue } from '../analysis/sidekicks/catalogue.ts';
import type { Finding } from '../analysis/sidekicks/finding.ts';
import { issueList } from '../domain/contracts/issue.ts';
import { markVersionStarted } from '../storage/postgres/outbox.ts';
import { recordSandboxEnds } from '../storage/postgres/recordings.ts';
import { insertSubmission } from '../storage/postgres/submissions.ts';
import type { Bed } from './bed.ts';
import type { Benchmark } from './benchmark.ts';
import { compare } from './compare.ts';
import { WrongAnswer } from './wrong-answer.ts';

const issueCount = 1_000;
const seconds = 3;
const connections = 20;

export const readIssuesRate: Benchmark = {
  name: 'read-issues',
  title: `GET issues of an asset with ${issueCount} against the same bytes from memory`,
  async run(bed) {
    const { submissionId, assetId } = await assetWithIssues(bed);
    const path = `/api/integrations/submissions/${submissionId}/assets/${assetId}/issues`;
    const serviceUrl = `${bed.stack.apiUrl}${path}`;
    const text = await bed.read(serviceUrl);
    const { issues } = issueList.parse(JSON.parse(text));
    if (issues.length !== issueCount) throw new WrongAnswer(`${issues.length} issues`);
    const bareUrl = `${await bed.startBareServer(text)}/bytes`;

    const rate = async (url: string) => {
      const headers = { 'X-API-Key': bed.sandboxKey };
      return (await bed.load({ url, headers, connections, seconds, overallRate: null, kind: { get: text } }))
        .perSecond;
    };
    await rate(serviceUrl);
    await rate(bareUrl);
    const medians = await compare(
      () => rate(serviceUrl),
      () => rate(bareUrl),
    );
    return {
      measurement: { name: this.name, unit: 'requests/s', ...medians, goal: { atLeast: 0.5 } },
      notes: [`The answer has ${Buffer.byteLength(text).toLocaleString('en')} bytes.`],
    };
  },
};

/** A finished asset, written and recorded as the service does it, without a workflow. */
async function assetWithIssues(bed: Bed): Promise<{ submissionId: string; assetId: string }> {
  const submissionId = randomUUID();
  const assetId = randomUUID();
  const filename = 'clip__sandbox_fail__.mp4';
  await insertSubmission(bed.database, {
    submissionId,
    workspaceId: bed.workspaceId,
    environment: 'sandbox',
    sidekickIds: ['any'],
    simulationDelaySeconds: 0,
    priceBookVersion: null,
    assets: [
      {
        assetId,
        blobPath: `${assetId}/${filename}`,
        filename,
        assetType: 'video',
        mimeType: 'video/mp4',
        metric: 'durationSeconds',
        metricValue: null,
        credits: 0,
        etag: null,
        sizeBytes: null,
        sandboxOutcome: 'fail',
        ledgerEntryId: null,
      },
    ],
  });
  await markVersionStarted(bed.database, submissionId, 1);
  const issues = toIssues({ submissionId, assetId }, judgedBy(catalogue[0], findings()), new Date());
  const kept = await keepResults(bed.blobs, submissionId, assetId, issues);
  await recordSandboxEnds(bed.database, submissionId, 1, [{ assetId, failure: null, ...kept }]);
  return { submissionId, assetId };
}

/** One after the other through a long video, each as large as a real one. */
function findings(): Finding[] {
  const [rule] = catalogue[0].rules;
  return Array.from({ length: issueCount }, (_, index) => {
    const anchor = { kind: 'time' as const, startSeconds: index * 10, endSeconds: index * 10 + 4 };
    return {
      ruleCode: rule.code,
      severity: rule.severity,
      summary: `The picture is black for 4 s from ${index * 10} s on`,
      details: 'The luma of at least 98 % of the pixels stays below the threshold for the whole of the time.',
      severityReasoning: 'Black picture in the middle of a programme is taken for a fault of transmission.',
      severityReasoningHeadline: 'Looks like a fault',
      evidence: [
        {
          id: `black:${index}`,
          sourceType: 'measurement' as const,
          confidence: 1,
          content: { measured: 4, threshold: rule.threshold, unit: rule.unit, source: { ...rule.source } },
          anchor,
        },
      ],
      anchor,
      confidence: 1,
      precedents: [],
      resolutionRequirement: { action: 'replace', description: 'Replace the black picture, or cut it out.' },
    };
  });
}
