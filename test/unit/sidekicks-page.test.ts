import prettier from 'prettier';
import { expect, test } from 'vitest';
import {
  type RuleCode,
  type SidekickCode,
  sidekickDescriptions,
} from '@assay/analysis/sidekicks/catalogue.ts';
import type { Rule, SidekickDescription } from '@assay/analysis/contract/description.ts';
import { describeParameters } from '@assay/analysis/contract/describe-parameters.ts';
import { evidenceOf } from '@assay/analysis/sidekicks/evidence.ts';

/**
 * Returns the expected content of docs/sidekicks.md. `npm test -- test/unit/sidekicks-page.test.ts -u` writes the
 * file.
 */
function page(): string {
  return [
    '# Sidekicks',
    '',
    'This page lists the rules, thresholds and sources of the built-in sidekicks, the analysers of Assay. ' +
      '`GET /api/integrations/sidekicks` returns the same data. The page [Custom sidekicks](custom-sidekicks.md) describes ' +
      'sidekicks that an operator adds. The page [Suites](suites.md) compares the findings with public files.',
    '',
    'The part of a rule code before the dot is the rule family. Issues of one rule family form a topic. A finding has the ' +
      'severity of its rule, unless the rule’s name or source states another severity. The threshold “–” means that the ' +
      'rule has no threshold. “Assay default” marks thresholds that this project chose because no published standard ' +
      'defines one.',
    '',
    'More than three places of one defect are one finding, and two places are one finding if they always have one cause, ' +
      'such as clipping, coding blocks or fonts that are not embedded. The evidence of the finding has the places. ' +
      'Flashes, stripes, small print and claims are reported one by one, because each needs its own remedy.',
    '',
    'The second table of each sidekick has the findings on real files of other people, which a person judged. True ' +
      'findings are useful, or of no use to a professional. Rules may have changed since the version in the table. ' +
      'The API returns the same figures as `evidence` of a rule. The page [Suites](suites.md) describes the files.',
    ...sidekickDescriptions.flatMap(section),
  ].join('\n');
}

/** Examples of finding summaries by sidekick, as they appear in issues. */
const examples: Record<SidekickCode, readonly string[]> = {
  'video-qc': [
    'Black picture for 3.0 s from 0:04.00 to 0:07.00',
    'Interlaced picture that is not marked as interlaced for 6.0 s from 0:00.00 to 0:06.00',
    'The sound ends 3.02 s (75.5 frames) after the picture',
  ],
  photosensitivity: [
    '5 flashes in a second from 0:08.00 to 0:11.00, over 100 % of the picture',
    '16 light-dark pairs of drifting stripes from 0:02.00 to 0:05.00, over 62 % of the picture',
  ],
  loudness: [
    'Programme loudness -20.0 LUFS, 3.0 LU above the target of -23.0 LUFS (EBU R 128)',
    'The right channel is silent from start to end',
  ],
  document: ['JavaScript in the document (OpenAction)', 'The font Arial is not embedded'],
  integrity: ['The file is cut off after 0:04.70', 'The file discloses a location: 53.55030, 9.99220'],
  'loudness-atsc-a85': ['Programme loudness -20.0 LKFS, 4.0 LU above the target of -24.0 LKFS (ATSC A/85)'],
  'loudness-streaming': ['True peak 0.4 dBTP at 0:12.30, above -1 dBTP (streaming)'],
  claims: [
    'Superlative on page 2: “Britain’s No. 1”',
    'Absolute claim from 0:02.00 to 0:05.20: “Kills 99.9% of bacteria”',
  ],
  supers: [
    'Superimposed text with capitals and digits of 24 lines, below 30: “Subject to status. 18+ only”',
    'Superimposed text of 9 words for 3.2 s instead of 3.8 s: “New customers only. Offer ends 31 May. T&Cs apply”',
  ],
  captions: [
    '3 of 40 captions of stream 2 (subrip, eng) are faster than 20 characters/s, the first at 0:12.40',
    'No CEA-608 captions in the video',
  ],
  requirements: [
    'Frame rate 29.97 frames/s instead of 25 frames/s',
    'Page size 215.9 × 279.4 mm on pages 2, 3 instead of 210 × 297 mm ± 1 mm',
  ],
};

function section(sidekick: SidekickDescription): string[] {
  const { id, code, name, description, limits = [], version, assetTypes, parameters, rules } = sidekick;
  return [
    '',
    `## ${name}`,
    '',
    `The sidekick \`${code}\` ${description.charAt(0).toLowerCase()}${description.slice(1)}`,
    '',
    `The sidekick \`${code}\` (version ${version}, id \`${id}\`) examines assets of these types: ` +
      `${assetTypes.join(', ')}. Examples of findings of \`${code}\` are:`,
    '',
    ...examples[code as SidekickCode].map((summary) => `- ${summary}`),
    '',
    '| rule | defect | severity | threshold | source |',
    '| --- | --- | --- | --- | --- |',
    ...rules.map(row),
    ...parameterTable(parameters),
    ...(limits.length === 0
      ? []
      : ['', `Limits of \`${code}\`:`, '', ...limits.map((limit) => `- ${limit}`)]),
    '',
    '| rule | findings on real files | true | useful | files | version | date |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rules.map((rule) => evidenceRow(code as SidekickCode, rule.code as RuleCode)),
    '',
    ...new Set(rules.map((rule) => evidenceOf(code as SidekickCode, rule.code as RuleCode).notKnown)),
  ];
}

function evidenceRow(sidekick: SidekickCode, rule: RuleCode): string {
  const { findings, trueShare, usefulShare, files, version, date } = evidenceOf(sidekick, rule);
  const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`);
  return `| \`${rule}\` | ${findings} | ${percent(trueShare)} | ${percent(usefulShare)} | ${files} | ${version} | ${date} |`;
}

function parameterTable(parameters: SidekickDescription['parameters']): string[] {
  const described = describeParameters(parameters);
  if (described.length === 0) return [];
  return [
    '',
    '| parameter | meaning | default | range |',
    '| --- | --- | --- | --- |',
    ...described.map(({ name, description, unit, least, most, values, default: usual }) => {
      const range = least === null ? (values?.join(', ') ?? '–') : `${least} to ${most} ${unit ?? ''}`.trim();
      return `| \`${name}\` | ${description} | ${String(usual)} | ${range} |`;
    }),
  ];
}

function row({ code, name, severity, threshold, unit, adjustable, source }: Rule): string {
  const { standard, clause, url } = source;
  const inUnit = (text: string) => `${text} ${unit ?? ''}`.trim();
  const range = adjustable && ` (a profile can set ${adjustable.least} to ${adjustable.most})`;
  const limit = threshold === null ? '–' : inUnit(String(threshold)) + (range ?? '');
  return `| \`${code}\` | ${name} | ${severity} | ${limit} | ${url === null ? standard : `[${standard}](${url})`}, ${clause} |`;
}

test('docs/sidekicks.md has every rule of the catalogue', async () => {
  const formatted = await prettier.format(page(), { parser: 'markdown', printWidth: 110 });
  await expect(formatted).toMatchFileSnapshot('../../docs/sidekicks.md');
});
