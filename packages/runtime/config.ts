import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { defaultRetrySchedule } from '@assay/domain/retry-schedule.ts';
import { workerRoles } from '@assay/domain/task-queues.ts';
import { isSafeText } from '@assay/domain/lib/characters.ts';
import { type EncryptionKeys, parseEncryptionKeys } from '@assay/domain/lib/key-ring.ts';

// Only this module reads environment variables. Each variable is declared once, and docs/configuration.md is generated
// from the declarations.

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
/**
 * Returns whether a text is a URL or a mail address that can be in the comment of a header: printable ASCII without
 * spaces, parentheses and `\` (RFC 9110, 5.6.5).
 */
function isContact(value: string): boolean {
  if (!/^[!-'*-[\]-~]{1,200}$/.test(value)) return false;
  return URL.canParse(value)
    ? ['http:', 'https:'].includes(new URL(value).protocol)
    : /^[^@]+@[^@]+$/.test(value);
}
function isPair(part: string): boolean {
  try {
    return /^[^=\s]+=/.test(decodeURIComponent(part));
  } catch {
    return false;
  }
}
/** Name-value pairs in the format that OpenTelemetry uses: W3C Baggage without properties. */
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
 * The accepted values of libpq's `sslmode`. With other values, the connection may be unencrypted or the server
 * unverified. The `ssl` and `uselibpqcompat` parameters of the pg package are rejected because they override
 * `sslmode`.
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
  `may set TLS only by sslmode=${sslModes.join(' or sslmode=')} and by files (sslrootcert, sslcert, sslkey)`,
);
const cidr = z.string().refine((text) => {
  const [address = '', bits = ''] = text.split('/');
  const family = isIP(address);
  return family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}, 'must be a network such as 127.0.0.0/8');
const proxy = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || cidr.safeParse(text).success,
    'must be an address or a network such as 10.0.0.0/8',
  );
const dnsServer = z.string().refine((text) => {
  const [, address = text, port = '53'] =
    /^\[(.+)\]:(\d+)$/.exec(text) ?? /^([\d.]+):(\d+)$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(port) >= 1 && Number(port) <= 65535;
}, 'must be an address such as 192.0.2.1 or 192.0.2.1:53');

const variables = {
  PORT: port.default(3000).describe('Port of the API; 0 means any free port'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that the API listens on; 0.0.0.0 means all interfaces'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('Lowest level of log lines that are written: fatal, error, warn, info, debug or trace'),
  DATABASE_URL: postgres.describe(
    'URL of Postgres, e.g. postgres://user:password@host/name. For TLS, add ?sslmode=verify-full. For a private root certificate, also add &sslrootcert=FILE.pem',
  ),
  DATABASE_MAX_CONNECTIONS: positive
    .default(10)
    .describe(
      'Maximum number of database connections per process. The API reserves a quarter, at least one, for lists and searches, and needs at least two',
    ),
  DATABASE_ROLES: pairs.describe(
    'Postgres roles that `admin setup database` creates, as role=password, separated by commas, passwords percent-encoded: assay_api, assay_orchestration, assay_media, assay_delivery, assay_remote, temporal',
  ),
  TEMPORAL_ADDRESS: z.string().min(1).describe('host:port of the Temporal frontend service'),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default').describe('Temporal namespace'),
  TEMPORAL_TLS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('Whether to connect to Temporal over TLS: true or false'),
  TEMPORAL_API_KEY: text.describe('API key for Temporal Cloud'),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: text.describe(
    'PEM file with the root certificate of the Temporal server, if that certificate is private',
  ),
  TEMPORAL_TLS_CLIENT_CERT_PATH: text.describe('PEM file with the client certificate for Temporal (mTLS)'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: text.describe(
    'PEM file with the unencrypted private key of the client certificate for Temporal',
  ),
  TEMPORAL_TLS_SERVER_NAME: text.describe(
    'Host name that the certificate of the Temporal server must have, if this name differs from the host of TEMPORAL_ADDRESS',
  ),
  PAYLOAD_ENCRYPTION_KEYS: text.describe(
    'Keys that encrypt the payloads and failures in Temporal, in the format of ENCRYPTION_KEYS. All processes and the admin CLI need the same keys. When not set, payloads are not encrypted',
  ),
  PAYLOAD_ENCRYPTION_KEYS_FILE: text.describe('File with the value of PAYLOAD_ENCRYPTION_KEYS'),
  PAYLOAD_ENCRYPTION: z
    .enum(['decrypt', 'encrypt', 'required'])
    .default('required')
    .describe(
      'Use of PAYLOAD_ENCRYPTION_KEYS. required: encrypts new payloads, and refuses payloads that are not encrypted or belong to another workflow. Use the other values only to turn the encryption on or off while processes run. encrypt: encrypts new payloads, and accepts all; decrypt: encrypts none, and accepts all',
    ),
  PAYLOAD_CODEC_ORIGIN: url('http:', 'https:')
    .refine(
      (text) => !URL.canParse(text) || new URL(text).origin === text,
      'must be an origin, without a path',
    )
    .nullable()
    .default(null)
    .describe(
      'Origin of the Temporal UI, e.g. http://127.0.0.1:8080. The server on HEALTH_PORT then decrypts payloads at /codec for this UI and for everyone who can connect to the port, which custom sidekicks must therefore not reach. When not set, payloads are not decrypted there',
    ),
  S3_ENDPOINT: url('http:', 'https:')
    .nullable()
    .default(null)
    .describe(
      'URL of the S3 server; when not set, Amazon S3 is used. The AWS SDK finds the credentials, for example in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    ),
  S3_PUBLIC_ENDPOINT: url('http:', 'https:')
    .nullable()
    .default(null)
    .describe(
      'URL at which consumers and sidekicks reach the S3 server, if this URL differs from S3_ENDPOINT',
    ),
  S3_BUCKET: z.string().min(1).describe('S3 bucket for uploads and results'),
  S3_ACCOUNTS: pairs.describe(
    'Accounts to which `admin setup storage` grants the rights of processes in the bucket, as process=account, separated by commas: api, orchestration, media, remote. Replaces the policy of the bucket',
  ),
  ENCRYPTION_KEYS: text.describe(
    'Keys that encrypt the signing secrets in Postgres, as id=key, separated by commas; a key is the base64 of 32 random bytes. The first key encrypts, and every key decrypts. The API, delivery workers and remote workers require ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE, and the admin CLI for some commands',
  ),
  ENCRYPTION_KEYS_FILE: text.describe(
    'File with the value of ENCRYPTION_KEYS; its keys may also stand on separate lines',
  ),
  AWS_REGION: z.string().min(1).default('us-east-1').describe('AWS region of the S3 bucket'),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be whole seconds')
    .transform(Number)
    .default(0)
    .describe(
      'Seconds for which a stopping API still serves requests while /readyz returns 503, so that load balancers notice',
    ),
  UPLOAD_CONTENT_LENGTH: z
    .enum(['optional', 'required'])
    .default('optional')
    .describe(
      'Whether a request for an upload URL must declare the length of the file. Without it, the storage accepts any length, and the file counts with the limit of its type',
    ),
  API_KEY_HEADER_CASE: z
    .enum(['any', 'exact'])
    .default('any')
    .describe(
      'Accepted case of the header X-API-Key. any: upper or lower case; exact: only as the specification spells it (HTTP/1.1)',
    ),
  PUBLIC_URL: url('http:', 'https:')
    .transform((text) => text.replace(/\/+$/, ''))
    .nullable()
    .default(null)
    .describe(
      'URL at which consumers reach the API; error responses link to their documentation at this URL, and precedents to issues in the console. `admin setup storage` allows pages of its origin, the console, to upload files to the bucket',
    ),
  TRUST_PROXY: list
    .pipe(z.array(proxy))
    .default([])
    .describe(
      'Addresses or networks of the proxies in front of the API, separated by commas. The header X-Forwarded-For of other senders is ignored. The address of the client is in the request log and the audit log',
    ),
  RATE_LIMIT_STORE: z
    .enum(['postgres', 'memory'])
    .default('postgres')
    .describe(
      'Store of the request counts for rate limits: postgres for any number of API processes, memory for a single API process',
    ),
  MAX_REQUESTS_IN_PROGRESS: positive
    .pipe(z.int().min(2, 'must be at least 2'))
    .default(1000)
    .describe(
      'Maximum number of concurrent requests per API process. A workspace can use at most half of this number, and less while others compete. Further requests get 429',
    ),
  WORKER_ROLES: list
    .pipe(z.array(z.enum(workerRoles)).min(1))
    .default([...workerRoles])
    .describe(`Roles of a worker process, separated by commas: ${workerRoles.join(', ')}`),
  HEALTH_PORT: port
    .nullable()
    .default(null)
    .describe(
      'Port that serves /healthz, /readyz and /metrics to operators; 0 means any free port. When HEALTH_PORT is not set, no such port is opened and no metrics are collected',
    ),
  HEALTH_HOST: text.describe(
    'Address that the server on HEALTH_PORT listens on; when not set, the value of HOST is used',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:')
    .nullable()
    .default(null)
    .describe(
      'URL of the OpenTelemetry collector (OTLP over HTTP) without /v1/traces, e.g. http://collector:4318. When not set, no traces are exported',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf'])
    .default('http/protobuf')
    .describe('Encoding of traces. Only http/protobuf is supported'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.describe(
    'Headers of requests to the OpenTelemetry collector: name=value pairs, separated by commas, with percent-encoded values',
  ),
  OTEL_RESOURCE_ATTRIBUTES: pairs.describe(
    'Resource attributes of traces: name=value pairs, separated by commas, e.g. deployment.environment.name=production',
  ),
  OTEL_TRACES_SAMPLER: z
    .enum(['parentbased_always_on', 'parentbased_traceidratio'])
    .default('parentbased_always_on')
    .describe(
      'Sampler that selects the requests to trace: parentbased_always_on or parentbased_traceidratio',
    ),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be from 0 to 1')
    .transform(Number)
    .default(1)
    .describe('Share of requests that the sampler parentbased_traceidratio traces, from 0 to 1'),
  WORKFLOW_BUNDLE: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'File with a prebuilt workflow bundle; when not set, the worker builds a workflow bundle at start',
    ),
  CONSOLE_DIR: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Directory with the built console, which the API serves at /console; when not set, no console is served. Requires a PUBLIC_URL with https, or with http and localhost or a loopback address',
    ),
  WORK_DIR: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Directory in which a media worker stores the files in progress; when not set, the temporary directory of the system is used',
    ),
  MEDIA_SANDBOX: z
    .enum(['auto', 'required', 'off'])
    .default('required')
    .describe(
      'Isolation of ffmpeg, ffprobe and parser processes. required: bubblewrap, or the worker does not start. Only for development: auto (bubblewrap, or resource limits alone where it does not work) and off',
    ),
  TEXT_READER: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'Whether media workers read text in pictures: on or off. off: sidekicks that read text examine only documents, or are not available. The API, the orchestration workers and the media workers must have the same value',
    ),
  TEXT_MODELS: z
    .string()
    .nullable()
    .default(null)
    .describe(
      'Directory with the weights of the networks that read text in pictures. The image of the media worker contains them. Media workers with TEXT_READER=on require it',
    ),
  C2PA_TRUST_LIST_FILE: text.describe(
    'PEM file with the C2PA trust list: the anchors of signers of content credentials, from https://github.com/c2pa-org/conformance-public (trust-list). Media workers read the file again after it has changed. When not set, signers are judged by C2PA_ANCHORS_FILE alone, or not at all',
  ),
  C2PA_TSA_TRUST_LIST_FILE: text.describe(
    'PEM file with the C2PA trust list of time-stamp authorities, from the same place. Media workers read the file again after it has changed. When not set, time stamps of content credentials are judged by C2PA_ANCHORS_FILE alone, or not at all',
  ),
  C2PA_ANCHORS_FILE: text.describe(
    'PEM file with further anchors of signers and time-stamp authorities of content credentials. Findings name them as the list of the operator. Media workers read the file again after it has changed',
  ),
  REPORT_SIGNING_KEY_FILE: text.describe(
    'PEM file with the Ed25519 private key (PKCS #8) that signs reports. Orchestration workers read the file again after it has changed. When not set, reports are not signed',
  ),
  REPORT_TSA_URL: text.describe(
    'URL of a time-stamp authority (RFC 3161), http or https. Signatures of reports get a time stamp, which keeps them valid if the key is revoked later. Needs REPORT_TSA_CA_FILE. When not set, signatures get no time stamps',
  ),
  REPORT_TSA_CA_FILE: text.describe(
    'PEM file with the certificates with which time stamps of REPORT_TSA_URL are verified. Everybody can read them beside the public keys of reports',
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
      'Delay in seconds before each delivery attempt of a webhook, separated by commas; the number of entries is the number of attempts',
    ),
  WEBHOOK_TIMEOUT_SECONDS: positive
    .pipe(z.int().max(300, 'must be at most 300'))
    .default(15)
    .describe(
      'Time limit in seconds for the request and response of one webhook delivery attempt; at most 300',
    ),
  WEBHOOK_FIRST_ATTEMPT: z
    .enum(['workflow', 'direct'])
    .default('workflow')
    .describe(
      'How delivery workers make the first attempt of a webhook delivery. workflow: the first task of its workflow in Temporal makes it. direct: the worker makes it, and only a delivery that needs a later attempt gets a workflow, which is faster',
    ),
  WEBHOOK_ALLOWED_CIDRS: list
    .pipe(z.array(cidr))
    .default([])
    .describe('Non-public networks that webhooks and custom sidekicks may reach, separated by commas'),
  WEBHOOK_ALLOWED_PORTS: list
    .pipe(z.array(port))
    .nullable()
    .default(null)
    .describe(
      'Ports that webhooks and custom sidekicks may use, separated by commas, e.g. 443; when not set, any port is allowed',
    ),
  WEBHOOK_PROXY_URL: url('http:')
    .nullable()
    .default(null)
    .describe(
      'URL of an HTTP proxy for webhooks and custom sidekicks. The worker resolves and checks the address of the endpoint, then connects through the proxy with CONNECT',
    ),
  WEBHOOK_DNS_SERVERS: list
    .pipe(z.array(dnsServer))
    .nullable()
    .default(null)
    .describe(
      'Name servers that resolve the host names of endpoints, separated by commas, e.g. 192.0.2.1 or 192.0.2.1:53. When not set, the name servers of the system are used',
    ),
  WEBHOOK_CA_FILE: z
    .string()
    .nullable()
    .default(null)
    .describe('PEM file with additional root certificates to trust for webhooks and custom sidekicks'),
  WEBHOOK_CONTACT: text
    .refine(
      (contact) => contact === null || isContact(contact),
      'must be an http or https URL or a mail address, of at most 200 printable ASCII characters without spaces and parentheses',
    )
    .describe(
      'URL or mail address of the operator, for owners of servers that receive unwanted webhooks, e.g. https://example.com/webhooks. Each webhook request has it in its User-Agent header',
    ),
  OPERATOR: text
    .refine(
      (name) => name === null || (name.length <= 100 && isSafeText(name)),
      'must be at most 100 printable characters',
    )
    .describe(
      'Name of the operator in the audit log, for the admin CLI. When not set, the user name of the operating system',
    ),
  LOCAL_DIR: z.string().default('.local').describe('Directory that contains the state of the local stack'),
} as const;

type VariableName = keyof typeof variables;
type Config<Names extends VariableName> = { [Name in Names]: z.output<(typeof variables)[Name]> };

/** Thrown if the environment is invalid. `message` names each faulty variable. */
export class ConfigError extends Error {}

function load<Names extends VariableName>(env: NodeJS.ProcessEnv, names: readonly Names[]): Config<Names> {
  const faults: string[] = [];
  const entries = names.map((name) => {
    // Compose files and shells pass unset variables on as empty strings.
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

/** Returns the faults of settings that are valid individually, but not in combination or on this machine. */
function impossibleCombinations(config: Partial<Config<VariableName>>): string[] {
  const faults: string[] = [];
  if (config.HEALTH_HOST && config.HEALTH_PORT === null) faults.push('HEALTH_HOST requires HEALTH_PORT');
  if (config.HEALTH_PORT && config.HEALTH_PORT === config.PORT) {
    faults.push('HEALTH_PORT must differ from PORT, which consumers can reach');
  }
  if (config.S3_PUBLIC_ENDPOINT && !config.S3_ENDPOINT) {
    faults.push('S3_PUBLIC_ENDPOINT requires S3_ENDPOINT');
  }
  if (config.WORKFLOW_BUNDLE && !existsSync(config.WORKFLOW_BUNDLE)) {
    faults.push(`WORKFLOW_BUNDLE names a file that does not exist: ${config.WORKFLOW_BUNDLE}`);
  }
  if (config.CONSOLE_DIR && !existsSync(`${config.CONSOLE_DIR}/index.html`)) {
    faults.push(`CONSOLE_DIR names a directory without a built console: ${config.CONSOLE_DIR}`);
  }
  if (config.CONSOLE_DIR && !isSafeForSessions(config.PUBLIC_URL ?? null)) {
    const problem = config.PUBLIC_URL ? `not ${config.PUBLIC_URL}` : 'which is not set';
    faults.push(
      `CONSOLE_DIR requires a PUBLIC_URL with https, or with http and localhost or a loopback address, ${problem}`,
    );
  }
  for (const [name, faultOf] of pemFiles) {
    const fault = config[name] ? faultOf(config[name]) : null;
    if (fault !== null) faults.push(`${name}: ${fault}`);
  }
  if (config.DATABASE_URL) faults.push(...impossibleDatabase(new URL(config.DATABASE_URL).searchParams));
  if (config.TEMPORAL_TLS === false) {
    const given = overTls.filter((name) => config[name]);
    if (given.length > 0) faults.push(`${given.join(', ')}: only with TEMPORAL_TLS=true`);
  }
  if (!config.TEMPORAL_TLS_CLIENT_CERT_PATH !== !config.TEMPORAL_TLS_CLIENT_KEY_PATH) {
    faults.push('TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH require each other');
  }
  return faults;
}

/** Returns whether a session cookie stays secret at this URL: HTTPS, or a host name of the local machine. */
function isSafeForSessions(publicUrl: string | null): boolean {
  if (publicUrl === null) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Returns the reason why a PEM file cannot be used for certificates. Null if the file can be used. The check is
 * needed because TLS silently ignores certificates that it cannot parse.
 */
function certificateFault(file: string): string | null {
  return pemFault(file, (pem) => {
    const starts = pem.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/g)?.length ?? 0;
    if (starts === 0) return 'contains no certificate';
    const blocks =
      pem.match(
        /^-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----\s*$[^]*?^-----END (?:TRUSTED |X509 )?CERTIFICATE-----\s*$/gm,
      ) ?? [];
    if (blocks.length !== starts) return 'has BEGIN or END markers that are missing or not on their own line';
    for (const block of blocks) new X509Certificate(block);
    return null;
  });
}

function privateKeyFault(file: string): string | null {
  return pemFault(file, (pem) => {
    createPrivateKey(pem);
    return null;
  });
}

function reportKeyFault(file: string): string | null {
  return pemFault(file, (pem) =>
    createPrivateKey(pem).asymmetricKeyType === 'ed25519' ? null : 'has no Ed25519 key',
  );
}

function pemFault(file: string, check: (pem: string) => string | null): string | null {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch (error) {
    return `${file} cannot be read: ${(error as Error).message}`;
  }
  try {
    const fault = check(pem);
    return fault && `${file} ${fault}`;
  } catch (error) {
    return `${file} cannot be parsed: ${(error as Error).message}`;
  }
}

const pemFiles = [
  ['WEBHOOK_CA_FILE', certificateFault],
  ['C2PA_TRUST_LIST_FILE', certificateFault],
  ['C2PA_TSA_TRUST_LIST_FILE', certificateFault],
  ['C2PA_ANCHORS_FILE', certificateFault],
  ['REPORT_SIGNING_KEY_FILE', reportKeyFault],
  ['REPORT_TSA_CA_FILE', certificateFault],
  ['TEMPORAL_TLS_SERVER_CA_CERT_PATH', certificateFault],
  ['TEMPORAL_TLS_CLIENT_CERT_PATH', certificateFault],
  ['TEMPORAL_TLS_CLIENT_KEY_PATH', privateKeyFault],
] as const;

const databasePemFiles = [
  ['sslrootcert', certificateFault],
  ['sslcert', certificateFault],
  ['sslkey', privateKeyFault],
] as const;

/** Variables that require TLS. Without it, the API key would be unencrypted, and the certificates ignored. */
const overTls = [
  'TEMPORAL_API_KEY',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_SERVER_NAME',
] as const;

function impossibleDatabase(parameters: URLSearchParams): string[] {
  const given = databasePemFiles.filter(([name]) => parameters.has(name));
  if (given.length > 0 && parameters.get('sslmode') !== 'verify-full') {
    const names = given.map(([name]) => name);
    return [`DATABASE_URL has ${names.join(', ')} without sslmode=verify-full`];
  }
  return given.flatMap(([name, faultOf]) => {
    const fault = faultOf(parameters.get(name)!);
    return fault === null ? [] : [`DATABASE_URL, ${name}: ${fault}`];
  });
}

const temporal = [
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_TLS',
  'PAYLOAD_ENCRYPTION',
  ...overTls,
] as const;
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
  'PAYLOAD_CODEC_ORIGIN',
  ...tracing,
  ...temporal,
] as const;
const storage = ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'S3_BUCKET', 'AWS_REGION'] as const;

export function loadApiConfig(env = process.env) {
  const config = load(env, [
    ...common,
    ...storage,
    'PORT',
    'PUBLIC_URL',
    'CONSOLE_DIR',
    'DRAIN_SECONDS',
    'UPLOAD_CONTENT_LENGTH',
    'TRUST_PROXY',
    'API_KEY_HEADER_CASE',
    'RATE_LIMIT_STORE',
    'MAX_REQUESTS_IN_PROGRESS',
    'TEXT_READER',
  ]);
  return { ...config, ...payloadSettings(config, env), encryptionKeys: requireEncryptionKeys(env) };
}
export type ApiConfig = ReturnType<typeof loadApiConfig>;
export type ServiceConfig = Config<(typeof common)[number]>;

export function loadWorkerConfig(env = process.env) {
  const config = load(env, [
    ...common,
    ...storage,
    'WORKER_ROLES',
    'PUBLIC_URL',
    'WORKFLOW_BUNDLE',
    'WORK_DIR',
    'MEDIA_SANDBOX',
    'TEXT_READER',
    'TEXT_MODELS',
    'C2PA_TRUST_LIST_FILE',
    'C2PA_TSA_TRUST_LIST_FILE',
    'C2PA_ANCHORS_FILE',
    'REPORT_SIGNING_KEY_FILE',
    'REPORT_TSA_URL',
    'REPORT_TSA_CA_FILE',
    'WEBHOOK_RETRY_SCHEDULE_SECONDS',
    'WEBHOOK_TIMEOUT_SECONDS',
    'WEBHOOK_FIRST_ATTEMPT',
    'WEBHOOK_ALLOWED_CIDRS',
    'WEBHOOK_ALLOWED_PORTS',
    'WEBHOOK_PROXY_URL',
    'WEBHOOK_DNS_SERVERS',
    'WEBHOOK_CA_FILE',
    'WEBHOOK_CONTACT',
  ]);
  if (config.WORKER_ROLES.includes('media') && config.TEXT_READER === 'on' && config.TEXT_MODELS === null)
    throw new ConfigError('TEXT_MODELS is required by media workers with TEXT_READER=on');
  const { REPORT_TSA_URL: url, REPORT_TSA_CA_FILE: caFile } = config;
  if ((url === null) !== (caFile === null))
    throw new ConfigError('REPORT_TSA_URL and REPORT_TSA_CA_FILE are only used together');
  if (url !== null && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ConfigError('REPORT_TSA_URL must be an http or https URL');
  const signs = config.WORKER_ROLES.some((role) => role === 'delivery' || role === 'remote');
  return {
    ...config,
    ...payloadSettings(config, env),
    /** Null if signatures of reports get no time stamps. */
    timeStampAuthority: url === null ? null : { url, caFile: caFile! },
    /** Null if no role of the worker signs requests. The keys are then not read. */
    encryptionKeys: signs ? requireEncryptionKeys(env) : null,
    searchPath: env['PATH'] ?? '',
  };
}
export type WorkerConfig = ReturnType<typeof loadWorkerConfig>;

/** Returns the settings of the codec server, which needs neither Postgres nor Temporal. */
export function loadCodecServerConfig(env = process.env) {
  const config = load(env, [
    'LOG_LEVEL',
    'HOST',
    'HEALTH_PORT',
    'HEALTH_HOST',
    'PAYLOAD_CODEC_ORIGIN',
    'TEMPORAL_NAMESPACE',
  ]);
  if (config.PAYLOAD_CODEC_ORIGIN === null) throw new ConfigError('PAYLOAD_CODEC_ORIGIN is required');
  return { ...config, ...payloadSettings(config, env) };
}

/** Returns the settings of the admin CLI. A null address stands for the address of the local stack. */
export function loadAdminConfig(env = process.env) {
  return {
    ...load(env, ['LOCAL_DIR', 'DATABASE_ROLES', 'OPERATOR', 'PUBLIC_URL']),
    databaseUrl: env['DATABASE_URL'] ? load(env, ['DATABASE_URL']).DATABASE_URL : null,
    temporalAddress: env['TEMPORAL_ADDRESS'] || null,
  };
}

export function loadTemporalConfig(env = process.env, address = env['TEMPORAL_ADDRESS']) {
  return { ...load({ ...env, TEMPORAL_ADDRESS: address }, temporal), payloadKeys: loadPayloadKeys(env) };
}
export type TemporalConfig = ReturnType<typeof loadTemporalConfig>;

/** Returns the keys that encrypt the signing secrets in Postgres. Throws if none are configured. */
export function requireEncryptionKeys(env = process.env): EncryptionKeys {
  const keys = loadEncryptionKeys(env);
  if (keys !== null) return keys;
  const { description } = variables.ENCRYPTION_KEYS;
  throw new ConfigError(`ENCRYPTION_KEYS or ENCRYPTION_KEYS_FILE is required (${description})`);
}

/** Returns the keys that encrypt the signing secrets in Postgres. Null if none are configured. */
export function loadEncryptionKeys(env = process.env): EncryptionKeys | null {
  const text = encryptionKeysText(env, 'ENCRYPTION_KEYS');
  return text === null ? null : parseEncryptionKeys(text);
}

/** Returns the keys of payloads. Throws if PAYLOAD_CODEC_ORIGIN is set without HEALTH_PORT or keys. */
function payloadSettings(
  config: Config<'PAYLOAD_CODEC_ORIGIN' | 'HEALTH_PORT'>,
  env: NodeJS.ProcessEnv,
): { payloadKeys: EncryptionKeys | null } {
  const payloadKeys = loadPayloadKeys(env);
  if (config.PAYLOAD_CODEC_ORIGIN !== null && (config.HEALTH_PORT === null || payloadKeys === null))
    throw new ConfigError('PAYLOAD_CODEC_ORIGIN requires HEALTH_PORT and PAYLOAD_ENCRYPTION_KEYS');
  return { payloadKeys };
}

/** Returns the keys that encrypt payloads in Temporal. Null if none are configured. */
export function loadPayloadKeys(env = process.env): EncryptionKeys | null {
  const text = encryptionKeysText(env, 'PAYLOAD_ENCRYPTION_KEYS');
  return text === null ? null : parseEncryptionKeys(text);
}

/**
 * Returns the configured keys as text. Null if none are configured. Throws if the text is invalid. The error does not
 * contain the text, which is a secret.
 */
function encryptionKeysText(
  env: NodeJS.ProcessEnv,
  variable: 'ENCRYPTION_KEYS' | 'PAYLOAD_ENCRYPTION_KEYS',
): string | null {
  const fileVariable = `${variable}_FILE` as const;
  const { [variable]: inline, [fileVariable]: file } = load(env, [variable, fileVariable]);
  if (inline !== null && file !== null)
    throw new ConfigError(`${variable} and ${fileVariable} exclude each other`);
  try {
    const text = file === null ? inline : readFileSync(file, 'utf8');
    if (text !== null) parseEncryptionKeys(text);
    return text;
  } catch (error) {
    const name = file === null ? variable : `${fileVariable}: ${file}`;
    throw new ConfigError(`${name} ${(error as Error).message}`, { cause: error });
  }
}

export function loadStorageConfig(env = process.env) {
  return load(env, [...storage, 'S3_ACCOUNTS', 'PUBLIC_URL']);
}
export type StorageConfig = Config<(typeof storage)[number]>;

/** Returns the settings of the local stack. The local stack does not start a service whose address is configured. */
export function loadLocalConfig(env = process.env) {
  const { LOCAL_DIR, PORT } = load(env, ['LOCAL_DIR', 'PORT', 'WEBHOOK_CA_FILE']);
  return {
    localDir: LOCAL_DIR,
    port: PORT,
    databaseUrl: env['DATABASE_URL'] || null,
    temporalAddress: env['TEMPORAL_ADDRESS'] || null,
    s3Endpoint: env['S3_ENDPOINT'] || null,
    /** Text of ENCRYPTION_KEYS. Null: the local stack generates a key. */
    encryptionKeys: encryptionKeysText(env, 'ENCRYPTION_KEYS'),
    /** Text of PAYLOAD_ENCRYPTION_KEYS. Null: the local stack generates a key. */
    payloadKeys: encryptionKeysText(env, 'PAYLOAD_ENCRYPTION_KEYS'),
    /** Directory of the cache that all clones of the repository share (XDG Base Directory Specification). */
    cacheDir: `${env['XDG_CACHE_HOME'] || `${env['HOME'] ?? '.'}/.cache`}/assay`,
    /** False for tests: Postgres does not wait for the disk, and Temporal keeps its data only in memory. */
    durable: true,
    /** The environment for the processes that the local stack starts. */
    environment: env,
  };
}
export type LocalConfig = ReturnType<typeof loadLocalConfig>;

/** Returns every variable with its default and description, as a Markdown list. */
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
