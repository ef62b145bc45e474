/** @module-tag long */

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../support/run.ts';

const root = path.join(import.meta.dirname, '../..');

/** The environment variables, except those that this test run has set. */
const env = (() => {
  const own = /^(?:VITEST|npm_|NODE_|AWS_|WEBHOOK_|DATABASE_|TEMPORAL_|S3_|LOCAL_DIR|PORT|TEST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
})();

let clone: string;

beforeAll(async () => {
  // Only the owner may enter the folder, as in a folder that `mktemp -d` has created.
  clone = await mkdtemp(path.join(tmpdir(), 'assay-clone-'));
  await chmod(clone, 0o700);
  // List the tracked files, and the untracked files that are not ignored. Their current content is copied.
  const { output } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
  });
  const files = output.split('\0').filter((file) => file !== '');
  for (const file of files) await mkdir(path.join(clone, path.dirname(file)), { recursive: true });
  await run('cp', ['--parents', ...files, clone], { cwd: root });
  // CI tests the installation of modules. This test copies the installed modules, as hard links if possible.
  const linked = await run('cp', ['-al', path.join(root, 'node_modules'), clone]);
  if (linked.code !== 0) {
    await rm(path.join(clone, 'node_modules'), { recursive: true, force: true });
    await run('cp', ['-a', path.join(root, 'node_modules'), clone]);
  }
});

afterAll(() => rm(clone, { recursive: true, force: true }));

describe('in a fresh clone that only its owner may enter', () => {
  test(
    'npm run demo uploads, prices, submits and gets results and webhooks',
    { timeout: 180_000 },
    async () => {
      const { code, output } = await run('npm', ['run', 'demo'], { cwd: clone, env: { ...env, PORT: '0' } });
      expect(output).toContain('Everything as expected');
      expect(code).toBe(0);
      expect(output).toMatch(/interview\.mp4 {2}complete, 20 seconds measured, 2 credits/);
      expect(output).toMatch(/Black picture for 3\.0 s from 0:05\.00 to 0:08\.00/);
      expect(output).toMatch(/contract\.pdf {2}complete, 3 pages measured, 3 credits/);
      expect(output).toMatch(/webhook asset\.processing\.completed received, signature verified/);
      expect(output).toMatch(/Credits: estimated 7, charged 7/);
    },
  );

  test('npm run demo leaves no process running', async () => {
    const { output } = await run('ps', ['-eo', 'args']);
    expect(output).not.toContain(clone);
    expect(await readdir(path.join(clone, '.local'))).not.toContain('stack.json');
  });

  test('the file with the secrets is readable by its owner only', async () => {
    const { mode } = await stat(path.join(clone, '.local/state.json'));
    expect(mode & 0o077).toBe(0);
  });

  test('the logs contain no secret', async () => {
    const state = JSON.parse(await readFile(path.join(clone, '.local/state.json'), 'utf8')) as Record<
      string,
      string
    >;
    for (const file of await readdir(path.join(clone, '.local/logs'))) {
      const log = await readFile(path.join(clone, '.local/logs', file), 'utf8');
      for (const secret of [state['liveKey']!, state['sandboxKey']!, state['databasePassword']!, 'whsec_']) {
        expect(log.includes(secret), `${file} has a secret`).toBe(false);
      }
    }
  });

  test('npm run demo accepts files of the user, with the existing state', { timeout: 180_000 }, async () => {
    const text = path.join(clone, 'notes.txt');
    await writeFile(text, 'x'.repeat(2000));
    const photo = path.join(clone, '.local/samples/portrait.jpg');
    const { code, output } = await run('npm', ['run', 'demo', '--', text, photo], {
      cwd: clone,
      // The user's AWS settings must not affect the local S3 server.
      env: { ...env, PORT: '0', AWS_ACCESS_KEY_ID: 'mine', AWS_PROFILE: 'work', S3_BUCKET: 'elsewhere' },
    });
    expect(code).toBe(0);
    expect(output).toMatch(/notes\.txt {2}complete, 2 pages measured, 2 credits/);
    expect(output).toMatch(/portrait\.jpg {2}complete, flat price, 1 credit/);
  });

  test('npm run demo says why it rejects a file', async () => {
    for (const [file, message] of [
      ['nothing.mp4', 'no such file'],
      ['package.json', 'files with this extension are not accepted'],
    ] as const) {
      const { code, output } = await run('npm', ['run', 'demo', '--', file], {
        cwd: clone,
        env: { ...env, PORT: '0' },
      });
      expect(code).toBe(1);
      expect(output).toContain(message);
    }
  });

  test('npm start without ffmpeg says that it is missing and how to install it', async () => {
    const bin = path.join(clone, 'bin');
    await mkdir(bin);
    for (const tool of ['node', 'npm', 'sh', 'env']) {
      const { output } = await run('which', [tool]);
      await run('ln', ['-s', output.trim(), path.join(bin, tool)]);
    }
    const { code, output } = await run('npm', ['start'], {
      cwd: clone,
      env: { ...env, PATH: bin, PORT: '0' },
    });
    expect(code).toBe(1);
    expect(output).toContain('ffmpeg is not installed');
    expect(output).toContain('https://ffmpeg.org/download.html');
  });
});
