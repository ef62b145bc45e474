import type { Report } from '@assay/domain/contracts/report.ts';
import type { SignedReport } from '@assay/domain/contracts/signed-report.ts';
import type { ReportKey, ReportKeySet, ReportStatement } from '@assay/domain/report-signature.ts';
import { hashFile } from '../hash-file.ts';

/** Thrown if a signature, a report or a file is refused. The message says why, for people. */
export class Refused extends Error {}

export interface VerifiedSignature {
  key: ReportKey;
  statement: ReportStatement;
  /** When an authority stamped the signature. Null if nothing depends on it. */
  stampedAt: Date | null;
}

/**
 * Verifies the signature of a report.
 * @param text content of a `.jws` file
 * @throws Refused
 */
export async function verifySignature(
  text: string,
  { keys, revoked, authorities }: ReportKeySet,
): Promise<VerifiedSignature> {
  const jws = parseJws(text);
  const { alg, kid } = parseHeader(jws.protected);
  if (alg !== 'EdDSA' || typeof kid !== 'string')
    throw new Refused('The header does not name an Ed25519 key.');
  const key = [...keys, ...revoked].find((each) => each.kid === kid);
  if (key === undefined) throw new Refused(`The key ${kid} is not one of the keys of this service.`);
  const publicKey = await crypto.subtle.importKey('raw', decode(key.x), 'Ed25519', false, ['verify']);
  const signed = new TextEncoder().encode(`${jws.protected}.${jws.payload}`);
  const matches = await crypto.subtle.verify('Ed25519', publicKey, decode(jws.signature), signed);
  if (!matches)
    throw new Refused('The signature does not match: the payload, the header or the signature was changed.');
  const stampedAt =
    key.revoked === null ? null : await timeBeforeRevocation(jws, key.revoked, authorities, kid);
  return {
    key,
    stampedAt,
    statement: JSON.parse(new TextDecoder().decode(decode(jws.payload))) as ReportStatement,
  };
}

/** Returns when the signature of a revoked key was stamped. Throws `Refused` unless that was before the revocation. */
async function timeBeforeRevocation(
  { signature, header }: SignedReport,
  { since, reason }: NonNullable<ReportKey['revoked']>,
  authorities: readonly string[],
  kid: string,
): Promise<Date> {
  const revoked = `The key ${kid} was revoked: ${reason}`;
  const token = header?.etsiU[0]?.sigTst.tstTokens[0]?.val;
  if (token === undefined) throw new Refused(`${revoked}.`);
  // Most signatures do not need this code, which is ten times as large as the page.
  const { decodeBase64, verifyTimeStamp } = await import('@assay/domain/lib/time-stamp.ts');
  let at: Date;
  try {
    at = await verifyTimeStamp(decodeBase64(token), signature, authorities);
  } catch (error) {
    throw new Refused(`${revoked}. The time stamp of the signature is refused: ${(error as Error).message}.`);
  }
  if (at >= new Date(since))
    throw new Refused(`${revoked}, and the time stamp of the signature is not older.`);
  return at;
}

function parseJws(text: string): SignedReport {
  const isText = (value: unknown) => typeof value === 'string' && /^[A-Za-z0-9_-]+$/.test(value);
  let jws: Partial<SignedReport> | null = null;
  try {
    jws = JSON.parse(text) as Partial<SignedReport> | null;
  } catch {
    // Is not JSON.
  }
  if (!isText(jws?.payload) || !isText(jws?.protected) || !isText(jws?.signature))
    throw new Refused('This file is not the signature of a report.');
  if (encode(decode(jws!.signature!)) !== jws!.signature) throw new Refused('The signature was changed.');
  return jws as SignedReport;
}

function parseHeader(text: string): { alg?: unknown; kid?: unknown } {
  try {
    return JSON.parse(new TextDecoder().decode(decode(text))) as { alg?: unknown; kid?: unknown };
  } catch {
    throw new Refused('The header was changed: it cannot be read.');
  }
}

/**
 * Returns the report of a verified signature.
 * @throws Refused if the file is another one
 */
export async function verifyReport(file: Blob, { predicate }: ReportStatement): Promise<Report> {
  const bytes = await file.arrayBuffer();
  if ((await hashFile(file)) !== predicate.configuration[0]?.digest.sha256)
    throw new Refused('This is not the report that was signed, or it was changed.');
  return JSON.parse(new TextDecoder().decode(bytes)) as Report;
}

/** @throws Refused if the file is not the one that was checked */
export async function verifyFile(
  file: Blob,
  { subject, predicate }: ReportStatement,
  onProgress: (share: number) => void = () => undefined,
): Promise<void> {
  const signed = subject[0]?.digest.sha256;
  if (signed === predicate.configuration[0]?.digest.sha256)
    throw new Refused('The signature names no file, because the file was not read as a whole.');
  if ((await hashFile(file, onProgress)) !== signed)
    throw new Refused('This is not the file that was checked, or it was changed.');
}

function decode(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
  } catch {
    throw new Refused('This file is not the signature of a report.');
  }
}

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
