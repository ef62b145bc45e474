import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { createHttpsSender } from '@assay/sender/https-sender.ts';
import { trustedRoots } from '../../../tools/local/stack/parts.ts';
import { createCertificate, ensureLocalCa, rootExtensions } from '../../../tools/local/stack/tls.ts';
import { useReceiver } from '../../support/receiver.ts';

const directory = path.join(inject('scratchDir'), 'trusted-roots');
const userDirectory = path.join(directory, 'user');

/**
 * Creates a root certificate of the user. It needs a subject of its own, because an issuer is looked up by subject.
 */
beforeAll(async () => {
  const tls = path.join(userDirectory, 'tls');
  const { key, cert } = await createCertificate('Root of the user', rootExtensions());
  await mkdir(tls, { recursive: true });
  await writeFile(path.join(tls, 'ca-key.pem'), key);
  await writeFile(path.join(tls, 'ca.pem'), cert);
});

const receivers = { local: useReceiver(directory), user: useReceiver(userDirectory) };

test('npm start trusts both the local root certificate and those of WEBHOOK_CA_FILE', async () => {
  const local = await ensureLocalCa(path.join(directory, 'tls'));
  const user = await ensureLocalCa(path.join(userDirectory, 'tls'));
  const unterminated = path.join(directory, 'user.pem');
  await writeFile(unterminated, (await readFile(user.certFile, 'utf8')).trimEnd());
  await writeFile(local.certFile, (await readFile(local.certFile, 'utf8')).trimEnd());
  const sender = createHttpsSender({
    allowedCidrs: ['127.0.0.0/8', '::1/128'],
    timeoutMs: 10_000,
    extraCa: await readFile(await trustedRoots(directory, local.certFile, unterminated), 'utf8'),
  });
  try {
    for (const [name, receiver] of Object.entries(receivers)) {
      const result = await sender.post(receiver.url(name), {}, '{}');
      expect(result).toMatchObject({ kind: 'response', status: 204 });
      expect(receiver.requests(name)).toHaveLength(1);
    }
  } finally {
    sender.close();
  }
});
