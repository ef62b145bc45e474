import { readFile } from 'node:fs/promises';
import type { SignedReport } from '@assay/domain/contracts/signed-report.ts';
import { readTimeStampResponse, timeStampRequest, verifyTimeStamp } from '@assay/domain/lib/time-stamp.ts';
import type { StampReportInput } from '@assay/domain/workflow-inputs.ts';
import { registerAuthority } from '@assay/storage/accounts/report-keys.ts';
import type { Database } from '@assay/storage/database/database.ts';
import { readReportToStamp, recordTimeStamp } from '@assay/storage/submissions/reports.ts';

/** The time-stamp authority (RFC 3161) that the operator names. */
export interface TimeStampAuthority {
  url: string;
  /** PEM file with the certificates that its tokens are verified with. */
  caFile: string;
}

const timeoutMs = 15_000;
/** Maximum size of a response in bytes. A token with three certificates has about 6 KB. */
const maxResponseBytes = 65_536;

/**
 * Gets a time stamp of a report's signature from an authority, and stores it. Idempotent: does nothing if the report
 * has one, is not signed or was removed. Throws if the authority does not respond, or its token does not verify.
 */
export function createStampReport({
  database,
  authority,
}: {
  database: Database;
  /** Null if signatures get no time stamps. */
  authority: TimeStampAuthority | null;
}) {
  return async function stampReport(input: StampReportInput): Promise<void> {
    if (authority === null) return;
    const json = await readReportToStamp(database, input);
    if (json === null) return;
    const { signature } = JSON.parse(json) as SignedReport;
    const pem = await readFile(authority.caFile, 'utf8');
    const token = await requestToken(authority.url, signature);
    const at = await verifyTimeStamp(token, signature, [pem]);
    await registerAuthority(database, pem);
    await recordTimeStamp(database, input, { token: Buffer.from(token).toString('base64'), at });
  };
}

async function requestToken(url: string, signature: string): Promise<Uint8Array<ArrayBuffer>> {
  const request = await timeStampRequest(signature);
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: request.der,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`the time-stamp authority responded with ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body! as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxResponseBytes) throw new Error('the response of the time-stamp authority is too large');
    parts.push(part);
  }
  return readTimeStampResponse(new Uint8Array(Buffer.concat(parts)), request);
}
