import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from 'selfsigned';

export interface LocalCa {
  /** Path of the PEM file with the root certificate. */
  certFile: string;
  keyFile: string;
}

const dnsName = 2 as const;
const ipAddress = 7 as const;
const tenYearsMs = 10 * 365 * 24 * 3_600_000;

/**
 * Returns the options that all certificates share. Elliptic-curve keys are quick to create. The validity starts an hour
 * ago, because clocks can differ.
 */
const common = () => ({
  keyType: 'ec' as const,
  algorithm: 'sha256',
  notBeforeDate: new Date(Date.now() - 3_600_000),
  notAfterDate: new Date(Date.now() + tenYearsMs),
});

/** Returns the certificate authority of the stack, for HTTPS on this machine. Creates it on the first call. */
export async function ensureLocalCa(directory: string): Promise<LocalCa> {
  const ca = { certFile: path.join(directory, 'ca.pem'), keyFile: path.join(directory, 'ca-key.pem') };
  if (existsSync(ca.certFile)) return ca;
  await mkdir(directory, { recursive: true });
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'Assay local CA' }], {
    ...common(),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  await writeFile(ca.keyFile, key, { mode: 0o600 });
  await writeFile(ca.certFile, cert);
  return ca;
}

/** Issues a key and a certificate for `localhost`, the loopback addresses and `names`, signed by the local CA. */
export async function issueLocalhostCertificate(
  ca: LocalCa,
  names: readonly string[] = [],
): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...common(),
    ca: { key: await readFile(ca.keyFile, 'utf8'), cert: await readFile(ca.certFile, 'utf8') },
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...['localhost', ...names].map((value) => ({ type: dnsName, value })),
          { type: ipAddress, ip: '127.0.0.1' },
          { type: ipAddress, ip: '::1' },
        ],
      },
    ],
  });
  return { key, cert };
}
