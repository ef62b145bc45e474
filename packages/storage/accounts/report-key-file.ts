import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import type { NewReportKey } from './report-keys.ts';

/** An Ed25519 key that signs reports. */
export interface ReportSigningKey extends NewReportKey {
  privateKey: KeyObject;
}

/** Returns the key in a PEM file (PKCS #8). Throws if the file cannot be read or has another kind of key. */
export async function readReportKey(file: string): Promise<ReportSigningKey> {
  return describe(createPrivateKey(await readFile(file)), file);
}

/**
 * Creates a key in a new file beside `file`. The returned `replace` replaces the file with it. Only the owner of the
 * file can read it.
 */
export async function createReportKey(
  file: string,
): Promise<NewReportKey & { replace: () => Promise<void> }> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { keyId, x } = await describe(privateKey, file);
  await mkdir(path.dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return { keyId, x, replace: () => rename(part, file) };
}

async function describe(privateKey: KeyObject, file: string): Promise<ReportSigningKey> {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error(`${file} has no Ed25519 key`);
  const { x } = await exportJWK(createPublicKey(privateKey));
  return { privateKey, x: x!, keyId: await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x: x! }) };
}
