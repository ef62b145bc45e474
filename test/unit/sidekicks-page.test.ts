import prettier from 'prettier';
import { expect, test } from 'vitest';
import { sidekickDescriptions } from '../../analysis/sidekicks/catalogue.ts';
import type { Rule, SidekickDescription } from '../../analysis/sidekicks/description.ts';

/** docs/sidekicks.md, which is made here (`npm test -- test/unit -u`). */
function page(): string {
  return [
    '# Sidekicks',
    '',
    'The analysers that are built in, the rules that each judges by, and where its thresholds come from. ' +
      '`GET /api/integrations/sidekicks` answers the same. Rules whose codes begin alike are of one family, and their ' +
      'issues form topics.',
    ...sidekickDescriptions.flatMap(section),
  ].join('\n');
}

function section({ id, code, name, description, version, assetTypes, rules }: SidekickDescription): string[] {
  return [
    '',
    `## ${name}`,
    '',
    description,
    '',
    `Code \`${code}\`, version ${version}, id \`${id}\`. Examines ${assetTypes.join(', ')}.`,
    '',
    '| rule | finds | severity | threshold | source |',
    '| --- | --- | --- | --- | --- |',
    ...rules.map(row),
  ];
}

function row({ code, name, severity, threshold, unit, source }: Rule): string {
  const { standard, clause, url } = source;
  const limit = threshold === null ? '–' : `${threshold} ${unit ?? ''}`.trim();
  return `| \`${code}\` | ${name} | ${severity} | ${limit} | [${standard}](${url}), ${clause} |`;
}

test('docs/sidekicks.md has every rule of the catalogue', async () => {
  const formatted = await prettier.format(page(), { parser: 'markdown', printWidth: 110 });
  await expect(formatted).toMatchFileSnapshot('../../docs/sidekicks.md');
});
