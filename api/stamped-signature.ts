import type { SignedReport } from '@assay/domain/contracts/signed-report.ts';

/**
 * Returns the signature of a report as JSON, with its time stamp in the header (ETSI TS 119 182-1, 5.3). Null if the
 * report is not signed.
 * @param timeStamp in base64; null if there is none
 */
export function stampedSignature(signature: string | null, timeStamp: string | null): string | null {
  if (signature === null || timeStamp === null) return signature;
  const header = { etsiU: [{ sigTst: { tstTokens: [{ val: timeStamp }] } }] };
  return JSON.stringify({ ...(JSON.parse(signature) as SignedReport), header });
}
