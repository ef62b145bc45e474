import { createKeyRing, type EncryptionKeys, UndecryptableError } from '@assay/domain/lib/key-ring.ts';

/** Encrypts the signing secrets that Postgres stores. */
export interface SecretCipher {
  /** Id of the key with which new secrets are encrypted. */
  keyId: string;
  /** @param rowId id of the row that stores the secret. Decryption needs the same id. */
  encrypt(secret: string, rowId: string): string;
  /** Returns a stored secret. Throws `UndecryptableError`, also if the stored text is not encrypted. */
  decrypt(stored: string, rowId: string): string;
  /** Returns whether a stored secret is encrypted with the key `keyId`. */
  isCurrent(stored: string): boolean;
}

/** Begins an encrypted secret: `encrypted:<key id>:<base64>`. */
const prefix = 'encrypted:';

export function createSecretCipher(keys: EncryptionKeys): SecretCipher {
  const ring = createKeyRing(keys);
  const context = (rowId: string) => `the secret of ${rowId.toLowerCase()}`;
  return {
    keyId: ring.currentId,

    encrypt(secret, rowId) {
      const { keyId, data } = ring.encrypt(Buffer.from(secret), context(rowId));
      return `${prefix}${keyId}:${data.toString('base64')}`;
    },

    decrypt(stored, rowId) {
      if (!stored.startsWith(prefix)) throw new UndecryptableError(`${context(rowId)} is not encrypted`);
      const [keyId = '', base64 = ''] = stored.slice(prefix.length).split(':');
      return ring.decrypt({ keyId, data: Buffer.from(base64, 'base64') }, context(rowId)).toString();
    },

    isCurrent: (stored) => stored.startsWith(`${prefix}${ring.currentId}:`),
  };
}
