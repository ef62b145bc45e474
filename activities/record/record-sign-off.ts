import type { Report } from '@assay/domain/contracts/report.ts';
import type { ReportSignOffInput } from '@assay/domain/workflow-inputs.ts';
import type { Database } from '@assay/storage/database/database.ts';
import type { BlobStore } from '@assay/storage/s3/blob-store.ts';
import { readSignOffToReport, recordSignOffReport } from '@assay/storage/submissions/sign-offs.ts';
import type { TimeStampAuthority } from './stamp-report.ts';
import type { ReportSigner } from './sign-report.ts';

interface RecordSignOffDeps {
  database: Database;
  blobs: BlobStore;
  /** Signs reports. Null if reports are not signed. */
  signer: ReportSigner | null;
  /** Gives signatures time stamps. Null if they get none. */
  authority: TimeStampAuthority | null;
}

/**
 * Writes the report with a sign-off, or after its withdrawal: the report before it, with the decisions and the verdict
 * that counts. Idempotent: a repeated run changes nothing.
 * Returns the SHA-256 hash of the report if its signature is to get a time stamp, or null.
 */
export function createRecordSignOff({ database, blobs, signer, authority }: RecordSignOffDeps) {
  return async function recordSignOff(input: ReportSignOffInput): Promise<{ toStamp: string | null }> {
    const found = await readSignOffToReport(database, input);
    if (found === null) return { toStamp: null };
    const { reportKey, reportSha256, signOff, judged, decisions } = found;
    const previous = JSON.parse((await blobs.getSmall(reportKey)).toString()) as Report;
    const report: Report = {
      ...previous,
      submission: { ...previous.submission!, previousReport: reportSha256 },
      issues: previous.issues.map((issue) => ({
        ...issue,
        decision: signOff === null ? null : (decisions[issue.id] ?? null),
      })),
      verdict: { ...previous.verdict, ...judged },
      signOff,
    };
    const { submissionId, assetId } = input;
    const sha256 = await blobs.putReport(submissionId, assetId, JSON.stringify(report));
    const signed = signer && (await signer.sign(report, sha256, found.revokedReportKeys));
    await recordSignOffReport(database, input, {
      sha256,
      signature: signed && { keyId: signed.keyId, json: JSON.stringify(signed.jws) },
    });
    return { toStamp: signed === null || authority === null ? null : sha256 };
  };
}
