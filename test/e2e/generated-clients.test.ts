/** @module-tag long */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { findGo } from '../../tools/local/programs/go.ts';
import { ensureGoProgram } from '../../tools/local/programs/go-program.ts';
import { ensurePythonWith } from '../../tools/local/programs/python-package.ts';
import { runTool } from '../../tools/local/programs/run-tool.ts';
import { makeVideo } from '../../tools/local/samples/video.ts';
import { newTenant, useStackDatabase } from '../support/api.ts';
import { useReceiver } from '../support/receiver.ts';

// Generates clients from the description of the running service, without settings of the generators, and compiles them.
// Then runs the programs in test/generated-clients with a live key: upload, price, submit, issues, webhook.

const programs = path.join(import.meta.dirname, '../generated-clients');
const modules = path.join(import.meta.dirname, '../../node_modules');
const { cacheDir, environment } = loadLocalConfig();
const database = useStackDatabase();
const receiver = useReceiver();

let directory: string;
/** Path of the description. */
let openApi: string;
/** Path of a video in which the sidekick `video-qc` finds issues. */
let video: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(inject('scratchDir'), 'clients-'));
  openApi = path.join(directory, 'openapi.json');
  video = path.join(directory, 'clip.mp4');
  const response = await fetch(`${inject('stack').apiUrl}/openapi.json`);
  await writeFile(openApi, await response.text());
  await makeVideo(video);
});

/** A command line, and environment variables that the command needs. */
interface Program {
  command: string[];
  env?: Record<string, string>;
}

/** Functions that generate and compile a client, by generator. */
const builders: Record<string, () => Promise<Program>> = {
  async 'openapi-python-client'() {
    const source = path.join(programs, 'python');
    const pinned = (await readFile(path.join(source, 'requirements.txt'), 'utf8')).trim();
    const python = await ensurePythonWith(pinned, cacheDir, environment['PATH'] ?? '');
    const client = path.join(directory, 'python');
    const options = ['generate', '--path', openApi, '--output-path', client];
    await runTool(python, ['-m', 'openapi_python_client', ...options]);
    return { command: [python, path.join(source, 'main.py')], env: { PYTHONPATH: client } };
  },

  async 'oapi-codegen'() {
    const source = path.join(directory, 'go');
    await cp(path.join(programs, 'go'), source, { recursive: true });
    const go = await findGo(cacheDir, environment);
    const options = ['-generate', 'types,client', '-package', 'main', '-o', 'client.gen.go'];
    await runTool('env', [...go, 'tool', 'oapi-codegen', ...options, openApi], { cwd: source });
    return { command: [await ensureGoProgram(source, 'The generated client in Go', cacheDir, environment)] };
  },

  async 'openapi-typescript'() {
    const source = path.join(directory, 'typescript');
    await mkdir(source);
    await cp(path.join(programs, 'typescript', 'main.ts'), path.join(source, 'main.ts'));
    await symlink(modules, path.join(source, 'node_modules'));
    await writeFile(path.join(source, 'package.json'), '{ "type": "module" }');
    const run = (tool: string, ...args: string[]) =>
      runTool(process.execPath, [path.join(modules, tool), ...args], { cwd: source });
    await run('openapi-typescript/bin/cli.js', openApi, '--output', 'schema.ts');
    await run('typescript/bin/tsc', '--init');
    await rename(path.join(source, 'tsconfig.json'), path.join(source, 'init.json'));
    // The program in this repository imports the types of the repository's client. Here these are the new types.
    const paths = { '@assay/client/schema.ts': ['./schema.ts'] };
    const compilerOptions = { types: ['node'], paths, noEmit: true };
    await writeFile(
      path.join(source, 'tsconfig.json'),
      JSON.stringify({ extends: './init.json', compilerOptions, files: ['main.ts'] }),
    );
    await run('typescript/bin/tsc');
    return { command: [process.execPath, path.join(source, 'main.ts')] };
  },
};

describe.for(Object.keys(builders))('a client that %s generates', (generator) => {
  test('uploads, prices, submits, reads issues and verifies a webhook', { timeout: 600_000 }, async () => {
    const { command, env = {} } = await builders[generator]!();
    const tenant = await newTenant(database);
    const [program, ...args] = command;
    const child = spawn(program!, args, {
      env: {
        PATH: environment['PATH'],
        ...env,
        BASE_URL: inject('stack').apiUrl,
        API_KEY: tenant.liveKey,
        ENDPOINT_URL: receiver.url(generator),
        FILE: video,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close') as Promise<[number]>;
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const nextLine = async (): Promise<any> => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`the program ended: ${errors}`);
      return JSON.parse(value);
    };

    const { submissionId, assetId, totalCredits, issues } = await nextLine();
    const at = `/api/integrations/submissions/${submissionId}`;
    expect((await tenant.live('GET', at)).body).toMatchObject({ environment: 'live', status: 'complete' });
    expect(totalCredits).toBe(2);
    const { body } = await tenant.live('GET', `${at}/assets/${assetId}/issues`);
    expect(issues).toEqual(
      body.issues.map(({ ruleCode, severity, anchor }: any) => [ruleCode, severity, anchor.kind]),
    );
    expect(issues.length).toBeGreaterThan(1);

    const [request] = await receiver.received(generator, 1);
    child.stdin.end(JSON.stringify({ headers: request!.headers, body: request!.body }));
    expect(await nextLine()).toEqual({ type: 'asset.processing.completed', assetId });
    expect((await closed)[0]).toBe(0);
  });
});
