import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, inject, test } from 'vitest';
import { admin as runAdmin, adminJson } from '../../support/admin.ts';
import { useDatabase } from '../../support/database.ts';

const own = useDatabase();
const env = () => ({ DATABASE_URL: own.url, OPERATOR: 'Ada' });
const json = (...args: string[]) => adminJson(args, env());
const example = path.join(import.meta.dirname, '../../../docs/examples/precedents-made-up.csv');

let folder: string;
beforeAll(async () => (folder = await mkdtemp(path.join(inject('scratchDir'), 'precedents-'))));

async function written(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const ruling = {
  url: 'https://rulings.example/1',
  title: 'A soap',
  decision: 'Upheld',
  date: '2025-03-04',
  ruleCodes: ['health.proven'],
  text: 'Clinically proven\nProven in a clinic',
};

test('the example is imported, replaced by a version from JSON, listed and removed', async () => {
  expect(await json('precedents', 'import', example)).toEqual({
    name: 'precedents-made-up',
    version: 1,
    rulings: 3,
  });
  const { rows } = await own.database.query(
    `select rule_codes, wordings, decided_on::text as date from precedent_rulings where position <= 2 order by position`,
  );
  expect(rows).toMatchObject([
    {
      rule_codes: ['health.proven'],
      wordings: expect.stringMatching(/^Clinically.*weeks\nReduces.*proven$/),
      date: '2025-03-04',
    },
    { rule_codes: ['price.lowest', 'comparison.superiority'] },
  ]);
  const file = await written('newer.json', JSON.stringify([ruling]));
  expect(await json('precedents', 'import', file, '--name', 'precedents-made-up')).toMatchObject({
    version: 2,
    rulings: 1,
  });
  const list = () => json('precedents', 'list');
  expect(await list()).toMatchObject([
    { version: 2, rulingCount: 1, endedAt: null },
    { version: 1, rulingCount: 3, endedAt: expect.any(String) },
  ]);
  await json('precedents', 'remove', 'precedents-made-up');
  expect((await list()).every(({ endedAt }: { endedAt: string | null }) => endedAt !== null)).toBe(true);
  expect((await runAdmin(['precedents', 'remove', 'precedents-made-up'], env())).stderr).toContain(
    'there is no library precedents-made-up',
  );
  const entries = await json('audit', 'list', '--actor', 'Ada');
  expect(entries.map(({ action, subject }: Record<string, string>) => [action, subject])).toEqual([
    ['precedents.remove', 'precedents/precedents-made-up'],
    ['precedents.import', 'precedents/precedents-made-up/2'],
    ['precedents.import', 'precedents/precedents-made-up/1'],
  ]);
});

test.for([
  ['a.json', '{', 'is not JSON in UTF-8'],
  ['a.json', '{}', 'expected array'],
  ['a.json', '[]', 'must have at least one ruling'],
  ['a.json', JSON.stringify([{ ...ruling, url: 'javascript:1' }]), 'at [0].url'],
  ['a.json', JSON.stringify([ruling, { ...ruling, date: '4 March 2025' }]), 'at [1].date'],
  ['a.json', JSON.stringify([{ ...ruling, ruleCodes: [] }]), 'at [0].ruleCodes'],
  ['a.json', JSON.stringify([{ ...ruling, text: 'a\u0000b' }]), 'at [0].text'],
  ['a.json', JSON.stringify([{ ...ruling, text: 'a\n'.repeat(5) + 'a' }]), 'at most 5 lines'],
  ['a.json', JSON.stringify([{ ...ruling, note: 'x' }]), 'note'],
  [
    'a.json',
    JSON.stringify([{ ...ruling, ruleCodes: ['health.x'] }]),
    'rules that no sidekick has: health.x',
  ],
  ['a.csv', 'url,title\na,b,c\n', 'is not CSV in UTF-8'],
  ['a.csv', 'url,title\na,b\n', 'at [0].decision'],
  ['a.csv', Buffer.from('url\n\xff\n', 'latin1'), 'is not CSV in UTF-8'],
] as const)('%s with %j is refused: %s', async ([name, content, fault]) => {
  const { code, stderr } = await runAdmin(['precedents', 'import', await written(name, content)], env());
  expect([code, stderr]).toEqual([1, expect.stringContaining(fault)]);
  expect(await json('precedents', 'list')).toHaveLength(2);
});
