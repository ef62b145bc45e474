import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { describeSchema } from '@assay/storage/database/describe-schema.ts';
import { migrate } from '@assay/storage/database/migrate.ts';
import { useDatabase } from '../support/database.ts';

const own = useDatabase();
const committed = path.join(import.meta.dirname, '../../packages/storage/database/schema.txt');

test('the committed schema.txt matches the migrations', async () => {
  await expect(await describeSchema(own.database)).toMatchFileSnapshot(committed);
});

test('concurrent processes apply each migration once', async () => {
  const name = `fresh_${process.pid}`;
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  await client.query(`create database ${name}`);
  try {
    const url = new URL(own.url);
    url.pathname = `/${name}`;
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url.href)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await migrate(url.href)).toEqual([]);
  } finally {
    await client.query(`drop database ${name} with (force)`);
    await client.end();
  }
});

test('an up-to-date database does not change', async () => {
  const before = await describeSchema(own.database);
  expect(await migrate(own.url)).toEqual([]);
  expect(await describeSchema(own.database)).toBe(before);
});

test('a migration that was edited after it ran is rejected', async () => {
  const directory = await mkdtemp(path.join(inject('scratchDir'), 'migrations-'));
  await cp(path.join(import.meta.dirname, '../../packages/storage/migrations'), directory, {
    recursive: true,
  });
  await writeFile(path.join(directory, '001.do.initial.sql'), '-- changed\n', { flag: 'a' });
  await expect(migrate(own.url, directory)).rejects.toThrow(/md5|checksum/i);
});
