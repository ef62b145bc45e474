/** @module-tag long */

import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { NativeConnection } from '@temporalio/worker';
import { ExtendedKeyUsage, ExtendedKeyUsageExtension } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadTemporalConfig } from '@assay/runtime/config.ts';
import { createTemporalClient } from '@assay/runtime/temporal/temporal-client.ts';
import {
  createCertificate,
  ensureLocalCa,
  issueLocalhostCertificate,
  readLocalCa,
} from '../../tools/local/stack/tls.ts';
import { temporalConnection } from '@assay/runtime/bootstrap.ts';

// Tests connections to the stack's Temporal behind TLS with client certificates. A private cluster or
// Temporal Cloud can require such certificates.

let server: Server;
let directory: string;

const file = (name: string) => path.join(directory, name);

beforeAll(async () => {
  directory = path.join(inject('scratchDir'), 'temporal-tls');
  await mkdir(directory);
  const ca = await ensureLocalCa(directory);
  await ensureLocalCa(file('other'));
  const own = await issueLocalhostCertificate(ca);
  const forClients = new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]);
  const client = await createCertificate('assay', [forClients], await readLocalCa(ca));
  await writeFile(file('client.pem'), client.cert);
  await writeFile(file('client-key.pem'), client.key);
  const [host, port] = inject('stack').temporalAddress.split(':');
  server = createServer(
    {
      ...own,
      ca: await readFile(ca.certFile),
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
    },
    (socket) => {
      const upstream = connect(Number(port), host);
      socket.pipe(upstream).pipe(socket);
      socket.on('error', () => upstream.destroy());
      upstream.on('error', () => socket.destroy());
    },
  );
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  server.close();
});

const configured = (settings: NodeJS.ProcessEnv) =>
  temporalConnection(
    loadTemporalConfig({
      TEMPORAL_ADDRESS: `localhost:${(server.address() as AddressInfo).port}`,
      TEMPORAL_TLS: 'true',
      ...settings,
    }),
  );

async function ask(settings: NodeJS.ProcessEnv): Promise<void> {
  const client = createTemporalClient(await configured(settings), 'default');
  try {
    await client.withDeadline(Date.now() + 5_000, () => client.workflowService.getSystemInfo({}));
  } finally {
    await client.connection.close();
  }
}

const known = () => ({
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: file('ca.pem'),
  TEMPORAL_TLS_CLIENT_CERT_PATH: file('client.pem'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: file('client-key.pem'),
});

describe('Temporal over TLS', () => {
  test('accepts clients and workers with mutual authentication', async () => {
    await ask(known());
    const connection = await NativeConnection.connect(await configured(known()));
    await connection.close();
  });

  test('is rejected with another root or name, and rejects clients without a certificate', async () => {
    const { TEMPORAL_TLS_SERVER_CA_CERT_PATH } = known();
    await expect(
      ask({ ...known(), TEMPORAL_TLS_SERVER_CA_CERT_PATH: file('other/ca.pem') }),
    ).rejects.toThrow();
    await expect(ask({ ...known(), TEMPORAL_TLS_SERVER_NAME: 'temporal.example' })).rejects.toThrow();
    await expect(ask({ TEMPORAL_TLS_SERVER_CA_CERT_PATH })).rejects.toThrow();
  });

  test('receives the API key', async () => {
    expect(await configured({ TEMPORAL_API_KEY: 'key' })).toMatchObject({ apiKey: 'key', tls: {} });
    expect(await configured({ TEMPORAL_TLS: 'false' })).not.toHaveProperty('tls');
  });
});
