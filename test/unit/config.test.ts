import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  ConfigError,
  describeVariables,
  loadAdminConfig,
  loadApiConfig,
  loadCodecServerConfig,
  loadLocalConfig,
  loadTemporalConfig,
  loadWorkerConfig,
} from '@assay/runtime/config.ts';
import { createCertificate } from '../../tools/local/stack/tls.ts';
import { encryptionKey } from '../support/secrets.ts';

const minimal = {
  ENCRYPTION_KEYS: encryptionKey('one', 1),
  DATABASE_URL: 'postgres://user:secret@host/name',
  TEMPORAL_ADDRESS: 'host:7233',
  S3_BUCKET: 'bucket',
  TEXT_MODELS: '/models',
};

/** An existing file that contains no PEM block. */
const file = import.meta.filename;
const pem = await createCertificate('Test CA', []);
const directory = await mkdtemp(path.join(tmpdir(), 'assay-config-'));
afterAll(() => rm(directory, { recursive: true }));

async function pemFile(content: string): Promise<string> {
  const name = path.join(directory, `${randomUUID()}.pem`);
  await writeFile(name, content);
  return name;
}

describe('the configuration', () => {
  test('has defaults for everything but the addresses', () => {
    expect(loadApiConfig(minimal)).toMatchObject({
      PORT: 3000,
      API_KEY_HEADER_CASE: 'any',
      S3_ENDPOINT: null,
    });
    expect(loadWorkerConfig(minimal)).toMatchObject({
      WORKER_ROLES: ['orchestration', 'media', 'delivery', 'remote'],
      WEBHOOK_TIMEOUT_SECONDS: 15,
      WEBHOOK_ALLOWED_CIDRS: [],
      MEDIA_SANDBOX: 'required',
    });
  });

  test('TRUST_PROXY takes addresses and networks only', () => {
    const read = (TRUST_PROXY: string) => loadApiConfig({ ...minimal, TRUST_PROXY }).TRUST_PROXY;
    expect(loadApiConfig(minimal).TRUST_PROXY).toEqual([]);
    expect(read('10.0.0.1, 172.16.0.0/12,::1')).toEqual(['10.0.0.1', '172.16.0.0/12', '::1']);
    for (const wrong of ['true', '1', 'loopback', '10.0.0.0/33', 'proxy.example.com'])
      expect(() => read(wrong)).toThrow(/TRUST_PROXY/);
  });

  test.for(['https://example.com/webhooks?a=b', 'abuse@example.com'])(
    'WEBHOOK_CONTACT can be %s',
    (contact) => {
      expect(loadWorkerConfig({ ...minimal, WEBHOOK_CONTACT: contact }).WEBHOOK_CONTACT).toBe(contact);
    },
  );

  test('reads lists', () => {
    const config = loadWorkerConfig({
      ...minimal,
      WEBHOOK_RETRY_SCHEDULE_SECONDS: '0, 1,2',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      WEBHOOK_ALLOWED_PORTS: '443, 8443',
      WEBHOOK_DNS_SERVERS: '192.0.2.1,192.0.2.2:5353,[2001:db8::1]:53,2001:db8::2',
      WORKER_ROLES: 'media',
    });
    expect(config.WEBHOOK_ALLOWED_PORTS).toEqual([443, 8443]);
    expect(config.WEBHOOK_DNS_SERVERS).toHaveLength(4);
    expect(config.WEBHOOK_RETRY_SCHEDULE_SECONDS).toEqual([0, 1, 2]);
    expect(config.WEBHOOK_ALLOWED_CIDRS).toEqual(['127.0.0.0/8', '::1/128']);
    expect(config.WORKER_ROLES).toEqual(['media']);
  });

  test('reads key-value pairs in the format of OpenTelemetry', () => {
    const config = loadApiConfig({
      ...minimal,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-tenant=one',
    });
    expect(config.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ authorization: 'Bearer a=b', 'x-tenant': 'one' });
    for (const wrong of ['alone', '=value', 'name=%', 'name=%ff']) {
      expect(() => loadApiConfig({ ...minimal, OTEL_EXPORTER_OTLP_HEADERS: wrong })).toThrow(ConfigError);
    }
  });

  test('has separate ports for operators and clients', () => {
    expect(() => loadApiConfig({ ...minimal, PORT: '3000', HEALTH_PORT: '3000' })).toThrow(/HEALTH_PORT/);
    expect(() => loadApiConfig({ ...minimal, HEALTH_HOST: '127.0.0.1' })).toThrow(/HEALTH_HOST/);
    expect(loadApiConfig({ ...minimal, HEALTH_PORT: '3001' }).HEALTH_PORT).toBe(3001);
    expect(loadWorkerConfig({ ...minimal, HEALTH_PORT: '3000' }).HEALTH_PORT).toBe(3000);
  });

  test('treats an empty variable as not set', () => {
    expect(loadApiConfig({ ...minimal, PORT: '', S3_ENDPOINT: '' })).toMatchObject({
      PORT: 3000,
      S3_ENDPOINT: null,
    });
  });

  test('names every invalid variable with its purpose', () => {
    const load = () =>
      loadApiConfig({ ...minimal, DATABASE_URL: '', PORT: 'x', TEMPORAL_ADDRESS: undefined });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/DATABASE_URL is required \(URL of Postgres/);
    expect(load).toThrow(/PORT must be a port number/);
    expect(load).toThrow(/TEMPORAL_ADDRESS is required/);
  });

  test.for([
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://x'],
    ['WEBHOOK_ALLOWED_CIDRS', '10.0.0.0/33'],
    ['WEBHOOK_ALLOWED_CIDRS', 'everything'],
    ['WEBHOOK_RETRY_SCHEDULE_SECONDS', '0,-1'],
    ['WEBHOOK_RETRY_SCHEDULE_SECONDS', ','],
    ['WEBHOOK_ALLOWED_PORTS', '443,x'],
    ['WEBHOOK_PROXY_URL', 'socks5://proxy'],
    ['WEBHOOK_DNS_SERVERS', 'name.example'],
    ['WEBHOOK_DNS_SERVERS', '192.0.2.1:0'],
    ['WEBHOOK_CONTACT', 'nobody'],
    ['WEBHOOK_CONTACT', 'mailto:abuse@example.com'],
    ['WEBHOOK_CONTACT', 'https://example.com/(webhooks)'],
    ['WEBHOOK_CONTACT', 'https://example.com/ä'],
    ['WEBHOOK_CONTACT', 'abuse@example.com\r\nx: y'],
    ['WEBHOOK_CONTACT', `https://example.com/${'x'.repeat(200)}`],
    ['WORKER_ROLES', 'cook'],
    ['S3_ENDPOINT', 'ftp://x'],
    ['TEMPORAL_TLS', 'yes'],
    ['DRAIN_SECONDS', '1.5'],
    ['DATABASE_URL', 'postgres://host/name?sslmode=require'],
    ['DATABASE_URL', 'postgres://host/name?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://host/name?sslmode=verify-full&sslmode=prefer'],
    ['DATABASE_URL', 'postgres://host/name?sslmode=verify-full&uselibpqcompat=true'],
    ['DATABASE_URL', 'postgres://host/name?ssl=no-verify'],
    ['DATABASE_URL', `postgres://host/name?sslrootcert=${file}`],
    ['DATABASE_URL', 'postgres://host/name?sslmode=verify-full&sslrootcert=/nowhere.pem'],
    ['WEBHOOK_CA_FILE', '/nowhere.pem'],
    ['C2PA_TRUST_LIST_FILE', '/nowhere.pem'],
    ['C2PA_TSA_TRUST_LIST_FILE', '/nowhere.pem'],
    ['C2PA_ANCHORS_FILE', '/nowhere.pem'],
    ['TEMPORAL_API_KEY', 'key'],
    ['TEMPORAL_TLS_SERVER_CA_CERT_PATH', file],
    ['TEMPORAL_TLS_SERVER_NAME', 'temporal.example'],
  ])('rejects %s=%s', ([name, value]) => {
    expect(() => {
      loadApiConfig({ ...minimal, [name!]: value });
      loadWorkerConfig({ ...minimal, [name!]: value });
    }).toThrow(new RegExp(name!));
  });

  test.for([
    { S3_PUBLIC_ENDPOINT: 'https://s3.example' },
    { TEMPORAL_TLS: 'true', TEMPORAL_TLS_CLIENT_CERT_PATH: file },
    { TEMPORAL_TLS: 'true', TEMPORAL_TLS_CLIENT_KEY_PATH: file },
    { TEMPORAL_TLS: 'true', TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/nowhere.pem' },
  ])('rejects variables that exclude each other: %o', (together) => {
    expect(() => loadApiConfig({ ...minimal, ...together })).toThrow(ConfigError);
    expect(() => loadWorkerConfig({ ...minimal, ...together })).toThrow(ConfigError);
  });

  test('rejects an API key for an unencrypted connection, and does not show the key', () => {
    const load = () => loadApiConfig({ ...minimal, TEMPORAL_API_KEY: 'hunter2' });
    expect(load).toThrow(/TEMPORAL_API_KEY: only with TEMPORAL_TLS=true/);
    expect(load).toThrow(/^(?!.*hunter2)/s);
  });

  test('rejects PEM files without usable certificates or keys, and names the variable and the file', async () => {
    const joined = await pemFile(pem.cert.trimEnd() + pem.cert);
    const broken = await pemFile('-----BEGIN CERTIFICATE-----\nbm90IERFUg==\n-----END CERTIFICATE-----\n');
    const cert = await pemFile(pem.cert);
    const load = (given: Record<string, string>) => () => loadWorkerConfig({ ...minimal, ...given });
    const empty = await pemFile('');
    expect(load({ WEBHOOK_CA_FILE: empty })).toThrow(`WEBHOOK_CA_FILE: ${empty} contains no certificate`);
    expect(load({ WEBHOOK_CA_FILE: directory })).toThrow(
      `WEBHOOK_CA_FILE: ${directory} cannot be read: EISDIR`,
    );
    expect(load({ WEBHOOK_CA_FILE: joined })).toThrow(
      `${joined} has BEGIN or END markers that are missing or not`,
    );
    expect(load({ WEBHOOK_CA_FILE: broken })).toThrow(`WEBHOOK_CA_FILE: ${broken} cannot be parsed: `);
    const tls = { TEMPORAL_TLS: 'true', TEMPORAL_TLS_CLIENT_CERT_PATH: cert };
    expect(load({ ...tls, TEMPORAL_TLS_CLIENT_KEY_PATH: cert })).toThrow(
      `TEMPORAL_TLS_CLIENT_KEY_PATH: ${cert} cannot be parsed: `,
    );
    expect(() => loadLocalConfig({ WEBHOOK_CA_FILE: file })).toThrow('WEBHOOK_CA_FILE');
    const key = await pemFile(pem.key);
    load({
      ...tls,
      TEMPORAL_TLS_CLIENT_KEY_PATH: key,
      WEBHOOK_CA_FILE: await pemFile(`Root\r\n${pem.cert}\r\n${pem.cert}\n`),
    })();
  });

  test('accepts a managed Postgres, Temporal Cloud with an API key, and AWS', async () => {
    const root = encodeURIComponent(await pemFile(pem.cert));
    const database = `postgres://user:secret@host/name?sslmode=verify-full&sslrootcert=${root}`;
    expect(
      loadApiConfig({
        ...minimal,
        DATABASE_URL: database,
        TEMPORAL_ADDRESS: 'eu-west-1.aws.api.temporal.io:7233',
        TEMPORAL_NAMESPACE: 'assay.a1b2c',
        TEMPORAL_TLS: 'true',
        TEMPORAL_API_KEY: 'key',
        S3_BUCKET: 'bucket',
        AWS_REGION: 'eu-west-1',
      }),
    ).toMatchObject({
      DATABASE_URL: database,
      TEMPORAL_TLS: true,
      TEMPORAL_API_KEY: 'key',
      S3_ENDPOINT: null,
    });
  });

  test('applies the same rules to the database address of the admin CLI', () => {
    expect(loadAdminConfig({})).toEqual({
      LOCAL_DIR: '.local',
      DATABASE_ROLES: null,
      OPERATOR: null,
      PUBLIC_URL: null,
      databaseUrl: null,
      temporalAddress: null,
    });
    expect(loadAdminConfig(minimal).databaseUrl).toBe(minimal.DATABASE_URL);
    expect(() => loadAdminConfig({ DATABASE_URL: 'postgres://host/name?sslmode=prefer' })).toThrow(
      ConfigError,
    );
  });

  test('requires encryption keys only in processes that sign or store secrets', async () => {
    const { ENCRYPTION_KEYS: keys, ...without } = minimal;
    const required = /^ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE is required/;
    expect(() => loadApiConfig(without)).toThrow(required);
    expect(() => loadWorkerConfig({ ...without, WORKER_ROLES: 'media,remote' })).toThrow(required);
    expect(loadWorkerConfig({ ...without, WORKER_ROLES: 'media,orchestration' }).encryptionKeys).toBeNull();
    expect(loadLocalConfig(without).encryptionKeys).toBeNull();

    const ENCRYPTION_KEYS_FILE = await pemFile(`${keys}\n${encryptionKey('two', 2)}\n`);
    const ids = [...loadApiConfig({ ...without, ENCRYPTION_KEYS_FILE }).encryptionKeys.keys()];
    expect(ids).toEqual(['one', 'two']);
    expect(() => loadApiConfig({ ...minimal, ENCRYPTION_KEYS_FILE })).toThrow('exclude each other');
    expect(() => loadApiConfig({ ...without, ENCRYPTION_KEYS_FILE: '/nowhere' })).toThrow('no such file');
  });

  test.for([['one'], ['one=aHVudGVyMg=='], [`${encryptionKey('one', 1)},${encryptionKey('one', 2)}`], [',']])(
    'rejects the encryption keys %s',
    ([keys]) => {
      const load = () => loadApiConfig({ ...minimal, ENCRYPTION_KEYS: keys });
      expect(load).toThrow(ConfigError);
      expect(load).toThrow(/^(?!.*(AQEB|aHVudGVy))ENCRYPTION_KEYS /s);
    },
  );

  test('decrypts payloads for the Temporal UI only with keys and a port for operators', () => {
    const PAYLOAD_CODEC_ORIGIN = 'http://127.0.0.1:8080';
    const PAYLOAD_ENCRYPTION_KEYS = encryptionKey('one', 1);
    const all = { ...minimal, PAYLOAD_CODEC_ORIGIN, PAYLOAD_ENCRYPTION_KEYS, HEALTH_PORT: '3001' };
    expect([...loadWorkerConfig(all).payloadKeys!.keys()]).toEqual(['one']);
    expect([...loadTemporalConfig(all).payloadKeys!.keys()]).toEqual(['one']);
    expect(() => loadApiConfig({ ...all, PAYLOAD_ENCRYPTION_KEYS: '' })).toThrow(
      /PAYLOAD_CODEC_ORIGIN requires/,
    );
    expect(() => loadApiConfig({ ...all, HEALTH_PORT: '' })).toThrow(/PAYLOAD_CODEC_ORIGIN requires/);
    expect(() => loadApiConfig({ ...all, PAYLOAD_CODEC_ORIGIN: `${PAYLOAD_CODEC_ORIGIN}/` })).toThrow(
      ConfigError,
    );
    expect(() => loadCodecServerConfig({ ...all, PAYLOAD_CODEC_ORIGIN: '' })).toThrow(/is required/);
  });

  test('serves the console only where browsers keep its cookie secret', () => {
    // The configuration checks only that the directory has an index.html.
    const CONSOLE_DIR = path.join(import.meta.dirname, '../../packages/console');
    const load = (PUBLIC_URL: string) => loadApiConfig({ ...minimal, CONSOLE_DIR, PUBLIC_URL });
    for (const url of [
      'https://assay.example',
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ])
      expect(load(url).CONSOLE_DIR).toBe(CONSOLE_DIR);
    for (const url of [
      'http://assay.example',
      'http://10.0.0.1',
      'http://localhost.example',
      'http://127.0.0.1.example',
    ])
      expect(() => load(url)).toThrow(
        `CONSOLE_DIR requires a PUBLIC_URL with https, or with http and localhost`,
      );
    expect(() => load('')).toThrow(/CONSOLE_DIR requires .* which is not set/);
    expect(loadApiConfig({ ...minimal, PUBLIC_URL: 'http://assay.example' }).CONSOLE_DIR).toBeNull();
  });

  test('rejects a directory without a built console', () => {
    const PUBLIC_URL = 'https://assay.example';
    expect(() => loadApiConfig({ ...minimal, CONSOLE_DIR: '/nowhere', PUBLIC_URL })).toThrow(
      'CONSOLE_DIR names a directory without a built console: /nowhere',
    );
  });

  test('does not show an invalid value, which can be a secret', () => {
    expect(() => loadApiConfig({ ...minimal, DATABASE_URL: 'hunter2' })).toThrow(/^(?!.*hunter2)/s);
  });

  test('is documented completely in docs/configuration.md', async () => {
    const file = path.join(import.meta.dirname, '../../docs/configuration.md');
    const page = await readFile(file, 'utf8');
    const actual = `${page.split('\n- ')[0]!.trimEnd()}\n\n${describeVariables()}\n`;
    await expect(actual).toMatchFileSnapshot(file);
  });
});
