import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  loadAdminConfig,
  loadApiConfig,
  loadCodecServerConfig,
  loadLocalConfig,
  loadStorageConfig,
  loadTemporalConfig,
  loadWorkerConfig,
} from '@assay/runtime/config.ts';
import { maxProcesses } from '@assay/analysis/decode/sandbox-script.ts';
import { workerRoles } from '@assay/domain/task-queues.ts';
import { type ComposeFile, filledEnv, imageStage, readCompose, root } from '../support/compose.ts';
import { imageEnvironment } from '../support/image.ts';
import { run } from '../support/run.ts';

/** The keys that docker-compose.yml uses. https://github.com/compose-spec/compose-spec/blob/main/spec.md */
const keys = {
  file: ['name', 'services', 'networks', 'volumes'],
  service: [
    ...['image', 'build', 'entrypoint', 'command', 'environment', 'user', 'profiles', 'deploy', 'depends_on'],
    ...[
      'restart',
      'stop_signal',
      'stop_grace_period',
      'healthcheck',
      'networks',
      'ports',
      'volumes',
      'tmpfs',
    ],
    ...['read_only', 'cap_add', 'cap_drop', 'security_opt', 'pids_limit', 'mem_limit'],
  ],
  build: ['context', 'target'],
  deploy: ['replicas'],
  healthcheck: ['disable', 'test', 'interval', 'timeout', 'retries', 'start_period', 'start_interval'],
  network: ['internal', 'driver_opts'],
};

let filled: Record<string, string>;
let compose: ComposeFile;
beforeAll(async () => {
  filled = await filledEnv();
  compose = await readCompose(filled);
});

/** Returns the environment variables that docker-compose.yml sets for a service. */
const environmentOf = (name: string) => compose.services[name]!.environment ?? {};

describe('docker-compose.yml', () => {
  test('uses only keys of the Compose specification', () => {
    const { services, networks } = compose;
    const unknown = (kind: keyof typeof keys, value: object = {}) =>
      Object.keys(value).filter((key) => !keys[kind].includes(key) && !key.startsWith('x-'));
    expect(unknown('file', compose)).toEqual([]);
    for (const [name, service] of Object.entries(services)) {
      expect(unknown('service', service), name).toEqual([]);
      for (const kind of ['build', 'deploy', 'healthcheck'] as const)
        expect(unknown(kind, service[kind] as object | undefined), `${kind} of ${name}`).toEqual([]);
    }
    for (const [name, network] of Object.entries(networks))
      expect(unknown('network', network), name).toEqual([]);
  });

  test('is accepted by Docker Compose', async ({ skip }) => {
    const { environment } = loadLocalConfig();
    const env = { ...environment, ...filled };
    const compose = (...words: string[]) => run('docker', ['compose', ...words], { cwd: root, env });
    const version = await compose('version').catch(() => null);
    if (version?.code !== 0) skip('the command `docker compose` is missing');
    const { code, output } = await compose('--profile', '*', 'config', '--quiet');
    expect(output).toBe('');
    expect(code).toBe(0);
  });

  test('requires the secrets as variables, and .env.example does not set them', async () => {
    const example = await readFile(path.join(root, '.env.example'), 'utf8');
    const secrets = [...example.matchAll(/^(\w+)=$/gm)].map((match) => match[1]!);
    expect(secrets).toHaveLength(15);
    for (const name of secrets) {
      await expect(readCompose({ ...filled, [name]: '' })).rejects.toThrow(`${name} is not set`);
      expect(filled[name]).toMatch(name.endsWith('ENCRYPTION_KEYS') ? /^1=[\w+/]{43}=$/ : /^[0-9a-f]{48}$/);
    }
    expect(new Set(secrets.map((name) => filled[name])).size).toBe(secrets.length);
    expect(filled).toMatchObject({ PUBLIC_URL: 'http://localhost:3000' });
  });

  test('the API requires the length of each upload', () => {
    expect(environmentOf('api')['UPLOAD_CONTENT_LENGTH']).toBe('required');
  });

  test('only proxies publish ports, by default on the loopback address', async () => {
    const published = (file: ComposeFile) =>
      Object.entries(file.services).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
    expect(published(compose)).toEqual([
      ['proxy', '127.0.0.1:3000:3000'],
      ['proxy', '127.0.0.1:7070:7070'],
      ['proxy', '127.0.0.1:8080:8080'],
      ['proxy-monitoring', '127.0.0.1:9090:9090'],
      ['proxy-monitoring', '127.0.0.1:3030:3030'],
    ]);
    const open = published(await readCompose({ ...filled, BIND_ADDRESS: '0.0.0.0' }));
    expect(open.filter(([, port]) => port!.startsWith('0.0.0.0'))).toEqual([
      ['proxy', '0.0.0.0:3000:3000'],
      ['proxy', '0.0.0.0:7070:7070'],
    ]);
  });

  test('the pages for operators are served only under the names of this machine', async () => {
    const caddyfile = await readFile(path.join(root, 'deploy/Caddyfile'), 'utf8');
    const sites = [...caddyfile.matchAll(/^(http:[^\n]*) \{\n(.*?)^\}/gms)].flatMap(
      ([, addresses, content]) =>
        addresses!
          .split(', ')
          .map((address) => [address, content!.match(/^\t(reverse_proxy|respond|@presigned)\b/m)![1]!]),
    );
    const operatorSites = ['8080', '9090', '3030'].flatMap((port) => [
      [`http://localhost:${port}`, 'reverse_proxy'],
      [`http://127.0.0.1:${port}`, 'reverse_proxy'],
      [`http://:${port}`, 'respond'],
    ]);
    expect(sites.toSorted()).toEqual(
      [
        ...operatorSites,
        ...[
          ['http://:3000', 'reverse_proxy'],
          ['http://:7070', '@presigned'],
          ['http://:9465', 'respond'],
        ],
      ].toSorted(),
    );
  });

  test('each service is only in the networks that it needs', () => {
    const members = (network: string) =>
      Object.keys(compose.services).filter((name) => compose.services[name]!.networks!.includes(network));
    const workers = ['worker-orchestration', 'worker-media', 'worker-delivery', 'worker-remote'];
    const withStorage = workers.filter((name) => name !== 'worker-delivery');
    expect(Object.fromEntries(Object.keys(compose.networks).map((name) => [name, members(name)]))).toEqual({
      database: ['postgres', 'temporal-schema', 'temporal', 'setup-database', 'admin', 'api', ...workers],
      temporal: ['temporal', 'temporal-ui', 'setup-temporal', 'admin', 'api', ...workers],
      storage: ['storage', 'setup-storage', 'admin', 'api', ...withStorage],
      consumers: ['storage', 'api', 'proxy'],
      operators: ['temporal-ui', 'codec-server', 'proxy', 'prometheus', 'grafana', 'proxy-monitoring'],
      metrics: ['api', ...workers, 'prometheus'],
      internet: ['worker-delivery', 'worker-remote'],
      published: ['proxy', 'proxy-monitoring'],
    });
    for (const [name, network] of Object.entries(compose.networks)) {
      const isExternal = ['internet', 'published'].includes(name);
      // Without the option, containers in an internal network can connect to what listens on the host.
      const internal = { internal: true, driver_opts: { 'com.docker.network.bridge.inhibit_ipv4': 'true' } };
      expect(network, name).toEqual(isExternal ? {} : internal);
    }
  });

  test('only the codec server decrypts payloads for operators, outside of the network of Temporal', async () => {
    const decrypts = Object.keys(compose.services).filter(
      (name) => environmentOf(name)['PAYLOAD_CODEC_ORIGIN'],
    );
    expect(decrypts).toEqual(['codec-server']);
    expect(compose.services['codec-server']!.networks).toEqual(['operators']);
    expect(compose.services['temporal']!.networks).not.toContain('operators');
    // The browser of an operator reaches the codec server through the proxy, from the page of the UI.
    const caddyfile = await readFile(path.join(root, 'deploy/Caddyfile'), 'utf8');
    const { HEALTH_PORT, PAYLOAD_CODEC_ORIGIN } = environmentOf('codec-server');
    expect(caddyfile.match(/.*\/codec.*/g)).toEqual([
      `\treverse_proxy /codec/* codec-server:${HEALTH_PORT!}`,
    ]);
    expect(environmentOf('temporal-ui')['TEMPORAL_CODEC_ENDPOINT']).toBe(`${PAYLOAD_CODEC_ORIGIN!}/codec`);
  });

  test('the API trusts the addresses of containers, and no address of the internet', () => {
    expect(environmentOf('api')).toMatchObject({ TRUST_PROXY: '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16' });
    expect(compose.services['api']!.ports).toBeUndefined();
  });

  test('each service has only its own passwords', () => {
    const holders = (variable: string) =>
      Object.keys(compose.services).filter((name) =>
        JSON.stringify(environmentOf(name)).includes(filled[variable]!),
      );
    expect(holders('POSTGRES_PASSWORD')).toEqual(['postgres', 'setup-database', 'admin']);
    expect(holders('TEMPORAL_POSTGRES_PASSWORD')).toEqual(['temporal-schema', 'temporal', 'setup-database']);
    expect(holders('S3_SECRET_KEY')).toEqual(['storage', 'setup-storage', 'admin']);
    for (const [name, prefix] of [
      ['api', 'API'],
      ['worker-orchestration', 'ORCHESTRATION'],
      ['worker-media', 'MEDIA'],
      ['worker-remote', 'REMOTE'],
    ] as const) {
      expect(holders(`${prefix}_POSTGRES_PASSWORD`)).toEqual(['setup-database', name]);
      expect(holders(`${prefix}_S3_SECRET_KEY`)).toEqual(['storage', name]);
    }
    expect(holders('DELIVERY_POSTGRES_PASSWORD')).toEqual(['setup-database', 'worker-delivery']);
    expect(holders('ENCRYPTION_KEYS')).toEqual(['admin', 'api', 'worker-delivery', 'worker-remote']);
    // Every client of Temporal that sends or reads payloads, and the codec server.
    expect(holders('PAYLOAD_ENCRYPTION_KEYS')).toEqual([
      'codec-server',
      'admin',
      'api',
      'worker-orchestration',
      'worker-media',
      'worker-delivery',
      'worker-remote',
    ]);
  });

  test('each process connects as a role and an account that the set-up jobs prepare', () => {
    const roles = loadAdminConfig(environmentOf('setup-database')).DATABASE_ROLES!;
    const accounts = loadStorageConfig(environmentOf('setup-storage')).S3_ACCOUNTS!;
    for (const name of ['api', 'orchestration', 'media', 'delivery', 'remote']) {
      const environment = environmentOf(name === 'api' ? name : `worker-${name}`);
      const { username, password } = new URL(environment['DATABASE_URL']!);
      expect(username).toBe(`assay_${name}`);
      expect(roles[username]).toBe(password);
      expect(environment['AWS_ACCESS_KEY_ID']).toBe(accounts[name]);
    }
    expect(environmentOf('temporal')).toMatchObject({
      POSTGRES_USER: 'temporal',
      POSTGRES_PWD: roles['temporal'],
    });
  });

  test('TEMPORAL_NAMESPACE selects the namespace of every process, of its set-up and of the admin CLI', async () => {
    const { services } = await readCompose({ ...filled, TEMPORAL_NAMESPACE: 'after-restore' });
    const namespaces = Object.entries(services)
      .filter(([name, { environment = {} }]) => name !== 'temporal-ui' && 'TEMPORAL_ADDRESS' in environment)
      .map(([name, { environment }]) => [name, environment!['TEMPORAL_NAMESPACE']]);
    expect(namespaces).toHaveLength(7);
    expect(new Set(namespaces.map(([, namespace]) => namespace))).toEqual(new Set(['after-restore']));
    expect(environmentOf('admin')['TEMPORAL_NAMESPACE']).toBe('default');
  });

  test('services depend only on jobs that are not restarted after success, and on services with a health check', () => {
    for (const [name, { depends_on: needs = {} }] of Object.entries(compose.services)) {
      for (const [needed, { condition }] of Object.entries(needs)) {
        const service = compose.services[needed];
        expect(service, `${name} needs ${needed}`).toBeDefined();
        const isJob = condition === 'service_completed_successfully';
        expect(service!['restart'], needed).toBe(isJob ? 'on-failure:5' : 'unless-stopped');
        if (!isJob) expect(service!.healthcheck?.test, needed).toBeDefined();
      }
    }
  });

  test('mounts only declared volumes and existing files', () => {
    const sources = Object.values(compose.services).flatMap(
      ({ volumes = [], security_opt: options = [] }) => [
        ...volumes.map((volume) => volume.split(':')[0]!),
        ...options.flatMap((option) => option.match(/^seccomp=(.+)/)?.[1] ?? []),
      ],
    );
    for (const source of sources) {
      if (source.startsWith('.')) expect(existsSync(path.join(root, source)), source).toBe(true);
      else expect(compose.volumes).toHaveProperty(source);
    }
  });

  test.for([
    ['api', loadApiConfig],
    ['codec-server', loadCodecServerConfig],
    ['setup-database', loadAdminConfig],
    ['setup-temporal', loadTemporalConfig],
    ['setup-storage', loadStorageConfig],
    ['admin', loadAdminConfig],
  ] as const)('sets valid environment variables for %s', ([name, load]) => {
    const environment = environmentOf(name);
    expect(Object.keys(environment).filter((variable) => environment[variable] === '')).toEqual([]);
    load(environment);
  });

  test('has one worker with a valid configuration for each role', async () => {
    // The media image sets the directory of the weights that read text.
    const { TEXT_MODELS } = await imageEnvironment('media', root);
    const roles = Object.keys(compose.services)
      .filter((name) => name.startsWith('worker-'))
      .flatMap((name) => loadWorkerConfig({ TEXT_MODELS, ...environmentOf(name) }).WORKER_ROLES);
    expect(roles.toSorted()).toEqual([...workerRoles].toSorted());
  });

  test('builds each image in one service only, so that an unchanged build restarts nothing', () => {
    const built = Object.values(compose.services).flatMap(({ build, image }) => (build ? [image] : []));
    expect(built.toSorted()).toEqual(['assay-media:latest', 'assay-service:latest']);
    for (const service of Object.values(compose.services))
      if (service.build) expect(service.build.target).toBe(imageStage(service));
  });

  test('runs every process without capabilities that it does not need, on a read-only file system', () => {
    const { services } = compose;
    for (const [name, service] of Object.entries(services)) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.security_opt, name).toContain('no-new-privileges:true');
    }
    const ours = Object.values(services).filter((service) => imageStage(service) !== null);
    expect(ours).toHaveLength(10);
    for (const service of ours) expect(service['cap_add']).toBeUndefined();
    for (const service of ours) expect(service['pids_limit']).toBeGreaterThan(0);
    expect(services['worker-media']!['pids_limit']).toBeGreaterThan(maxProcesses);
  });

  test('pins the version of every image that it does not build', () => {
    const others = Object.values(compose.services).filter((service) => imageStage(service) === null);
    expect(others.length).toBeGreaterThan(5);
    for (const { image } of others) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?(@sha256:\w+)?$/);
  });

  test('gets the digest of every image that it does not build from the documented commands', async () => {
    const page = await readFile(path.join(root, 'docs/deployment.md'), 'utf8');
    const [, commands] = /```sh\n(for image in [^]*?)```/.exec(page)!;
    const directory = await mkdtemp(path.join(tmpdir(), 'assay-digests-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    for (const file of ['Dockerfile', 'docker-compose.yml'])
      await copyFile(path.join(root, file), path.join(directory, file));
    const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
    await writeFile(path.join(directory, 'docker'), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
    const PATH = [directory, loadLocalConfig().environment['PATH']].join(path.delimiter);
    // Running the commands again changes nothing.
    for (let runs = 0; runs < 2; runs++)
      expect(await run('sh', ['-c', commands!], { cwd: directory, env: { PATH } })).toMatchObject({
        code: 0,
      });
    const lines = (file: string) => readFile(path.join(directory, file), 'utf8');
    const images = (await lines('docker-compose.yml')).match(/(?<=image: )(?!assay-).+/g)!;
    const bases = (await lines('Dockerfile')).match(/(?<=^FROM )\S+:\S+/gm)!;
    expect([images.length, bases.length]).toEqual([8, 3]);
    for (const image of [...images, ...bases]) expect(image).toMatch(new RegExp(`^[^@]+:[^@]+@${digest}$`));
  });
});

test('the media worker’s seccomp profile adds five system calls to Docker’s default, for bubblewrap', async () => {
  const profile = JSON.parse(await readFile(path.join(root, 'deploy/media-seccomp.json'), 'utf8')) as {
    defaultAction: string;
    syscalls: { names: string[]; action: string; comment?: string }[];
  };
  expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
  expect(profile.syscalls.at(-1)).toMatchObject({
    names: ['clone', 'mount', 'pivot_root', 'umount2', 'unshare'],
    action: 'SCMP_ACT_ALLOW',
  });
});
