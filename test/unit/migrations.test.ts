import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

// Processes of the last release go on while a migration runs and after it: docs/deployment.md.

const directory = path.join(import.meta.dirname, '../../storage/postgres/migrations');
/** Nothing older than these has been released. */
const lastBeforeTheRule = 7;

/** What the last release may still use, or would have to fill in. */
const breaking: readonly RegExp[] = [
  /\bdrop\s+(table|column|view|type|function|constraint|default)\b/i,
  /\brename\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+(column\s+)?(if\s+not\s+exists\s+)?(?!constraint|primary|unique|check|foreign|exclude)\w+\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
  /\balter\s+table\b[^;]*\badd\s+(constraint|unique|check|primary|foreign|exclude)\b/i,
  /\b(truncate|delete\s+from)\b/i,
];

/** A line `-- contract: REASON` says that the last release no longer uses what goes. */
function breaksOldCode(sql: string): boolean {
  if (/^-- contract: \S/m.test(sql)) return false;
  const statements = sql.replace(/--.*$/gm, '');
  return breaking.some((pattern) => pattern.test(statements));
}

describe('old code survives new migrations', () => {
  test.for([
    'drop table assets;',
    'alter table assets drop column etag;',
    'alter table assets rename column etag to tag;',
    'alter table assets rename to files;',
    'alter table assets alter column etag type bytea;',
    'alter table assets alter column etag set not null;',
    'alter table assets add column colour text not null;',
    'alter table assets add constraint one unique (etag);',
    'delete from assets;',
  ])('not: %s', (sql) => {
    expect(breaksOldCode(sql)).toBe(true);
    expect(breaksOldCode(`-- contract: unused since 0.2.0\n${sql}`)).toBe(false);
  });

  test.for([
    'create table colours (name text not null primary key);',
    'alter table assets add column colour text;',
    "alter table assets add column colour text not null default 'red';",
    'create index assets_by_etag on assets (etag);',
    '-- drop table assets;\nselect 1;',
  ])('but: %s', (sql) => {
    expect(breaksOldCode(sql)).toBe(false);
  });

  test('and so do those that there are', async () => {
    const files = await readdir(directory);
    expect(files.length).toBeGreaterThanOrEqual(lastBeforeTheRule);
    for (const file of files.filter((name) => Number.parseInt(name, 10) > lastBeforeTheRule)) {
      expect(breaksOldCode(await readFile(path.join(directory, file), 'utf8')), file).toBe(false);
    }
  });
});
