import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findOnPath } from '../../activities/media/find-on-path.ts';
import { SetupError } from '../progress.ts';
import { installWithGo } from './go-install.ts';

/** That of the images in docker-compose.yml. */
export const version = 'v1.30.8';
const minGo = [1, 25] as const;
/** By the names that the images give them. */
const commands = {
  'temporal-server': 'cmd/server',
  'temporal-sql-tool': 'cmd/tools/sql',
} as const;

const directoryOf = (cacheDir: string) => path.join(cacheDir, `temporal-server-${version}`);

/** The directory with Temporal's server for production, and the tool for its schema; null when they were not built. */
export async function findTemporalServer(cacheDir: string): Promise<string | null> {
  const directory = directoryOf(cacheDir);
  const found = await Promise.all(Object.keys(commands).map((command) => findOnPath(command, directory)));
  return found.includes(null) ? null : directory;
}

/** Builds both with Go, into the cache that all clones share. Throws `SetupError` with what is missing. */
export async function buildTemporalServer(cacheDir: string, searchPath: string): Promise<string> {
  const directory = directoryOf(cacheDir);
  await mkdir(directory, { recursive: true });
  for (const [command, source] of Object.entries(commands)) {
    const partial = path.join(directory, `part-${process.pid}`);
    try {
      await installWithGo(
        { title: `${command} ${version}`, source: `go.temporal.io/server/${source}@${version}`, minGo },
        partial,
        searchPath,
      );
      await rename(path.join(partial, path.basename(source)), path.join(directory, command));
    } catch (error) {
      throw new SetupError(
        `${command} ${version} could not be built (${(error as Error).message.split('\n')[0]}).\n` +
          `Go ${minGo.join('.')} or newer is needed: https://go.dev/dl/`,
      );
    } finally {
      await rm(partial, { recursive: true, force: true });
    }
  }
  return directory;
}
