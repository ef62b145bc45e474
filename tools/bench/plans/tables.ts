import pg from 'pg';
import { createKey } from '@assay/storage/accounts/create-key.ts';
import { ensureDatabase } from '../../local/stack/seed.ts';
import { migrate } from '@assay/storage/database/migrate.ts';
import { fillStatements, workspaceCount } from './fill-statements.ts';

const databaseName = 'assay_plans';
const subscriptionsPerWorkspace = 3;
const chunk = 100_000;
/** The number of the submission that is read. The workspace with the key and the subscription has the same number. */
const subject = 500;

export interface Tables {
  client: pg.Client;
  databaseUrl: string;
  /** A live key of the workspace whose data is read. */
  key: string;
  ids: { submission: string; asset: string; subscription: string };
  /** Inserts rows until there are `submissions` submissions, then runs vacuum and analyze. */
  fillTo(submissions: number): Promise<void>;
  /**
   * Inserts `count` delivery attempts. One of every `oneIn` attempts belongs to the subscription whose deliveries the
   * measured statements read.
   */
  addAttempts(count: number, oneIn: number): Promise<void>;
}

/** Creates a database with workspaces, keys and subscriptions, but without submissions. */
export async function createTables(stackDatabaseUrl: string): Promise<Tables> {
  const url = new URL(stackDatabaseUrl);
  url.pathname = `/${databaseName}`;
  const databaseUrl = url.href;
  await dropDatabase(stackDatabaseUrl, databaseName);
  await ensureDatabase(databaseUrl);
  await migrate(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  // This error is ignored, because the running statement also rejects if the stack stops.
  client.on('error', () => undefined);
  await client.connect();
  // This setting disables foreign key checks, which take longer than the inserts. The inserted rows satisfy all foreign
  // keys.
  await client.query('set session_replication_role = replica');
  await client.query('set synchronous_commit = off');
  await client.query(`
    create function bench_id(kind text, number bigint) returns uuid immutable language sql as $$
      select (lpad(to_hex(number), 8, '0') || '-' || kind || '-7000-8000-000000000000')::uuid $$`);
  await client.query(
    `insert into workspaces (id, name, plan) select bench_id('aaaa', i), 'w' || i, 'unlimited'
     from generate_series(1, $1::integer) i`,
    [workspaceCount],
  );
  await client.query(
    `insert into subscriptions (id, workspace_id, endpoint_url, event_types, description, secret, confirmed_at,
       search_text, origin_search_text)
     select bench_id('bbbb', w * 10 + s), bench_id('aaaa', w), 'https://example.com/' || s,
       array['asset.processing.completed'], 'number ' || s, 'whsec_', now(), 'https://example.com/', 'https://example.com'
     from generate_series(1, $1::integer) w, generate_series(1, $2::integer) s`,
    [workspaceCount, subscriptionsPerWorkspace],
  );
  await client.query(
    `insert into api_keys (id, workspace_id, environment, key_hash, hint)
     select bench_id('9999', i), bench_id('aaaa', i), 'live', sha256(i::text::bytea), 'none'
     from generate_series(1, $1::integer) i`,
    [workspaceCount],
  );
  const id = async (kind: string, number: number) => {
    const { rows } = await client.query<{ id: string }>('select bench_id($1, $2) as id', [kind, number]);
    return rows[0]!.id;
  };
  const { key } = await createKey(client, await id('aaaa', subject), 'live', null);
  // The first use of a key sends a statement that no other request sends.
  await client.query('update api_keys set last_used_at = now()');
  const ids = {
    submission: await id('cccc', subject),
    asset: await id('dddd', subject),
    // The second subscription of the workspace; `fillStatements` uses the first one.
    subscription: await id('bbbb', subject * 10 + 2),
  };
  let filled = 0;
  let attempts = 0;

  return {
    client,
    databaseUrl,
    key,
    ids,

    async fillTo(submissions) {
      while (filled < submissions) {
        const range = [filled + 1, Math.min(filled + chunk, submissions)];
        for (const statement of fillStatements) await client.query(statement, range);
        filled = range[1]!;
      }
      await client.query('vacuum (analyze)');
    },

    async addAttempts(count, oneIn) {
      await client.query(
        `with e as (
           insert into events (id, workspace_id, submission_id, asset_id, version, type, payload)
           select bench_id('eee0', i), bench_id('aaaa', $1), bench_id('cccc', $1), bench_id('dddd', $1), null,
             'asset.processing.completed', repeat('x', 400)
           from generate_series($2::integer + 1, $2 + $3::integer) i returning id
         ), d as (
           insert into deliveries (id, event_id, subscription_id, status, workflow_started_at, completed_at)
           select id, id, case row_number() over () % $5 when 0 then $4::uuid else bench_id('bbbb', 13) end,
             'succeeded', now(), now()
           from e returning id, subscription_id
         )
         insert into attempts (id, delivery_id, subscription_id, attempt_number, status, response_status, duration_ms)
         select id, id, subscription_id, 1, 'succeeded', 204, 20 from d`,
        [subject, attempts, count, ids.subscription, oneIn],
      );
      attempts += count;
      await client.query('vacuum (analyze)');
    },
  };
}

/** Drops a database if it exists. An interrupted run may have left the database. */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}
