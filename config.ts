import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultRetrySchedule } from './domain/retry-schedule.ts';
import { workerRoles } from './domain/task-queues.ts';

// The only reader of the environment. Every variable is declared here once, with one line of help.

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.int().max(65535));
const positive = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a positive integer')
  .transform(Number)
  .pipe(z.int().min(1));
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL starting with ${protocols.join(' or ')}`,
    );
const text = z.string().min(1).nullable().default(null);
function isPair(part: string): boolean {
  try {
    return /^[^=\s]+=/.test(decodeURIComponent(part));
  } catch {
    return false;
  }
}
/** As OpenTelemetry writes them: W3C baggage without properties. */
const pairs = list
  .pipe(z.array(z.string().refine(isPair, 'must be name=value, separated by commas, values percent-encoded')))
  .transform((parts) =>
    Object.fromEntries(
      parts.map((part): [string, string] => {
        const at = part.indexOf('=');
        return [part.slice(0, at), decodeURIComponent(part.slice(at + 1))];
      }),
    ),
  )
  .nullable()
  .default(null);
/**
 * libpq's sslmode, of which these two leave nothing to chance: the others may do without encryption, or take any server
 * for the right one. What pg knows besides it would undo it.
 */
const sslModes = ['disable', 'verify-full'];
const postgres = url('postgres:', 'postgresql:').refine(
  (text) => {
    if (!URL.canParse(text)) return true;
    const { searchParams } = new URL(text);
    const modes = searchParams.getAll('sslmode');
    const others = ['ssl', 'uselibpqcompat'].some((name) => searchParams.has(name));
    return !others && modes.length <= 1 && modes.every((mode) => sslModes.includes(mode));
  },
  `must say nothing of TLS but sslmode=${sslModes.join(' or sslmode=')}, and files`,
);
const cidr = z.string().refine((text) => {
  const [address = '', bits = ''] = text.split('/');
  const family = isIP(address);
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}, 'must be a network such as 127.0.0.0/8');
const dnsServer = z.string().refine((text) => {
  const [, address = text, port = '53'] =
    /^\[(.+)\]:(\d+)$/.exec(text) ?? /^([\d.]+):(\d+)$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= 65535;
}, 'must be an address such as 192.0.2.1 or 192.0.2.1:53');

const variables = {
  PORT: port.default(3000).describe('Port of the API; 0 takes any free one'),
  HOST: z.string().default('127.0.0.1').describe('Address that the API listens on; 0.0.0.0 for all'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('What is logged: fatal, error, warn, info, debug or trace'),
  DATABASE_URL: postgres.describe(
    'Postgres, e.g. postgres://user:password@host/name; over TLS with ?sslmode=verify-full, and &sslrootcert=FILE.pem where its root certificate is not a public one',
  ),
  DATABASE_MAX_CONNECTIONS: positive.default(10).describe('Connections per process'),
  TEMPORAL_ADDRESS: z.string().min(1).describe('host:port of the Temporal front end'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default').describe('Temporal namespace'),
  TEMPORAL_TLS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('Whether Temporal is reached over TLS: true or false'),
  TEMPORAL_API_KEY: text.describe('API key for Temporal, as Temporal Cloud gives out'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: text.describe(
    'PEM file of the root certificate of the Temporal server, where it is not a public one',
  ),
  TEMPORAL_TLS_CLIENT_CERT_PATH: text.describe(
    'PEM file of the certificate that Temporal knows us by (mTLS)',
  ),
  TEMPORAL_TLS_CLIENT_KEY_PATH: text.describe('PEM file of its private key'),
  TEMPORAL_TLS_SERVER_NAME: text.describe(
    'Name that the certificate of the Temporal server must have, where it is not that of TEMPORAL_ADDRESS',
  ),
  S3_ENDPOINT: url('http:', 'https:')
    .nullable()
    .default(null)
    .describe('URL of the S3 server; AWS when it is not set. Credentials as the AWS SDK finds them'),
  S3_PUBLIC_ENDPOINT: url('http:', 'https:')
    .nullable()
    .default(null)
    .describe('URL under which consumers and sidekicks reach the S3 server, where it is another'),
  S3_BUCKET: z.string().min(1).describe('Bucket for uploads and results'),
  AWS_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be whole seconds')
    .transform(Number)
    .default(0)
    .describe(
      'How long the API, once it is asked to end, goes on answering while it says that it is not ready, so that load balancers notice',
    ),
  API_KEY_HEADER_CASE: z
    .enum(['any', 'exact'])
    .default('any')
    .describe('any: X-API-Key in any case; exact: only as the specification spells it (HTTP/1.1)'),
  PUBLIC_URL: url('http:', 'https:')
    .transform((text) => text.replace(/\/+$/, ''))
    .nullable()
    .default(null)
    .describe('URL under which consumers reach the API; errors link to their documentation there'),
  RATE_LIMIT_STORE: z
    .enum(['postgres', 'memory'])
    .default('postgres')
    .describe(
      'Where requests are counted: postgres, for any number of API processes; memory, where there is one',
    ),
  MAX_REQUESTS_IN_PROGRESS: positive
    .pipe(z.int().min(2, 'must be at least 2'))
    .default(1000)
    .describe(
      'Requests that an API process works on at once, half of them with the same key at most; further ones are answered 429',
    ),
  WORKER_ROLES: list
    .pipe(z.array(z.enum(workerRoles)).min(1))
    .default([...workerRoles])
    .describe(`What a worker process does: ${workerRoles.join(', ')}, separated by commas`),
  HEALTH_PORT: port
    .nullable()
    .default(null)
    .describe(
      'Port for operators, where a process answers /healthz, /readyz and /metrics; 0 takes any free one; none when it is not set, and then nothing is counted',
    ),
  HEALTH_HOST: text.describe('Address that HEALTH_PORT is at; that of HOST when it is not set'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:')
    .nullable()
    .default(null)
    .describe(
      'Where traces go, by OpenTelemetry’s protocol over HTTP, without /v1/traces, e.g. http://collector:4318; no traces when it is not set',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'])
    .default('http/protobuf')
    .describe('How traces are written: http/protobuf or http/json'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.describe(
    'Headers that traces are sent with, as name=value, separated by commas, values percent-encoded',
  ),
  OTEL_RESOURCE_ATTRIBUTES: pairs.describe(
    'What traces say of the process, as name=value, separated by commas, e.g. deployment.environment.name=production',
  ),
  OTEL_TRACES_SAMPLER: z
    .enum(['parentbased_always_on', 'parentbased_traceidratio'])
    .default('parentbased_always_on')
    .describe('Which requests are traced: parentbased_always_on or parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be from 0 to 1')
    .transform(Number)
    .default(1)
    .describe('The part of them with parentbased_traceidratio, from 0 to 1'),
  WORKFLOW_BUNDLE: z
    .string()
    .nullable()
    .default(null)
    .describe('A prebuilt workflow bundle; the worker builds one at start when it is not set'),
  WORK_DIR: z
    .string()
    .nullable()
    .default(null)
    .describe('Directory for media while it is worked on; the system’s temporary one when it is not set'),
  MEDIA_SANDBOX: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'Isolation of ffmpeg and ffprobe. auto: bubblewrap, or resource limits alone where it does not work; required: bubblewrap, or the worker does not start; off: none',
    ),
  WEBHOOK_RETRY_SCHEDULE_SECONDS: list
    .pipe(
      z
        .array(
          z
            .string()
            .regex(/^\d{1,9}$/, 'must be whole seconds')
            .transform(Number),
        )
        .min(1),
    )
    .default([...defaultRetrySchedule])
    .describe(
      'Seconds before each delivery attempt, separated by commas; their number is the number of attempts',
    ),
  WEBHOOK_TIMEOUT_SECONDS: positive
    .pipe(z.int().max(300, 'must be at most 300'))
    .default(15)
    .describe('Limit for the whole exchange of one delivery attempt, at most 300'),
  WEBHOOK_ALLOWED_CIDRS: list
    .pipe(z.array(cidr))
    .default([])
    .describe(
      'Networks that webhooks and sidekicks’ endpoints may reach although they are not public, separated by commas',
    ),
  WEBHOOK_ALLOWED_PORTS: list
    .pipe(z.array(port))
    .nullable()
    .default(null)
    .describe(
      'The only ports that webhooks and sidekicks’ endpoints may have, separated by commas, e.g. 443; any when it is not set',
    ),
  WEBHOOK_PROXY_URL: url('http:')
    .nullable()
    .default(null)
    .describe(
      'HTTP proxy through which webhooks and calls of sidekicks go, by CONNECT to an address that was looked up and checked here',
    ),
  WEBHOOK_DNS_SERVERS: list
    .pipe(z.array(dnsServer))
    .nullable()
    .default(null)
    .describe(
      'Name servers to look endpoints up with, separated by commas, as 192.0.2.1 or 192.0.2.1:53; the system’s when it is not set',
    ),
  WEBHOOK_CA_FILE: z
    .string()
    .nullable()
    .default(null)
    .describe('PEM file of further root certificates that endpoints of webhooks and sidekicks may have'),
  LOCAL_DIR: z.string().default('.local').describe('Where the local stack keeps its state'),
} as const;

type VariableName = keyof typeof variables;
type Config<Names extends VariableName> = { [Name in Names]: z.output<(typeof variables)[Name]> };

/** The environment does not describe a configuration; `message` names each variable at fault. */
export class ConfigError extends Error {}

function load<Names extends VariableName>(env: NodeJS.ProcessEnv, names: readonly Names[]): Config<Names> {
  const faults: string[] = [];
  const entries = names.map((name) => {
    // A variable that is set to nothing counts as not set, as Compose files and shells leave them.
    const value = env[name] === '' ? undefined : env[name];
    const result = variables[name].safeParse(value);
    if (!result.success) {
      const reason =
        value === undefined ? 'is required' : result.error.issues.map((issue) => issue.message).join(', ');
      faults.push(`${name} ${reason} (${variables[name].description})`);
    }
    return [name, result.data];
  });
  const config = Object.fromEntries(entries) as Config<Names>;
  if (faults.length === 0) faults.push(...impossibleCombinations(config));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

/** Settings that are each usable, and make no sense together or on this machine. */
function impossibleCombinations(config: Partial<Config<VariableName>>): string[] {
  const faults: string[] = [];
  if (config.HEALTH_HOST && config.HEALTH_PORT === null) faults.push('HEALTH_HOST: only with HEALTH_PORT');
  if (config.HEALTH_PORT && config.HEALTH_PORT === config.PORT) {
    faults.push('HEALTH_PORT is for operators, and PORT for everybody: they cannot be the same');
  }
  if (config.S3_PUBLIC_ENDPOINT && !config.S3_ENDPOINT) {
    faults.push('S3_PUBLIC_ENDPOINT is for an S3 server of your own, and S3_ENDPOINT does not name one');
  }
  for (const name of files) {
    if (config[name] && !existsSync(config[name])) faults.push(`${name} names a file that does not exist`);
  }
  if (config.DATABASE_URL) faults.push(...impossibleDatabase(new URL(config.DATABASE_URL).searchParams));
  if (config.TEMPORAL_TLS === false) {
    const given = overTls.filter((name) => config[name]);
    if (given.length > 0) faults.push(`${given.join(', ')}: only with TEMPORAL_TLS=true`);
  }
  if (!config.TEMPORAL_TLS_CLIENT_CERT_PATH !== !config.TEMPORAL_TLS_CLIENT_KEY_PATH) {
    faults.push('TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH go together');
  }
  return faults;
}

/** Variables that name files. */
const files = [
  'WEBHOOK_CA_FILE',
  'WORKFLOW_BUNDLE',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
] as const;

/** Variables that make no sense without TLS; the first would be sent for everybody to read. */
const overTls = [
  'TEMPORAL_API_KEY',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_SERVER_NAME',
] as const;

function impossibleDatabase(parameters: URLSearchParams): string[] {
  const given = ['sslrootcert', 'sslcert', 'sslkey'].filter((name) => parameters.has(name));
  if (given.length > 0 && parameters.get('sslmode') !== 'verify-full') {
    return [`DATABASE_URL has ${given.join(', ')} without sslmode=verify-full`];
  }
  return given
    .filter((name) => !existsSync(parameters.get(name)!))
    .map((name) => `DATABASE_URL names a file for ${name} that does not exist`);
}

const temporal = ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'TEMPORAL_TLS', ...overTls] as const;
const tracing = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
] as const;
const common = [
  'LOG_LEVEL',
  'DATABASE_URL',
  'DATABASE_MAX_CONNECTIONS',
  'HOST',
  'HEALTH_PORT',
  'HEALTH_HOST',
  ...tracing,
  ...temporal,
] as const;
const storage = ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'S3_BUCKET', 'AWS_REGION'] as const;

export function loadApiConfig(env = process.env) {
  return load(env, [
    ...common,
    ...storage,
    'PORT',
    'PUBLIC_URL',
    'DRAIN_SECONDS',
    'API_KEY_HEADER_CASE',
    'RATE_LIMIT_STORE',
    'MAX_REQUESTS_IN_PROGRESS',
  ]);
}
export type ApiConfig = ReturnType<typeof loadApiConfig>;
export type ServiceConfig = Config<(typeof common)[number]>;

export function loadWorkerConfig(env = process.env) {
  const config = load(env, [
    ...common,
    ...storage,
    'WORKER_ROLES',
    'WORKFLOW_BUNDLE',
    'WORK_DIR',
    'MEDIA_SANDBOX',
    'WEBHOOK_RETRY_SCHEDULE_SECONDS',
    'WEBHOOK_TIMEOUT_SECONDS',
    'WEBHOOK_ALLOWED_CIDRS',
    'WEBHOOK_ALLOWED_PORTS',
    'WEBHOOK_PROXY_URL',
    'WEBHOOK_DNS_SERVERS',
    'WEBHOOK_CA_FILE',
  ]);
  return { ...config, searchPath: env['PATH'] ?? '' };
}
export type WorkerConfig = ReturnType<typeof loadWorkerConfig>;

/** What the admin CLI needs; without a database or Temporal of its own it takes those of the local stack. */
export function loadAdminConfig(env = process.env) {
  return {
    ...load(env, ['LOCAL_DIR']),
    databaseUrl: env['DATABASE_URL'] ? load(env, ['DATABASE_URL']).DATABASE_URL : null,
    temporalAddress: env['TEMPORAL_ADDRESS'] || null,
  };
}

/**
 * Where Temporal is, and how it is reached.
 * @param address in place of the one that is set
 */
export function loadTemporalConfig(env = process.env, address = env['TEMPORAL_ADDRESS']) {
  return load({ ...env, TEMPORAL_ADDRESS: address }, temporal);
}
export type TemporalConfig = ReturnType<typeof loadTemporalConfig>;

/** Where the storage is. */
export function loadStorageConfig(env = process.env) {
  return load(env, storage);
}
export type StorageConfig = ReturnType<typeof loadStorageConfig>;

/** The settings of the local stack. Parts whose address is set here are used where they are, and not started. */
export function loadLocalConfig(env = process.env) {
  const { LOCAL_DIR, PORT } = load(env, ['LOCAL_DIR', 'PORT']);
  return {
    localDir: LOCAL_DIR,
    port: PORT,
    databaseUrl: env['DATABASE_URL'] || null,
    temporalAddress: env['TEMPORAL_ADDRESS'] || null,
    s3Endpoint: env['S3_ENDPOINT'] || null,
    /** XDG base directory specification: the cache that all clones share. */
    cacheDir: `${env['XDG_CACHE_HOME'] || `${env['HOME'] ?? '.'}/.cache`}/assay`,
    /** False: Postgres does not wait for the disk and Temporal's dev server stays in memory; for tests. */
    durable: true,
    /** Handed on to the processes that are started. */
    environment: env,
  };
}
export type LocalConfig = ReturnType<typeof loadLocalConfig>;

/** Every variable with what it is for and what it is when it is not set, as lines of Markdown. */
export function describeVariables(): string {
  return Object.entries(variables)
    .map(([name, schema]) => {
      const unset = schema.safeParse(undefined);
      const data: unknown = unset.data;
      const value = !unset.success ? 'required' : data === null ? 'not set' : `\`${data as string}\``;
      return `- \`${name}\` (${value.replace('``', 'none')}): ${schema.description}`;
    })
    .join('\n');
}
