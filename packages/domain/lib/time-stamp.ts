import * as asn1js from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  type ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

// Time stamps of signatures (RFC 3161). The browser and the workers share this file.

const sha256 = '2.16.840.1.101.3.4.2.1';
const [signedData, tstInfo] = ['1.2.840.113549.1.7.2', '1.2.840.113549.1.9.16.1.4'];
const [extendedKeyUsage, timeStamping] = ['2.5.29.37', '1.3.6.1.5.5.7.3.8'];

/** Thrown if a time stamp is refused. The message says why, for people. */
export class BadTimeStamp extends Error {}

export interface TimeStampRequest {
  der: Uint8Array<ArrayBuffer>;
  nonce: Uint8Array<ArrayBuffer>;
}

/**
 * Creates a request for a time stamp.
 * @param signature the signature of a JWS in base64url; its characters are stamped, as JAdES does
 */
export async function timeStampRequest(signature: string): Promise<TimeStampRequest> {
  const nonce = crypto.getRandomValues(new Uint8Array(16));
  // A positive number without leading zeros in DER.
  nonce[0] = (nonce[0]! & 0x7f) | 0x40;
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new asn1js.Null() }),
      hashedMessage: new asn1js.OctetString({
        valueHex: await crypto.subtle.digest('SHA-256', textOf(signature)),
      }),
    }),
    certReq: true,
    nonce: new asn1js.Integer({ valueHex: nonce }),
  });
  return { der: new Uint8Array(request.toSchema().toBER()), nonce };
}

/**
 * Returns the token in the response to a request, in DER.
 * @throws BadTimeStamp if the authority refused the request, or the token is for another one
 */
export function readTimeStampResponse(
  der: Uint8Array<ArrayBuffer>,
  { nonce }: TimeStampRequest,
): Uint8Array<ArrayBuffer> {
  const response = parse(() => TimeStampResp.fromBER(der));
  const { status, statusStrings = [] } = response.status;
  if (response.timeStampToken === undefined) {
    const texts = statusStrings.map(({ valueBlock }) => valueBlock.value);
    throw new BadTimeStamp(['the authority refused it', `status ${status}`, ...texts].join(': '));
  }
  const token = new Uint8Array(response.timeStampToken.toSchema().toBER());
  const answered =
    parse(() => infoOf(signedDataOf(token))).nonce?.valueBlock.valueHexView ?? new Uint8Array();
  if (answered.join() !== nonce.join()) throw new BadTimeStamp('it is for another request');
  return token;
}

/**
 * Verifies the time stamp of a signature, and returns its time.
 * @param token the time stamp token in DER
 * @param signature as in `timeStampRequest`
 * @param authorities certificates of the trusted authorities, in PEM
 * @throws BadTimeStamp
 */
export async function verifyTimeStamp(
  token: Uint8Array<ArrayBuffer>,
  signature: string,
  authorities: readonly string[],
): Promise<Date> {
  const signed = parse(() => signedDataOf(token));
  const { genTime } = parse(() => infoOf(signed));
  const trustedCerts = authorities.flatMap(certificatesOf);
  if (trustedCerts.length === 0) throw new BadTimeStamp('no time-stamp authority is trusted');
  const verified = await signed
    .verify({
      signer: 0,
      trustedCerts,
      data: textOf(signature).buffer,
      checkChain: true,
      checkDate: genTime,
      extendedMode: true,
    })
    .catch(() => null);
  if (verified?.signatureVerified !== true || verified.signerCertificateVerified !== true)
    throw new BadTimeStamp('it is not of this signature, or of no trusted authority');
  if (!stampsTimes(verified.signerCertificate ?? null))
    throw new BadTimeStamp('the certificate of its signer is not for time stamps');
  return genTime;
}

/** Returns the certificates in a PEM file. */
export function certificatesOf(pem: string): Certificate[] {
  return Array.from(pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g), ([, base64]) =>
    parse(() => Certificate.fromBER(decodeBase64(base64!.replace(/\s/g, '')))),
  );
}

export const decodeBase64 = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

function signedDataOf(token: Uint8Array<ArrayBuffer>): SignedData {
  const container = ContentInfo.fromBER(token);
  if (container.contentType !== signedData) throw new Error('is not signed data');
  return new SignedData({ schema: container.content as asn1js.BaseBlock });
}

function infoOf({ encapContentInfo: { eContent, eContentType } }: SignedData): TSTInfo {
  if (eContentType !== tstInfo || eContent === undefined) throw new Error('is not a time stamp');
  return TSTInfo.fromBER(eContent.getValue());
}

function stampsTimes(certificate: Certificate | null): boolean {
  const usage = certificate?.extensions?.find(({ extnID }) => extnID === extendedKeyUsage)?.parsedValue as
    ExtKeyUsage | undefined;
  return usage?.keyPurposes.includes(timeStamping) === true;
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch {
    throw new BadTimeStamp('it cannot be read');
  }
}

const textOf = (text: string) => new TextEncoder().encode(text);
