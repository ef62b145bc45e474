import type { Queryable } from './database.ts';

/**
 * Returns a description of the schema: one line per column, constraint and index, in a deterministic order. A
 * test migrates a database and compares its description with the committed `schema.txt`.
 */
export async function describeSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ tableName: string; lines: string[] }>(`
    with tables as (
      select oid, relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migrations'
    ), lines as (
      select t.relname, 1 as kind, a.attnum::text as key,
        format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then ' not null' else '' end,
          case when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
          case when a.attidentity <> '' then ' identity' else '' end) as line,
        a.attnum as position
      from tables t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      union all
      select t.relname, 2, c.conname, format('constraint %I %s', c.conname, pg_get_constraintdef(c.oid)), 0
      from tables t join pg_constraint c on c.conrelid = t.oid and c.contype <> 'n'
      union all
      select t.relname, 3, i.relname, pg_get_indexdef(i.oid), 0
      from tables t
      join pg_index x on x.indrelid = t.oid
      join pg_class i on i.oid = x.indexrelid
      where not exists (select 1 from pg_constraint c where c.conindid = i.oid)
    )
    select relname as "tableName", array_agg(line order by kind, position, key collate "C") as lines
    from lines group by relname order by relname collate "C"`);
  return rows
    .map(({ tableName, lines }) => `table ${tableName}\n${lines.map((line) => `  ${line}\n`).join('')}`)
    .join('\n');
}
