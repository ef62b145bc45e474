import { createPrivateKey, KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

export interface LocalCa {
  certFile: string;
  keyFile: string;
}

const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const dayMs = 24 * 3_600_000;

export interface Certificate {
  key: string;
  cert: string;
}

/**
 * Creates an elliptic-curve key and a certificate. The validity starts two days ago, so that a wrong clock does not
 * make the certificate invalid.
 * @param issuer key and certificate that sign the new certificate; null for a self-signed certificate
 */
export async function createCertificate(
  commonName: string,
  extensions: Extension[],
  issuer: Certificate | null = null,
  notAfter = new Date(Date.now() + 10 * 365 * dayMs),
): Promise<Certificate> {
  const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
  const name = `CN=${commonName}`;
  const certificate = await X509CertificateGenerator.create(
    {
      subject: name,
      issuer: issuer === null ? name : new X509Certificate(issuer.cert).subject,
      notBefore: new Date(Date.now() - 2 * dayMs),
      notAfter,
      signingAlgorithm,
      publicKey: keys.publicKey,
      signingKey: issuer === null ? keys.privateKey : await importKey(issuer.key),
      extensions,
    },
    crypto,
  );
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { key: key.toString(), cert: certificate.toString('pem') };
}

function importKey(pem: string) {
  const der = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return crypto.subtle.importKey('pkcs8', der, signingAlgorithm, false, ['sign']);
}

/** Returns the local CA, which signs the certificates of HTTPS servers on this machine. Creates it if it is missing. */
export async function ensureLocalCa(directory: string): Promise<LocalCa> {
  const ca = { certFile: path.join(directory, 'ca.pem'), keyFile: path.join(directory, 'ca-key.pem') };
  if (existsSync(ca.certFile)) return ca;
  await mkdir(directory, { recursive: true });
  const { key, cert } = await createCertificate('Assay local CA', rootExtensions(0));
  await writeFile(ca.keyFile, key, { mode: 0o600 });
  await writeFile(ca.certFile, cert);
  return ca;
}

export const rootExtensions = (maxPathLength?: number): Extension[] => [
  new BasicConstraintsExtension(true, maxPathLength, true),
  new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
];

export async function readLocalCa({ keyFile, certFile }: LocalCa): Promise<Certificate> {
  return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') };
}

/** Issues a key and a certificate for `localhost`, the loopback addresses and `names`, signed by the local CA. */
export async function issueLocalhostCertificate(
  ca: LocalCa,
  names: readonly string[] = [],
): Promise<Certificate> {
  const extensions = [
    new BasicConstraintsExtension(false),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
    new SubjectAlternativeNameExtension([
      ...['localhost', ...names].map((value) => ({ type: 'dns' as const, value })),
      { type: 'ip', value: '127.0.0.1' },
      { type: 'ip', value: '::1' },
    ]),
  ];
  return createCertificate('localhost', extensions, await readLocalCa(ca));
}
