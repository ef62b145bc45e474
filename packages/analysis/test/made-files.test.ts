import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { report as reportSchema } from '@assay/domain/contracts/report.ts';
import { shippedProfiles } from '../profiles/shipped/index.ts';
import { isFailing } from '../check/formats/words.ts';
import { useTextReaders } from '../../../test/support/text-readers.ts';
import { madeFiles } from './support/made-files.ts';
import { runCheckHere } from './support/run-check.ts';

const textReaders = useTextReaders();
const directory = path.join(inject('scratchDir'), `made-files-${process.pid}`);

test('each shipped profile has made files', () => {
  expect(Object.keys(madeFiles)).toEqual(shippedProfiles.map(({ code }) => code));
});

// The sizes, rates and declarations of the files were read with other programs (docs/suites.md).
test.for(Object.entries(madeFiles))(
  'the verdicts and faults of files just inside and just outside of %s',
  { tags: 'long', timeout: 600_000 },
  async ([code, files]) => {
    await mkdir(path.join(directory, code), { recursive: true });
    for (const { name, write } of files) await write(path.join(directory, code, name));
    const output = path.join(directory, `${code}.json`);
    const paths = files.map(({ name }) => path.join(code, name));
    await runCheckHere([...paths, '--profile', code, '--format', 'json', '--output', output], {
      cwd: directory,
      textReaders,
    });
    const reports = reportSchema.array().parse(JSON.parse(await readFile(output, 'utf8')));
    const found = reports.map((report) => ({
      name: report.asset.name,
      verdict: report.verdict.verdict,
      failing: report.issues
        .filter(({ severity }) => isFailing(severity, report))
        .map(({ ruleCode, summary }) => [ruleCode, summary]),
    }));
    const expected = files.map(({ name, verdict, fault }) => ({
      name,
      verdict,
      failing: fault === undefined ? [] : [fault],
    }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(found.toSorted(byName)).toEqual(expected.toSorted(byName));
  },
);
