import { parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';
import { createSecretCipher } from '@assay/storage/accounts/secret-cipher.ts';

/** A key in the format of ENCRYPTION_KEYS. Each call with the same byte returns the same key. */
export function encryptionKey(id: string, byte: number): string {
  return `${id}=${Buffer.alloc(32, byte).toString('base64')}`;
}

/** Returns a cipher with the given keys. The first key encrypts. */
export const cipherOf = (...keys: string[]) => createSecretCipher(parseEncryptionKeys(keys.join()));

/** ENCRYPTION_KEYS of API servers and workers that run in the process of a test. */
export const testKeys = encryptionKey('test', 1);

export const testCipher = cipherOf(testKeys);
