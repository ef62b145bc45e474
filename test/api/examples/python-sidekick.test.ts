import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readRegistration, registerSidekick } from '@assay/admin/register-sidekick.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensurePythonWith } from '../../../tools/local/programs/python-package.ts';
import { until, untilDone, uploadFile, useStackDatabase, useTenant } from '../../support/api.ts';
import { submitLive } from '../../support/live.ts';
import { testCipher } from '../../support/secrets.ts';

// Runs the example as its README describes, with the Python SDK of Temporal on the running stack.

const folder = path.join(import.meta.dirname, '../../../docs/examples/python-sidekick');
const database = useStackDatabase();
const tenant = useTenant(database);
let worker: ChildProcess;
let sidekickId: string;
let output = '';

beforeAll(async () => {
  const { cacheDir, environment } = loadLocalConfig();
  const pinned = (await readFile(path.join(folder, 'requirements.txt'), 'utf8')).trim();
  const python = await ensurePythonWith(pinned, cacheDir, environment['PATH'] ?? '');
  const registration = await readRegistration(path.join(folder, 'sidekick.json'));
  ({ id: sidekickId } = await registerSidekick(
    database,
    () => Promise.resolve(testCipher),
    tenant.workspaceId,
    registration,
  ));
  worker = spawn(python, [path.join(folder, 'worker.py')], {
    env: { ...environment, TEMPORAL_ADDRESS: inject('stack').temporalAddress },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [worker.stdout!, worker.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until(
    () => Promise.resolve(output),
    (text) => text.includes('waiting for work on placeholder-text') || worker.exitCode !== null,
    60_000,
  );
}, 300_000);
afterAll(async () => {
  if (worker.exitCode !== null) return;
  worker.kill('SIGTERM');
  await once(worker, 'exit');
});

async function examine(text: string | Buffer) {
  const blobPath = await uploadFile(tenant.live, 'text.txt', 'text/plain', Buffer.from(text));
  const { body } = await submitLive(tenant, [blobPath], [sidekickId]);
  const { assets } = (await untilDone(tenant.live, body.submissionId)).body;
  const asset = `/api/integrations/submissions/${body.submissionId}/assets/${assets[0].assetId}`;
  return { asset: assets[0], issues: (await tenant.live('GET', `${asset}/issues`)).body.issues };
}

describe('the example in Python', () => {
  test('finds placeholders and their positions in a text', async () => {
    const text = 'A report.\nLorem ipsum dolor.\nTODO: the rest.\n';
    const { asset, issues } = await examine(text);
    expect(output).not.toContain('Traceback');
    expect(asset).toMatchObject({ status: 'complete', issueCount: 2 });
    const quote = (quoted: string) => {
      const start = text.indexOf(quoted);
      return { kind: 'text', start, end: start + quoted.length, quote: quoted };
    };
    const places = issues.map(({ anchor }: any) => anchor);
    expect(places).toEqual(expect.arrayContaining([quote('Lorem ipsum'), quote('TODO')]));
    for (const issue of issues) {
      expect(issue).toMatchObject({ ruleCode: 'text.placeholder', severity: 'major' });
      expect(issue.contributors).toMatchObject([{ label: 'Placeholder text' }]);
    }
  });

  test('finds nothing in a text without placeholders', async () => {
    expect(await examine('Ready to print.\n')).toMatchObject({ asset: { status: 'complete' }, issues: [] });
  });

  test('fails an asset that is not UTF-8, with the reason', async () => {
    // The file is UTF-16 with a byte order mark. Assay can measure it, but the sidekick accepts only UTF-8.
    const { asset } = await examine(Buffer.from('\ufeffReady to print.\n', 'utf16le'));
    expect(asset).toMatchObject({
      status: 'failed',
      errorType: 'sidekick_failed',
      isRetryable: false,
      errorMessage: 'The sidekick placeholder-text could not examine the file: the text is not UTF-8',
    });
  });
});
