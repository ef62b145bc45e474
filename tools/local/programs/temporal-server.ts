import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError } from '../progress.ts';
import { goRequirement, installWithGo } from './go.ts';

/** Version of Temporal's server. It must be the version of the Temporal images in `docker-compose.yml`. */
export const version = 'v1.30.8';
/** Go packages by program name. Temporal's Docker images use the same program names. */
const commands = {
  'temporal-server': 'cmd/server',
  'temporal-sql-tool': 'cmd/tools/sql',
} as const;

/**
 * Returns the directory with Temporal's production server and its schema tool, in the user's cache folder. Builds both
 * with Go if they are missing. Throws `SetupError` if a build fails.
 */
export async function findTemporalServer(cacheDir: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const directory = path.join(cacheDir, `temporal-server-${version}`);
  await mkdir(directory, { recursive: true });
  for (const [command, source] of Object.entries(commands)) {
    if ((await findOnPath(command, directory)) !== null) continue;
    const partial = path.join(directory, `part-${process.pid}`);
    try {
      const wanted = { title: `${command} ${version}`, source: `go.temporal.io/server/${source}@${version}` };
      await installWithGo(wanted, partial, cacheDir, environment);
      await rename(path.join(partial, path.basename(source)), path.join(directory, command));
    } catch (error) {
      throw new SetupError(
        `${command} ${version} could not be built (${(error as Error).message.split('\n')[0]}).\nThis is needed: ${goRequirement}`,
      );
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  return directory;
}
