import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { describe, expect, test } from 'vitest';
import { reportingOutages } from '../../activities/outages.ts';
import { outageType } from '@assay/domain/outages.ts';
import { UndecryptableError } from '@assay/domain/lib/key-ring.ts';
import { cipherOf, encryptionKey } from '../support/secrets.ts';

const [one, two] = [encryptionKey('one', 1), encryptionKey('two', 2)];
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const rowId = randomUUID();

describe('the cipher of secrets', () => {
  test('encrypts with the first key and decrypts with every key', () => {
    const stored = cipherOf(one).encrypt(secret, rowId);
    expect(stored).toMatch(/^encrypted:one:/);
    expect(stored).not.toContain(secret);
    const both = cipherOf(two, one);
    expect(both.decrypt(stored, rowId)).toBe(secret);
    expect(both.isCurrent(stored)).toBe(false);
    expect(both.isCurrent(both.encrypt(secret, rowId))).toBe(true);
  });

  test('never encrypts a secret to the same text twice', () => {
    const cipher = cipherOf(one);
    expect(cipher.encrypt(secret, rowId)).not.toBe(cipher.encrypt(secret, rowId));
  });

  test('rejects a ciphertext of another row, and a changed one', () => {
    const cipher = cipherOf(one);
    const stored = cipher.encrypt(secret, rowId);
    expect(() => cipher.decrypt(stored, randomUUID())).toThrow(UndecryptableError);
    const changed = stored.replace(/.{4}$/, (end) => (end.startsWith('A') ? 'BBBB' : 'AAAA'));
    expect(() => cipher.decrypt(changed, rowId)).toThrow(UndecryptableError);
    expect(() => cipher.decrypt('encrypted:one:', rowId)).toThrow(UndecryptableError);
  });

  test('names a key that is not configured, or that is another key of the same name', () => {
    const stored = cipherOf(one).encrypt(secret, rowId);
    expect(() => cipherOf(two).decrypt(stored, rowId)).toThrow('the encryption key one is not configured');
    expect(() => cipherOf(encryptionKey('one', 3)).decrypt(stored, rowId)).toThrow('encryption key one');
  });

  test('rejects a secret that is not encrypted, and does not show it', () => {
    expect(() => cipherOf(one).decrypt(secret, rowId)).toThrow(
      new UndecryptableError(`the secret of ${rowId} is not encrypted`),
    );
  });
});

test('an examination with a missing encryption key waits as in an outage', async () => {
  const activity = reportingOutages(() =>
    Promise.resolve(cipherOf(two).decrypt(cipherOf(one).encrypt(secret, rowId), rowId)),
  );
  await expect(new MockActivityEnvironment().run(activity, null)).rejects.toMatchObject({
    type: outageType,
    message: 'the encryption key one is not configured',
  });
});
