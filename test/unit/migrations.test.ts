import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

// Processes of the previous release continue to run during and after a migration (docs/deployment.md).

const directory = path.join(import.meta.dirname, '../../packages/storage/migrations');
/** Migrations up to this version are part of the first release, so they need not be compatible with older code. */
const lastBeforeTheRule = 1;

/**
 * Statements that break the previous release. They remove something that it uses, or require a value that it does not
 * write.
 */
const breaking: readonly RegExp[] = [
  /\bdrop\s+(table|column|view|type|function|constraint|default)\b/i,
  /\brename\b/i,
  /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+(column\s+)?(if\s+not\s+exists\s+)?(?!constraint|primary|unique|check|foreign|exclude)\w+\s+(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/i,
  /\balter\s+table\b[^;]*\badd\s+(constraint|unique|check|primary|foreign|exclude)\b/i,
  // `or truncate` names an event of a trigger.
  /(?<!\bor\s)\btruncate\b|\bdelete\s+from\b/i,
];

/**
 * Returns whether a migration breaks the previous release. A line `-- contract: REASON` in the migration states that
 * the previous release no longer uses what is removed.
 */
function breaksOldCode(sql: string): boolean {
  if (/^-- contract: \S/m.test(sql)) return false;
  const statements = sql.replace(/--.*$/gm, '');
  return breaking.some((pattern) => pattern.test(statements));
}

describe('compatibility of a migration with the previous release', () => {
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
    'truncate assets;',
  ])('broken by: %s', (sql) => {
    expect(breaksOldCode(sql)).toBe(true);
    expect(breaksOldCode(`-- contract: unused since 0.2.0\n${sql}`)).toBe(false);
  });

  test.for([
    'create table colours (name text not null primary key);',
    'alter table assets add column colour text;',
    "alter table assets add column colour text not null default 'red';",
    'create index assets_by_etag on assets (etag);',
    'create trigger t before update or delete or truncate on colours execute function f();',
    '-- drop table assets;\nselect 1;',
  ])('kept by: %s', (sql) => {
    expect(breaksOldCode(sql)).toBe(false);
  });

  test('kept by every migration in the repository', async () => {
    const files = await readdir(directory);
    expect(files.length).toBeGreaterThanOrEqual(lastBeforeTheRule);
    for (const file of files.filter((name) => Number.parseInt(name, 10) > lastBeforeTheRule)) {
      expect(breaksOldCode(await readFile(path.join(directory, file), 'utf8')), file).toBe(false);
    }
  });
});
