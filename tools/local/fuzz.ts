import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import { buildOpenApi } from '../../api/openapi/document.ts';
import { examples } from '../../api/openapi/examples.ts';
import { createPool } from '@assay/storage/database/database.ts';
import { startStack } from './stack/stack.ts';
import { createTenant } from './stack/tenant.ts';
import { stopSignal } from './stop-signal.ts';

// npm run tool -- fuzz [ARGUMENT…]: starts a separate stack and runs schemathesis, an API fuzzer, against its API. The
// arguments are passed on to schemathesis. Unlike the description that the API serves, the description for schemathesis
// permits no unknown fields in responses.

/**
 * The checks that schemathesis runs. They report server errors, responses that violate the OpenAPI document, and
 * requests that the API accepts although they are invalid or have no valid key.
 */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'ignored_auth',
];
const examplesPerOperation = 500;

const base = loadLocalConfig();
const localDir = path.resolve(base.localDir, 'fuzz');
const signal = stopSignal();
const schemathesis = await findOnPath('schemathesis', base.environment['PATH'] ?? '');
if (schemathesis === null) {
  console.error('error: schemathesis is missing; install it with: pipx install schemathesis==4.32.5');
  process.exit(1);
}
await mkdir(localDir, { recursive: true });
const stack = await startStack({ ...base, localDir, port: 0 }, signal);
try {
  const description = path.join(localDir, 'openapi.json');
  await writeFile(description, JSON.stringify(buildOpenApi(examples, { responses: 'closed' })));
  const keys = await newKeys(stack.info.databaseUrl);
  for (const [environment, key] of Object.entries(keys)) {
    console.log(`\nWith a ${environment} key`);
    const code = await run([
      'run',
      description,
      ...['--url', stack.info.apiUrl],
      ...['--header', `X-API-Key: ${key}`],
      ...['--checks', checks.join(',')],
      ...['--max-examples', String(examplesPerOperation)],
      ...['--phases', 'examples,coverage,fuzzing,stateful'],
      '--continue-on-failure',
      '--generation-database=none',
      '--no-color',
      ...process.argv.slice(2),
    ]);
    if (code !== 0) process.exitCode = 1;
    if (signal.aborted) break;
  }
} finally {
  await stack.stop();
  await rm(localDir, { recursive: true, force: true });
}

/** Creates a workspace and returns its keys. The plan has no rate limits, because a 429 would fail a check. */
async function newKeys(databaseUrl: string): Promise<Record<Environment, string>> {
  const database = createPool({
    databaseUrl,
    applicationName: 'fuzz',
    maxConnections: 1,
    onIdleError: () => undefined,
  });
  try {
    const { liveKey, sandboxKey } = await createTenant(database, 'Fuzz', 'unlimited');
    return { sandbox: sandboxKey, live: liveKey };
  } finally {
    await database.end();
  }
}

async function run(args: string[]): Promise<number> {
  const child = spawn(schemathesis!, args, { stdio: 'inherit', cwd: localDir });
  signal.addEventListener('abort', () => child.kill('SIGINT'), { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
