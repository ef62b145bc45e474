import type { Command } from 'commander';
import { loadAdminConfig, loadStorageConfig, loadTemporalConfig } from '@assay/runtime/config.ts';
import { blobStoreOptions } from '@assay/runtime/bootstrap.ts';
import { migrate } from '@assay/storage/database/migrate.ts';
import { setUpRoles } from '@assay/storage/database/roles.ts';
import { putBucketCors } from '@assay/storage/s3/bucket-cors.ts';
import { putBucketPolicy } from '@assay/storage/s3/bucket-policy.ts';
import { createBucket } from '@assay/storage/s3/create-bucket.ts';
import { invocation } from '../invocation.ts';
import { currentOperator } from '../operator.ts';
import { connectTemporal, type Setup } from '../run.ts';

/** Adds the commands that must run before the API and the workers start. The commands are idempotent. */
export function addSetupCommands(program: Command, run: Setup): void {
  const setup = program
    .command('setup')
    .description('prepare what the API and the workers need before they start');

  setup
    .command('database')
    .description(
      'migrate the Postgres schema (DATABASE_URL) and create the roles of the processes (DATABASE_ROLES)',
    )
    .action(() =>
      run(async (databaseUrl) => {
        const url = await databaseUrl();
        const { DATABASE_ROLES: passwords } = loadAdminConfig(invocation().env);
        const operator = currentOperator();
        const applied = await migrate(url, undefined, operator);
        return { applied, roles: passwords === null ? [] : await setUpRoles(url, passwords, operator) };
      }),
    );

  setup
    .command('temporal')
    .description('create the namespace and its search attributes (TEMPORAL_…); not for Temporal Cloud')
    .action(() =>
      run(async () => {
        const config = loadTemporalConfig(invocation().env);
        const { prepareNamespace } = await import('@assay/runtime/temporal/namespace.ts');
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
    .description(
      'create the bucket (S3_…), grant the rights of the processes (S3_ACCOUNTS), and allow uploads from the console (PUBLIC_URL)',
    )
    .action(() =>
      run(async () => {
        const config = loadStorageConfig(invocation().env);
        const options = blobStoreOptions(config);
        const created = await createBucket(options);
        if (config.S3_ACCOUNTS !== null) await putBucketPolicy(options, config.S3_ACCOUNTS);
        const origins = config.PUBLIC_URL === null ? [] : [new URL(config.PUBLIC_URL).origin];
        if (origins.length > 0) await putBucketCors(options, origins);
        const accounts = Object.values(config.S3_ACCOUNTS ?? {});
        return { bucket: config.S3_BUCKET, created, accounts, origins };
      }),
    );
}
