import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keys of AES-256 by id. The first key encrypts, and every key decrypts. */
export type EncryptionKeys = ReadonlyMap<string, Buffer>;

/** Thrown if data cannot be decrypted. `message` contains neither the data nor a key. */
export class UndecryptableError extends Error {}

export interface Encrypted {
  keyId: string;
  /** Nonce, ciphertext and authentication tag. */
  data: Buffer;
}

export interface KeyRing {
  /** Id of the key with which `encrypt` encrypts. */
  currentId: string;
  /** @param context the place of the data. Data can be decrypted only with the same context. */
  encrypt(data: Uint8Array, context: string): Encrypted;
  /** Throws `UndecryptableError` if the key is unknown, or if key, data or context differ from those of `encrypt`. */
  decrypt(encrypted: { keyId: string; data: Uint8Array }, context: string): Buffer;
}

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
/** 96 random bits suffice for 2^32 encryptions with one key (NIST SP 800-38D, 5.2.1.1 and 8.2.2). */
const nonceBytes = 12;
const tagBytes = 16;

/** Parses `id=key`, separated by commas or white space. A key is the base64 of 32 bytes. Errors contain no key. */
export function parseEncryptionKeys(text: string): EncryptionKeys {
  const keys = new Map<string, Buffer>();
  for (const part of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const [, id, base64 = ''] = /^([\w-]{1,40})=([A-Za-z0-9+/]{43}=)$/.exec(part) ?? [];
    if (id === undefined)
      throw new Error(`must be id=key, separated by commas; a key is the base64 of ${keyBytes} bytes`);
    if (keys.has(id)) throw new Error(`has the key id ${id} twice`);
    keys.set(id, Buffer.from(base64, 'base64'));
  }
  if (keys.size === 0) throw new Error('contains no key');
  return keys;
}

/**
 * Derives keys for one owner, who cannot compute the original keys or those of other owners (HKDF with SHA-256, RFC
 * 5869). The id of a derived key is `owner/id`.
 */
export function deriveKeys(keys: EncryptionKeys, owner: string): EncryptionKeys {
  const derive = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', owner, keyBytes));
  return new Map([...keys].map(([id, key]) => [`${owner}/${id}`, derive(key)]));
}

export function createKeyRing(keys: EncryptionKeys): KeyRing {
  const [current] = keys;
  if (current === undefined) throw new Error('a key ring needs a key');
  const [currentId, currentKey] = current;
  return {
    currentId,

    encrypt(data, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, currentKey, nonce).setAAD(Buffer.from(context));
      const parts = [nonce, cipher.update(data), cipher.final()];
      return { keyId: currentId, data: Buffer.concat([...parts, cipher.getAuthTag()]) };
    },

    decrypt({ keyId, data }, context) {
      const key = keys.get(keyId);
      if (key === undefined) throw new UndecryptableError(`the encryption key ${keyId} is not configured`);
      try {
        const nonce = data.subarray(0, nonceBytes);
        const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
        decipher.setAAD(Buffer.from(context)).setAuthTag(data.subarray(-tagBytes));
        return Buffer.concat([decipher.update(data.subarray(nonceBytes, -tagBytes)), decipher.final()]);
      } catch {
        throw new UndecryptableError(`${context} cannot be decrypted with the encryption key ${keyId}`);
      }
    },
  };
}
