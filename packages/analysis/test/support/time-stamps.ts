import { createHash } from 'node:crypto';
import type { Credential } from './certificates.ts';

// Creates time-stamp tokens (RFC 3161), which are CMS structures (RFC 5652) in DER.

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: Uint8Array[]) => der(0x31, ...parts);
const octets = (content: Uint8Array) => der(0x04, content);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const nothing = der(0x05);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

const oids = {
  signedData: oid('2a864886f70d010702'),
  timeStampInfo: oid('2a864886f70d0109100104'),
  contentType: oid('2a864886f70d010903'),
  messageDigest: oid('2a864886f70d010904'),
  sha256: oid('608648016503040201'),
  ecdsaWithSha256: oid('2a8648ce3d040302'),
  policy: oid('2a030401'),
};
const sha256 = sequence(oids.sha256, nothing);
const hash = (content: Uint8Array) => createHash('sha256').update(content).digest();

/** Returns a token in which an authority confirms that the bytes existed at a time, such as `20260301120000Z`. */
export function timeStampToken(authority: Credential, bytes: Uint8Array, time: string): Buffer {
  const info = sequence(
    integer(1),
    oids.policy,
    sequence(sha256, octets(hash(bytes))),
    integer(7),
    der(0x18, Buffer.from(time)),
  );
  const attributes = [
    sequence(oids.contentType, set(oids.timeStampInfo)),
    sequence(oids.messageDigest, set(octets(hash(info)))),
  ];
  const { issuerName, serialNumber } = authority.certificate;
  const signer = sequence(
    integer(1),
    sequence(Buffer.from(issuerName.toArrayBuffer()), der(0x02, Buffer.from(serialNumber, 'hex'))),
    sha256,
    der(0xa0, ...attributes),
    sequence(oids.ecdsaWithSha256),
    octets(authority.sign(set(...attributes), 'der')),
  );
  const signedData = sequence(
    integer(3),
    set(sha256),
    sequence(oids.timeStampInfo, der(0xa0, octets(info))),
    der(0xa0, ...authority.chain),
    set(signer),
  );
  return sequence(oids.signedData, der(0xa0, signedData));
}
