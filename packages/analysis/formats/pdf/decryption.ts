import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { isDict, nameOf, type PdfDict, PdfUnreadable, type PdfValue, stringBytes } from './values.ts';

// The standard security handler (ISO 32000-2, 7.6.4) with an empty user password. Viewers open a document with an empty
// user password without asking for a password.

/** Decrypts the bytes of a stream object (7.6.3). */
export type Decrypt = (objectNumber: number, generation: number, bytes: Uint8Array) => Uint8Array;

/** Padding string for passwords (7.6.4.3.2). The padded form of the empty password is the whole string. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

type Method = 'Identity' | 'V2' | 'AESV2' | 'AESV3';

/**
 * Returns a function that decrypts a document's streams; null if the streams are not encrypted. Throws
 * `PdfUnreadable` if the document needs a password or an unsupported security handler.
 */
export async function createDecryption(
  trailer: PdfDict,
  resolve: (value: PdfValue | undefined) => Promise<PdfValue>,
): Promise<Decrypt | null> {
  const encrypt = await resolve(trailer.get('Encrypt'));
  if (!isDict(encrypt)) return null;
  const revision = Number(encrypt.get('R'));
  const version = Number(encrypt.get('V'));
  const method = methodOf(encrypt, version);
  if (method === 'Identity') return null;
  const key = revision >= 5 ? keyOfRevision5(encrypt, revision) : keyOfRevision4(encrypt, trailer, revision);
  return (objectNumber, generation, bytes) => {
    switch (method) {
      case 'AESV3':
        return aesCbc(key, bytes);
      case 'AESV2':
        return aesCbc(objectKey(key, objectNumber, generation, 'sAlT'), bytes);
      case 'V2':
        return rc4(objectKey(key, objectNumber, generation, ''), bytes);
    }
  };
}

/** Returns the encryption method: RC4 for versions 1 and 2, else the method of the crypt filter (7.6.2, 7.6.6). */
function methodOf(encrypt: PdfDict, version: number): Method {
  if (version === 1 || version === 2) return 'V2';
  if (version !== 4 && version !== 5) throw new PdfUnreadable('unsupported encryption');
  const filters = encrypt.get('CF');
  const filter = isDict(filters) ? filters.get(nameOf(encrypt.get('StmF')) ?? 'Identity') : undefined;
  const name = isDict(filter) ? nameOf(filter.get('CFM')) : 'Identity';
  if (name === 'Identity' || name === 'V2' || name === 'AESV2' || name === 'AESV3') return name;
  throw new PdfUnreadable('unsupported encryption');
}

/** Computes the file encryption key with algorithm 2 (7.6.4.3.2). */
function keyOfRevision4(encrypt: PdfDict, trailer: PdfDict, revision: number): Buffer {
  const owner = required(encrypt.get('O')).subarray(0, 32);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(Number(encrypt.get('P')) | 0);
  const ids = trailer.get('ID');
  const id = (Array.isArray(ids) ? stringBytes(ids[0]) : null) ?? Buffer.alloc(0);
  const bits = Number(encrypt.get('Length') ?? 40);
  const length =
    revision === 2 ? 5 : Math.min(16, Math.max(5, Math.floor((isDict(encrypt.get('CF')) ? 128 : bits) / 8)));
  const parts = [padding, owner, permissions, id];
  if (revision >= 4 && encrypt.get('EncryptMetadata') === false) parts.push(Buffer.alloc(4, 0xff));
  let key = md5(...parts);
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, length));
  return key.subarray(0, length);
}

/** Computes the file encryption key of revisions 5 and 6 with algorithm 2.A (7.6.4.3.3). */
function keyOfRevision5(encrypt: PdfDict, revision: number): Buffer {
  const user = required(encrypt.get('U'));
  const wrapped = required(encrypt.get('UE')).subarray(0, 32);
  const hash = (salt: Uint8Array) => (revision === 5 ? sha(256, salt) : hardenedHash(salt));
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) {
    throw new PdfUnreadable('password required');
  }
  const decipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16));
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(wrapped), decipher.final()]);
}

/** Computes the hash of revision 6 with algorithm 2.B (7.6.4.3.4), for the empty password. */
function hardenedHash(salt: Uint8Array): Buffer {
  let key = sha(256, salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => key));
    const cipher = encryptAes128(key.subarray(0, 16), key.subarray(16, 32), repeated);
    const remainder = cipher.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = sha(([256, 384, 512] as const)[remainder]!, cipher);
    last = cipher.at(-1)!;
  }
  return key.subarray(0, 32);
}

/** Computes the key of one object with algorithm 1 (7.6.3.2). */
function objectKey(key: Buffer, objectNumber: number, generation: number, salt: string): Buffer {
  const suffix = Buffer.alloc(5);
  suffix.writeUIntLE(objectNumber & 0xffffff, 0, 3);
  suffix.writeUIntLE(generation & 0xffff, 3, 2);
  return md5(key, suffix, Buffer.from(salt)).subarray(0, Math.min(key.length + 5, 16));
}

/** Decrypts AES-CBC. The first block is the initialisation vector; the last block contains padding (7.6.3.1). */
function aesCbc(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  if (bytes.length < 32 || bytes.length % 16 !== 0)
    throw new PdfUnreadable('malformed encryption of a stream');
  const decipher = createDecipheriv(
    key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc',
    key,
    bytes.subarray(0, 16),
  );
  decipher.setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]);
  const padded = plain.at(-1)!;
  return padded <= 16 ? plain.subarray(0, plain.length - padded) : plain;
}

function encryptAes128(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, iv);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/** Decrypts RC4. Implemented here because OpenSSL 3 disables RC4 by default. */
function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!]);
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 0xff;
    swap(i, j);
  }
  const plain = new Uint8Array(bytes.length);
  for (let at = 0, i = 0, j = 0; at < bytes.length; at++) {
    i = (i + 1) & 0xff;
    j = (j + state[i]!) & 0xff;
    swap(i, j);
    plain[at] = bytes[at]! ^ state[(state[i]! + state[j]!) & 0xff]!;
  }
  return plain;
}

function md5(...parts: Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function sha(bits: 256 | 384 | 512, bytes: Uint8Array): Buffer {
  return createHash(`sha${bits}`).update(bytes).digest();
}

function required(value: PdfValue | undefined): Buffer {
  const bytes = stringBytes(value);
  if (bytes === null || bytes.length < 32) throw new PdfUnreadable('malformed encryption dictionary');
  return bytes;
}
