import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadApiConfig, loadStorageConfig, loadTemporalConfig, loadWorkerConfig } from '../../config.ts';
import { workerRoles } from '../../domain/task-queues.ts';
import { type ComposeFile, readCompose, root } from '../support/compose.ts';

const filled = { POSTGRES_PASSWORD: 'p0', S3_ACCESS_KEY: 'a0', S3_SECRET_KEY: 's0' };
/** The JSON schema of the Compose specification, as published in github.com/compose-spec/compose-go v2.16.2. */
const specification = path.join(root, 'test/fixtures/compose-spec.json');

let compose: ComposeFile;
beforeAll(async () => {
  compose = await readCompose(filled);
});

/** Returns the environment variables that docker-compose.yml sets for a service. */
const environmentOf = (name: string) => compose.services[name]!.environment ?? {};

describe('docker-compose.yml', () => {
  test('matches the schema of the Compose specification', async () => {
    const schema = JSON.parse(await readFile(specification, 'utf8')) as object;
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const document: unknown = parse(await readFile(path.join(root, 'docker-compose.yml'), 'utf8'), {
      merge: true,
    });
    validate(document);
    expect(validate.errors).toBeNull();
    // The schema rejects an unknown key, which shows that the validation has an effect.
    expect(validate({ services: { api: { replicas: 2 } } })).toBe(false);
  });

  test('requires the secrets as variables, and .env.example does not set them', async () => {
    for (const name of Object.keys(filled)) {
      await expect(readCompose({ ...filled, [name]: '' })).rejects.toThrow(`${name} is not set`);
    }
    const example = await readFile(path.join(root, '.env.example'), 'utf8');
    for (const name of Object.keys(filled)) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
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

  test.for(['api', 'setup-database', 'setup-temporal', 'setup-storage'])(
    'sets valid environment variables for %s',
    (name) => {
      const environment = environmentOf(name);
      expect(Object.keys(environment).filter((variable) => environment[variable] === '')).toEqual([]);
      if (name === 'api') expect(loadApiConfig(environment)).toMatchObject({ RATE_LIMIT_STORE: 'postgres' });
      loadTemporalConfig(environment);
      loadStorageConfig(environment);
    },
  );

  test('has one worker with a valid configuration for each role', () => {
    const roles = Object.keys(compose.services)
      .filter((name) => name.startsWith('worker-'))
      .flatMap((name) => loadWorkerConfig(environmentOf(name)).WORKER_ROLES);
    expect(roles.toSorted()).toEqual([...workerRoles].toSorted());
  });

  test('runs every Assay process without capabilities, on a read-only file system', () => {
    const ours = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
    expect(ours).toHaveLength(8);
    for (const [name, service] of ours) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
      expect(service.security_opt, name).toContain('no-new-privileges:true');
      expect(service['privileged'] ?? service['cap_add'], name).toBeUndefined();
    }
  });

  test('pins the version of every image that it does not build', () => {
    const images = Object.values(compose.services).flatMap(({ image, build }) => (build ? [] : [image]));
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-\w+)?$/);
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
