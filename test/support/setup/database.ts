import path from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { freePort } from '../../../tools/local/stack/ports.ts';
import { postgresService } from '../../../tools/local/stack/services.ts';
import { createSupervisor } from '../../../tools/local/stack/supervisor.ts';
import { preparePostgres } from '../../../tools/local/programs/postgres.ts';
import { migrate } from '@assay/storage/database/migrate.ts';
import { shareDirectory } from './scratch.ts';
import { dependOn, share } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a migrated, empty database. Test files clone it. */
    templateDatabaseUrl: string;
  }
}

const templateDatabase = 'assay_template';

/**
 * Provides a Postgres server for this run: the server at `DATABASE_URL`, or else a new one. To be fast, the new server
 * does not wait until its writes are on disk.
 */
export function sharePostgres() {
  return share('postgres', async (resources) => {
    const { databaseUrl, environment } = loadLocalConfig();
    if (databaseUrl !== null) return databaseUrl;
    const directory = await dependOn(resources, shareDirectory());
    const supervisor = createSupervisor({
      logDir: path.join(directory, 'logs'),
      onPids: () => undefined,
      onRestart: (name, reason) => console.log(`! ${name} ended (${reason}); starting it again`),
    });
    resources.defer(() => supervisor.stop());
    const password = randomBytes(16).toString('hex');
    const port = await freePort(0, new Set());
    const url = `postgres://assay:${password}@127.0.0.1:${port}`;
    const invocation = await preparePostgres(path.join(directory, 'postgres'), password, { durable: false });
    await supervisor.start(postgresService(invocation(port), environment, `${url}/postgres`));
    return `${url}/assay`;
  });
}

export function shareTemplate() {
  return share('template', async (resources) => {
    const databaseUrl = await dependOn(resources, sharePostgres());
    const url = withDatabase(databaseUrl, templateDatabase);
    const client = new pg.Client({ connectionString: withDatabase(databaseUrl, 'postgres') });
    await client.connect();
    try {
      await client.query(`create database ${templateDatabase}`);
    } finally {
      await client.end();
    }
    await migrate(url);
    return url;
  });
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value, release } = await shareTemplate();
  project.provide('templateDatabaseUrl', value);
  return release;
}

function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
