import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { documentComputeMs } from '../../parsers/document-compute.ts';
import { pdfOfObjects } from '../../../../tools/local/samples/pdf-writer.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile, runSidekick } from '../support/run-sidekick.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();

/** Returns the codes of the rules that a PDF of one page breaks. */
async function rulesBroken(
  name: string,
  { page = '', content = 'BT ET', filter = '', objects = {} }: Partial<Parts>,
): Promise<string[]> {
  const pdf = pdfOfObjects({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R ${page} >>`,
    4: `<< /Length ${content.length} ${filter} >>\nstream\n${content}\nendstream`,
    ...objects,
  });
  await writeFile(mediaFile(name), pdf, 'latin1');
  return (await runSidekick(parsers, 'document', name)).map(({ ruleCode }) => ruleCode);
}

interface Parts {
  page: string;
  content: string;
  filter: string;
  objects: Record<number, string>;
}

/** Names of properties that every plain object has. */
const inherited = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
const isInSample = (name: string) => name === '__proto__';

for (const [cases, options] of sampled(inherited, isInSample))
  test.for(cases)('the operator %s does not stop the examination of a page', options, async (name) => {
    expect(await rulesBroken(`operator-${name}.pdf`, { content: `BT ${name} ET` })).toEqual(
      await rulesBroken('plain.pdf', {}),
    );
  });

for (const [cases, options] of sampled(inherited, isInSample))
  test.for(cases)('an action at the event %s is found', options, async (name) => {
    const page = `/AA << /${name} << /S /Launch /F (x.exe) >> >>`;
    expect(await rulesBroken(`event-${name}.pdf`, { page })).toContain('active_content.launch');
  });

for (const [cases, options] of sampled(inherited, isInSample))
  test.for(cases)('the filter %s does not stop the examination of a document', options, async (name) => {
    const broken = await rulesBroken(`filter-${name}.pdf`, { filter: `/Filter /${name}` });
    expect(broken).toEqual(expect.arrayContaining(['accessibility.untagged']));
  });

test(
  'an annotation that a page names a hundred thousand times is examined once',
  { timeout: 30_000 },
  async () => {
    const objects = {
      5: `[ ${'6 0 R '.repeat(100_000)} ]`,
      6: `<< /Type /Annot /Subtype /Link /A << /S /Launch /F (x.exe) >> /X [ ${'1 '.repeat(500_000)} ] >>`,
    };
    const broken = await rulesBroken('annotations.pdf', { page: '/Annots 5 0 R', objects });
    expect(broken.filter((code) => code === 'active_content.launch')).toHaveLength(1);
  },
);

test('annotations that share large objects parse them once', { timeout: 30_000 }, async () => {
  const links = Array.from({ length: 2_000 }, (_, at) => [
    at + 10,
    '<< /Type /Annot /Subtype /Link /A 6 0 R /Rect 7 0 R >>',
  ]);
  const objects = {
    5: `[ ${links.map(([number]) => `${number} 0 R`).join(' ')} ]`,
    6: `<< /S /Launch /F (x.exe) /X [ ${'1 '.repeat(300_000)} ] >>`,
    7: `[ ${'1 '.repeat(300_000)} ]`,
    ...Object.fromEntries(links),
  };
  const broken = await rulesBroken('shared.pdf', { page: '/Annots 5 0 R', objects });
  expect(broken.filter((code) => code === 'active_content.launch')).toHaveLength(21);
});

test('content with unclosed property lists is read once', { tags: 'long', timeout: 30_000 }, async () => {
  const content = '<< BDC '.repeat(100_000);
  expect(await rulesBroken('unclosed.pdf', { content })).toEqual(await rulesBroken('closed.pdf', {}));
});

test('the processor time of an examination depends on the pages that were charged', () => {
  expect([null, 1, 60, 5_000].map((pages) => documentComputeMs({ pages }))).toEqual([
    60_000, 61_000, 120_000, 600_000,
  ]);
});
