import type { Command } from 'commander';
import { loadStorageConfig, loadTemporalConfig } from '../../config.ts';
import { blobStoreOptions } from '../../runtime/bootstrap.ts';
import { migrate } from '../../storage/postgres/migrate.ts';
import { createBucket } from '../../storage/s3/create-bucket.ts';
import type { Setup } from '../run.ts';
import { withTemporal } from '../with-temporal.ts';

/** What has to be there before the API and the workers start; each may run as often as it likes, and several at once. */
export function addSetupCommands(program: Command, run: Setup): void {
  const setup = program.command('setup').description('what the API and the workers need before they start');

  setup
    .command('database')
    .description('bring the schema of Postgres up to date (DATABASE_URL)')
    .action(() => run(async (databaseUrl) => ({ applied: await migrate(await databaseUrl()) })));

  setup
    .command('temporal')
    .description('make the namespace and its search attributes (TEMPORAL_…); not for Temporal Cloud')
    .action(() =>
      run(async () => {
        const config = loadTemporalConfig();
        const { prepareNamespace } = await import('../../temporal/namespace.ts');
        const prepared = await withTemporal(config, prepareNamespace);
        return { namespace: config.TEMPORAL_NAMESPACE, ...prepared };
      }),
    );

  setup
    .command('storage')
    .description('make the bucket (S3_…)')
    .action(() =>
      run(async () => {
        const config = loadStorageConfig();
        return { bucket: config.S3_BUCKET, created: await createBucket(blobStoreOptions(config)) };
      }),
    );
}
