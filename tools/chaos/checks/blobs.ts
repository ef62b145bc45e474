import { createHash } from 'node:crypto';
import { createClient, dataOf } from '@assay/client/index.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import type { Check, Evidence } from './check.ts';

interface AssetRow {
  submissionId: string;
  assetId: string;
  filename: string;
  environment: string;
  status: string;
  issueCount: number | null;
  blobKey: string | null;
  issuesKey: string | null;
  topicsKey: string | null;
  findingsKeys: string[];
}

/**
 * Checks that every finished asset has the uploaded bytes and the same number of issues as its sample without faults.
 * Checks that the results can be read from S3 and through the API.
 */
export async function checkBlobs({ database, blobs, stack, baselines }: Evidence): Promise<Check> {
  const { rows } = await database.query<AssetRow>(
    `select submission_id as "submissionId", asset_id as "assetId", filename, environment, status,
       issue_count as "issueCount", blob_key as "blobKey", issues_key as "issuesKey", topics_key as "topicsKey",
       array(select findings_key from sidekick_results r
         where r.submission_id = a.submission_id and r.asset_id = a.asset_id) as "findingsKeys"
     from assets a where status in ('complete', 'failed')`,
  );
  const api = createClient({ baseUrl: stack.apiUrls[0]!, apiKey: stack.liveKey }).api;
  const violations: string[] = [];
  let read = 0;

  async function bytesOf(key: string): Promise<Buffer> {
    read++;
    return blobs.getSmall(key);
  }

  await forEachConcurrent(rows, async (asset) => {
    const subject = `${asset.submissionId}/${asset.assetId} (${asset.filename})`;
    const report = (reason: string) => void violations.push(`${subject}: ${reason}`);
    try {
      const baseline = asset.environment === 'live' ? baselines.get(asset.filename) : undefined;
      if (baseline !== undefined && asset.status === 'complete') {
        if (asset.blobKey === null) return report('complete, but it has no blob');
        if (asset.issueCount !== baseline.issueCount)
          report(`${asset.issueCount} issues, but ${baseline.issueCount} without faults`);
      }
      if (baseline !== undefined && asset.blobKey !== null) {
        const md5 = createHash('md5')
          .update(await bytesOf(asset.blobKey))
          .digest('hex');
        if (md5 !== baseline.md5) report('checksum mismatch');
      }
      for (const key of [asset.issuesKey, asset.topicsKey, ...asset.findingsKeys])
        if (key !== null) JSON.parse((await bytesOf(key)).toString());
      const params = { path: { submission_id: asset.submissionId, asset_id: asset.assetId } };
      const base = '/api/integrations/submissions/{submission_id}/assets/{asset_id}';
      const issues = dataOf(await api.GET(`${base}/issues`, { params }));
      if (issues.total !== (asset.issueCount ?? 0))
        report(`the API returns ${issues.total} issues, the row has ${asset.issueCount}`);
      dataOf(await api.GET(`${base}/topics`, { params }));
    } catch (error) {
      report(String(error));
    }
  });
  return {
    name: 'every blob is readable and has the same content as without faults',
    examined: `${read} blobs of ${rows.length} assets, and their issues and topics in the API`,
    violations,
  };
}
