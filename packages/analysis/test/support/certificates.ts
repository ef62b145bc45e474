import { KeyObject, sign, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** The extended key usages of signers of claims (C2PA) and of time-stamp authorities. */
export const claimSigning = '1.3.6.1.4.1.62558.2.1';
export const timeStamping: string = ExtendedKeyUsage.timeStamping;

/** A certificate with its private key. */
export interface Credential {
  certificate: X509Certificate;
  keys: webcrypto.CryptoKeyPair;
  /** The DER encodings of the certificate and of those above it, without the root. */
  chain: Buffer[];
  /** Returns an ECDSA signature with SHA-256. */
  sign: (content: Uint8Array, encoding?: 'ieee-p1363' | 'der') => Buffer;
}

export interface CredentialOptions {
  /** The credential that signs the certificate. Absent: the certificate is self-signed. */
  issuer?: Credential;
  /** True for an authority, with an unlimited path length; a number is the path length. Absent: false. */
  authority?: boolean | number;
  /** Extended key usages. Absent: e-mail protection for signers, and none for authorities. */
  usages?: string[];
  notBefore?: string;
  notAfter?: string;
}

let serial = 1;

/** Creates a certificate that follows the certificate profile of the C2PA specification. */
export async function createCredential(
  name: string,
  {
    issuer,
    authority = false,
    usages = authority === false ? [ExtendedKeyUsage.emailProtection] : [],
    notBefore = '2026-01-01',
    notAfter = '2046-01-01',
  }: CredentialOptions = {},
): Promise<Credential> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const subject = `CN=${name}, O=Assay`;
  const isAuthority = authority !== false;
  const pathLength = typeof authority === 'number' ? authority : undefined;
  const certificate = await X509CertificateGenerator.create(
    {
      notBefore: new Date(notBefore),
      notAfter: new Date(notAfter),
      serialNumber: (++serial).toString(16).padStart(4, '0'),
      subject,
      issuer: issuer?.certificate.subject ?? subject,
      signingKey: (issuer?.keys ?? keys).privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(isAuthority, pathLength, true),
        new KeyUsagesExtension(
          isAuthority ? KeyUsageFlags.keyCertSign : KeyUsageFlags.digitalSignature,
          true,
        ),
        ...(usages.length === 0 ? [] : [new ExtendedKeyUsageExtension(usages, usages[0] === timeStamping)]),
        await SubjectKeyIdentifierExtension.create(keys.publicKey),
        await AuthorityKeyIdentifierExtension.create((issuer?.keys ?? keys).publicKey),
      ],
    },
    webcrypto,
  );
  const key = KeyObject.from(keys.privateKey);
  return {
    certificate,
    keys,
    chain: issuer === undefined ? [] : [Buffer.from(certificate.rawData), ...issuer.chain],
    sign: (content, dsaEncoding = 'ieee-p1363') => sign('sha256', content, { key, dsaEncoding }),
  };
}
