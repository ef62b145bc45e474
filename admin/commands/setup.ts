import type { Command } from 'commander';
import { loadStorageConfig, loadTemporalConfig } from '../../config.ts';
import { blobStoreOptions } from '../../runtime/bootstrap.ts';
import { migrate } from '../../storage/postgres/migrate.ts';
import { createBucket } from '../../storage/s3/create-bucket.ts';
import { connectTemporal, type Setup } from '../run.ts';

/**
 * Adds the commands that must run before the API and the workers start. The commands are idempotent and may run
 * concurrently.
 */
export function addSetupCommands(program: Command, run: Setup): void {
  const setup = program
    .command('setup')
    .description('prepare what the API and the workers need before they start');

  setup
    .command('database')
    .description('migrate the Postgres schema (DATABASE_URL)')
    .action(() => run(async (databaseUrl) => ({ applied: await migrate(await databaseUrl()) })));

  setup
    .command('temporal')
    .description('create the namespace and its search attributes (TEMPORAL_…); not for Temporal Cloud')
    .action(() =>
      run(async () => {
        const config = loadTemporalConfig();
        const { prepareNamespace } = await import('../../temporal/namespace.ts');
        const temporal = await connectTemporal(config);
        try {
          return { namespace: config.TEMPORAL_NAMESPACE, ...(await prepareNamespace(temporal)) };
        } finally {
          await temporal.connection.close();
        }
      }),
    );

  setup
    .command('storage')
    .description('create the bucket (S3_…)')
    .action(() =>
      run(async () => {
        const config = loadStorageConfig();
        return { bucket: config.S3_BUCKET, created: await createBucket(blobStoreOptions(config)) };
      }),
    );
}
