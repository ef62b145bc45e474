import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { createClient } from './index.ts';

/**
 * Submits a PDF to all built-in sidekicks. Returns the cost of the submission in credits and the issues that the
 * sidekicks found.
 */
export async function examine(baseUrl: string, apiKey: string, file: string) {
  const assay = createClient({ baseUrl, apiKey });

  const blobPath = await assay.upload({
    filename: path.basename(file),
    contentType: 'application/pdf',
    body: await openAsBlob(file),
  });
  const { totalCredits } = await assay.estimate([blobPath]);
  const sidekickIds = (await assay.sidekicks()).filter(({ builtIn }) => builtIn).map(({ id }) => id);
  const { submissionId } = await assay.submit({ blobPaths: [blobPath], sidekickIds });
  const { assets } = await assay.waitUntilDone(submissionId, { timeoutMs: 10 * 60_000 });

  const issues: string[] = [];
  for (const { assetId, filename } of assets) {
    for await (const { severity, summary } of assay.issues(submissionId, assetId)) {
      issues.push(`${filename}: ${severity}: ${summary}`);
    }
  }
  return { totalCredits, issues };
}
