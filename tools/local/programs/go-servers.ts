import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError } from '../progress.ts';
import { goRequirement, installWithGo } from './go.ts';

interface Server {
  /** Name of the program. */
  name: string;
  version: string;
  /** The Go package of the program, without a version. */
  source: string;
  /** Description of the server, in messages. */
  purpose: string;
  releases: string;
}

/** The versions must be those of the images in `docker-compose.yml`. */
const versitygw: Server = {
  name: 'versitygw',
  version: 'v1.8.0',
  source: 'github.com/versity/versitygw/cmd/versitygw',
  purpose: 'an S3 server for the tests',
  releases: 'https://github.com/versity/versitygw/releases',
};
const caddy: Server = {
  name: 'caddy',
  version: 'v2.10.2',
  source: 'github.com/caddyserver/caddy/v2/cmd/caddy',
  purpose: 'the proxy of docker-compose.yml',
  releases: 'https://github.com/caddyserver/caddy/releases',
};

/** Returns the path of versitygw, an S3 server for tests that need conditional requests. See `findServer`. */
export const findVersitygw = (cacheDir: string, environment: NodeJS.ProcessEnv): Promise<string> =>
  findServer(versitygw, cacheDir, environment);

/** Returns the path of Caddy, for tests of `deploy/Caddyfile`. See `findServer`. */
export const findCaddy = (cacheDir: string, environment: NodeJS.ProcessEnv): Promise<string> =>
  findServer(caddy, cacheDir, environment);

/**
 * Returns the path of a server on PATH or in the user's cache folder, or builds it with Go. If the build fails, throws
 * `SetupError` with the ways to get the server.
 */
async function findServer(
  { name, version, source, purpose, releases }: Server,
  cacheDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const onPath = await findOnPath(name, environment['PATH'] ?? '');
  if (onPath !== null) return onPath;
  const directory = path.join(cacheDir, `${name}-${version}`);
  const cached = await findOnPath(name, directory);
  if (cached !== null) return cached;
  await mkdir(directory, { recursive: true });
  const wanted = { title: `${name} ${version}`, source: `${source}@${version}` };
  try {
    await installWithGo(wanted, directory, cacheDir, environment);
  } catch (error) {
    throw new SetupError(
      `${name}, ${purpose}, is missing and could not be installed (${(error as Error).message.split('\n')[0]}).\n` +
        'Do one of these:\n' +
        `  - install ${name}: ${releases}\n` +
        `  - to have it built from source, install ${goRequirement}`,
    );
  }
  return path.join(directory, name);
}
