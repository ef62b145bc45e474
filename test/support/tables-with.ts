import type { Database } from '@assay/storage/database/database.ts';

/** Returns the tables of which a row contains a text in lower case, in any column, as text or as bytes. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found = [];
  for (const { name } of tables) {
    const { rowCount } = await database.query(
      `select from "${name}" r where position($1 in lower(r::text)) > 0 or position($2 in r::text) > 0 limit 1`,
      [text, Buffer.from(text).toString('hex')],
    );
    if (rowCount === 1) found.push(name);
  }
  return found;
}
