import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadApiConfig } from '@assay/runtime/config.ts';
import { freePort } from '../../tools/local/stack/ports.ts';
import { ensureLocalCa, issueLocalhostCertificate } from '../../tools/local/stack/tls.ts';
import { preparePostgres } from '../../tools/local/programs/postgres.ts';
import { until } from '../support/api.ts';
import { testKeys } from '../support/secrets.ts';

// Tests connections to a Postgres server with TLS. Its certificate is from a private certificate authority.

let server: ChildProcess;
let directory: string;
let port: number;

beforeAll(async () => {
  directory = path.join(inject('scratchDir'), `tls-${randomUUID()}`);
  await mkdir(directory, { recursive: true });
  const { key, cert } = await issueLocalhostCertificate(await ensureLocalCa(directory));
  await ensureLocalCa(path.join(directory, 'other'));
  port = await freePort(0, new Set());
  const data = path.join(directory, 'data');
  const { command, args, uid, gid } = (await preparePostgres(data, 'secret'))(port);
  for (const [name, content] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    await writeFile(path.join(data, name), content);
    await chmod(path.join(data, name), 0o600);
    if (uid !== undefined) await chown(path.join(data, name), uid, gid!);
  }
  server = spawn(command, [...args, '-c', 'ssl=on'], { uid, gid, stdio: 'ignore' });
  await until(
    () =>
      select('sslmode=disable').then(
        () => true,
        () => false,
      ),
    Boolean,
    30_000,
  );
});

afterAll(async () => {
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  await ended;
});

/** Returns whether a connection with these URL parameters is encrypted. */
async function select(parameters: string, host = 'localhost'): Promise<boolean> {
  const { DATABASE_URL } = loadApiConfig({
    ENCRYPTION_KEYS: testKeys,
    DATABASE_URL: `postgres://assay:secret@${host}:${port}/postgres?${parameters}`,
    TEMPORAL_ADDRESS: 'localhost:7233',
    S3_BUCKET: 'bucket',
  });
  const client = new pg.Client({ connectionString: DATABASE_URL });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ ssl: boolean }>(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    );
    return rows[0]!.ssl;
  } finally {
    await client.end();
  }
}

const root = (name = '') => encodeURIComponent(path.join(directory, name, 'ca.pem'));

describe('Postgres over TLS', () => {
  test('is reached over an encrypted connection with the configured root certificate', async () => {
    expect(await select(`sslmode=verify-full&sslrootcert=${root()}`)).toBe(true);
    expect(await select('sslmode=disable')).toBe(false);
  });

  test('is not reached with a certificate that the configured root did not sign', async () => {
    await expect(select('sslmode=verify-full')).rejects.toThrow(/certificate/);
    await expect(select(`sslmode=verify-full&sslrootcert=${root('other')}`)).rejects.toThrow(/certificate/);
  });
});
