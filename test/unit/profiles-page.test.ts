import prettier from 'prettier';
import { expect, test } from 'vitest';
import { checkProfile } from '@assay/analysis/profiles/check-profile.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { findShippedProfile, shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { findRule, sidekickDescriptions } from '@assay/analysis/sidekicks/catalogue.ts';
import { requiredText } from '@assay/domain/requirement-text.ts';
import type { ProfileInput, ProfileSource } from '@assay/domain/contracts/profile.ts';
import { type Property, properties, type PropertyName, propertyNames } from '@assay/domain/requirements.ts';

/**
 * Returns the expected content of docs/profiles.md. `npm test -- test/unit/profiles-page.test.ts -u` writes the file.
 */
function page(): string {
  return [
    '# Profiles',
    '',
    'A profile describes what one destination asks for, such as a broadcaster or a printing house. Assay then says of each ' +
      'file whether it can be sent there. The page [Sidekicks](sidekicks.md) lists the rules that a profile can change.',
    '',
    '## Words',
    '',
    '| word | meaning |',
    '| --- | --- |',
    ...words.map(([word, meaning]) => `| ${word} | ${meaning} |`),
    '',
    '## Shipped profiles',
    '',
    'Assay ships these profiles. They describe typical destinations, and a destination can differ: copy a profile [in the console](console.md#profiles), and set ' +
      'the numbers of yours. Each value names the page from which it was taken. “Assay default” marks values that this ' +
      'project chose, because no page with the value could be opened.',
    '',
    '| code | name | files | sidekicks | fails at |',
    '| --- | --- | --- | --- | --- |',
    ...shippedProfiles.map(overviewRow),
    ...shippedProfiles.flatMap(section),
    '',
    '## Writing a profile',
    '',
    'A profile is a JSON document. This example is complete:',
    '',
    '```json',
    JSON.stringify(example, null, 2),
    '```',
    '',
    ...notes.map((note) => `- ${note}`),
    '',
    'A requirement has one of these forms:',
    '',
    '| form | members | example |',
    '| --- | --- | --- |',
    ...forms.map((form) => `| ${form.join(' | ')} |`),
    '',
    'These properties can be required:',
    '',
    '| property | files | form | meaning |',
    '| --- | --- | --- | --- |',
    ...propertyNames.map(propertyRow),
    '',
    '## The verdict',
    '',
    'The verdict of a file is the first of these that applies:',
    '',
    '| verdict | if |',
    '| --- | --- |',
    ...verdictRows.map(([verdict, condition]) => `| \`${verdict}\` | ${condition} |`),
    '',
    'The verdict of a submission is the worst verdict of its files, in the order of the table. The severity of an issue is ' +
      'found in three steps:',
    '',
    ...severitySteps.map((step, index) => `${index + 1}. ${step}`),
    '',
    'Manual checks are not part of the verdict. A person confirms them in the sign-off.',
    '',
    '## Use a profile',
    '',
    '`GET /api/integrations/profiles` lists the profiles. The `sidekickIds` of a submission can contain the `id` of one ' +
      'profile. The sidekicks of the profile then run, and those whose ids stand beside it:',
    '',
    '```json',
    JSON.stringify({ assets: [{ blobPath: '…' }], sidekickIds: [findShippedProfile('web-video')!.id] }),
    '```',
    '',
    'The submission and each of its files then have a `verdict`, and `profile` names the version that judged them. ' +
      'A file on your machine needs no server: `assay check FILE --profile web-video` ([assay check](check.md)).',
    '',
    '## Try a change',
    '',
    ...trialNotes.flatMap((note) => [note, '']),
  ].join('\n');
}

const words: readonly [word: string, meaning: string][] = [
  [
    'profile',
    'Everything that one destination asks for. A change makes a new version, and results name the version.',
  ],
  ['requirement', 'A property of the file that the destination fixes, such as the frame rate.'],
  ['parameter', 'A value that a sidekick judges by, such as the target of the loudness.'],
  ['manual check', 'A line that a person has to confirm, such as “The logo is the current one.”'],
  ['verdict', 'Whether a file can be sent: `pass`, `pass_with_notes`, `incomplete` or `fail`.'],
];

function overviewRow({ code, name, assetTypes, sidekicks, failsAt }: Profile): string {
  const codes = sidekicks.map((sidekick) => `\`${sidekick.code}\``).join(', ');
  return `| [\`${code}\`](#${anchor(name)}) | ${name} | ${assetTypes.join(', ')} | ${codes} | ${failsAt} |`;
}

/** Returns the anchor that GitHub gives to a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');

function section(profile: Profile): string[] {
  const { id, version, code, name, description, rules, manualChecks, sources } = profile;
  const rows = [...parameterRows(profile), ...thresholdRows(profile), ...requirementRows(profile)].map(
    ([what, value, source], index, all): Row => [
      what,
      value,
      all[index - 1]?.[2] === source ? 'as above' : source,
    ],
  );
  const changed = Object.entries(rules).filter(([, { severity }]) => severity !== undefined);
  return [
    '',
    `### ${name}`,
    '',
    `\`${code}\`, version ${version}, id \`${id}\`. ${description}`,
    ...(rows.length === 0
      ? []
      : [
          '',
          '| what | value | source |',
          '| --- | --- | --- |',
          ...rows.map((row) => `| ${row.join(' | ')} |`),
        ]),
    ...(changed.length === 0
      ? []
      : [
          '',
          '| severity | rules |',
          '| --- | --- |',
          ...severityRows(changed).map((row) => `| ${row.join(' | ')} |`),
        ]),
    '',
    'Manual checks:',
    '',
    ...manualChecks.map(({ text }) => `- ${text}`),
    ...(sources.length === 0
      ? []
      : [
          '',
          `Documents: ${sources.map(({ title, url }) => (url === null ? title : `[${title}](${url})`)).join('; ')}.`,
        ]),
  ];
}

type Row = [what: string, value: string, source: string];

function parameterRows({ sidekicks }: Profile): Row[] {
  return sidekicks.flatMap(({ code, parameters = {}, source }) =>
    Object.entries(parameters).map(([name, value]): Row => [
      `\`${code}\`: ${name}`,
      String(value ?? 'none'),
      sourceText(source),
    ]),
  );
}

function thresholdRows({ rules }: Profile): Row[] {
  return Object.entries(rules).flatMap(([code, { threshold, source }]): Row[] =>
    threshold === undefined
      ? []
      : [[`\`${code}\``, `${threshold} ${findRule(code)?.rule.unit ?? ''}`.trim(), sourceText(source)]],
  );
}

function requirementRows({ requirements }: Profile): Row[] {
  return propertyNames.flatMap((name): Row[] => {
    const requirement = requirements[name];
    if (requirement === undefined) return [];
    return [
      [properties[name].name, requiredText(properties[name], requirement), sourceText(requirement.source)],
    ];
  });
}

function severityRows(changed: readonly [code: string, Profile['rules'][string]][]): [string, string][] {
  return (['critical', 'major', 'minor', 'info', 'off'] as const).flatMap((severity): [string, string][] => {
    const codes = changed.filter(([, rule]) => rule.severity === severity).map(([code]) => `\`${code}\``);
    return codes.length === 0 ? [] : [[severity, codes.join(', ')]];
  });
}

function sourceText(source: ProfileSource | undefined): string {
  if (source === undefined) return 'Assay default';
  const { title, url, part } = source;
  return [url === null ? title : `[${title}](${url})`, part].filter((text) => text !== null).join(', ');
}

const example: ProfileInput = {
  code: 'channel-7-adverts',
  name: 'Channel 7, adverts',
  description: 'Adverts for Channel 7, as its media desk takes them.',
  assetTypes: ['video'],
  sources: [
    { title: 'Channel 7, Delivery of adverts', url: 'https://example.com/delivery', part: 'version 4' },
  ],
  sidekicks: [
    { code: 'video-qc' },
    { code: 'photosensitivity' },
    {
      code: 'loudness',
      parameters: { standard: 'Channel 7', targetLufs: -23, toleranceLu: 1, truePeakDbtp: -3 },
      source: {
        title: 'Channel 7, Delivery of adverts',
        url: 'https://example.com/delivery',
        part: 'section 3',
      },
    },
    { code: 'supers' },
  ],
  rules: {
    'picture.freeze': { severity: 'off' },
    'picture.black': { threshold: 0.5, severity: 'major' },
  },
  requirements: {
    fileName: { glob: 'C7_????????_*.mov' },
    container: { oneOf: ['mov'] },
    frameRate: { oneOf: ['25'] },
    width: { oneOf: [1920] },
    height: { oneOf: [1080] },
    durationSeconds: { oneOf: [10, 20, 30], toleranceFrames: 1 },
    startTimecode: { oneOf: ['10:00:00:00'], ifUnknown: 'incomplete' },
  },
  manualChecks: [{ code: 'rights', text: 'The music is licensed for this territory.' }],
  failsAt: 'major',
};

const notes: readonly string[] = [
  '`sidekicks` names the sidekicks that examine the files. Absent parameters have their default.',
  '`rules` changes rules of these sidekicks. A rule that is not named keeps its severity and threshold. `off` removes its ' +
    'issues. Only some rules have a threshold that can change, within a range.',
  '`requirements` fixes properties of the file. If a file does not state a property, such as a time code, this is an issue. ' +
    'With `"ifUnknown": "incomplete"`, the verdict is `incomplete` instead.',
  '`source` says from where a value comes, and issues repeat it. It can be left out everywhere.',
  '`failsAt` is the lowest severity that makes the verdict `fail`.',
  'Assay checks a profile when it is saved: names of sidekicks, rules and parameters, ranges, and requirements that apply to ' +
    'none of the asset types. Faults name the field, such as `rules.picture.black.threshold`.',
];

const forms: readonly [form: string, members: string, example: string][] = [
  ['number', '`least`, `most`, or `oneOf` with an optional `tolerance`', '`{"least": 1280}`'],
  ['text', '`oneOf`', '`{"oneOf": ["prores", "dnxhd"]}`'],
  ['ratio', '`oneOf` with two numbers and a colon', '`{"oneOf": ["16:9"]}`'],
  ['rate', '`oneOf` with a whole number or a fraction', '`{"oneOf": ["25", "30000/1001"]}`'],
  ['glob', '`glob`: `*` stands for any characters, and `?` for one', '`{"glob": "*_final.mov"}`'],
  ['flag', '`is`', '`{"is": true}`'],
  [
    'pageSize',
    '`oneOf` with `widthMm` and `heightMm`, and `toleranceMm`',
    '`{"oneOf": [{"widthMm": 210, "heightMm": 297}]}`',
  ],
];

function propertyRow(name: PropertyName): string {
  const { assetTypes, kind, unit, meaning, values }: Property = properties[name];
  const form = unit === null || kind !== 'number' ? kind : `${kind}, ${unit}`;
  const permitted =
    values === undefined ? '' : ` Values: ${values.map((value) => `\`${value}\``).join(', ')}.`;
  return `| \`${name}\` | ${assetTypes.join(', ')} | ${form} | ${meaning}${permitted} |`;
}

const trialNotes: readonly string[] = [
  'A trial shows which files a change of a profile would affect, before you save it: `POST ' +
    '/api/integrations/profiles/{profile_id}/trials` with the changed content. It judges the files again that any ' +
    'version of the profile has judged in the last 30 days: the newest 200. It decodes nothing, costs nothing and ' +
    'changes nothing.',
  'Read the result with `GET …/trials/{trial_id}` until `status` is `done`. It lists the files whose verdict would ' +
    'change, and those that could not be judged again, with the reason.',
  'A file cannot be judged again if the change names a sidekick that has not examined it, or requires bit rates or ' +
    'key frames for the first time. A known failure counts nevertheless.',
  'A workspace has one trial at a time. A new one ends that which is running, whose status is then `failed`.',
];

const verdictRows: readonly [verdict: string, condition: string][] = [
  ['fail', 'there is an issue of the severity `failsAt` or a worse one'],
  [
    'incomplete',
    'a check could not be made: a sidekick was skipped or failed, the file was not examined, or a rule reports that ' +
      'something was not judged, such as text in another language',
  ],
  ['pass_with_notes', 'there are issues, all less severe than `failsAt`'],
  ['pass', 'there is no issue'],
];

const severitySteps: readonly string[] = [
  'The sidekick gives the severity of the rule, or a lower or higher one that the rule names.',
  'If the profile sets the severity of the rule, issues with the usual severity get it. A less severe issue is not raised, ' +
    'and a more severe one is lowered only if the profile lowers the rule.',
  'If the profile sets `off`, the rule has no issues.',
];

test('docs/profiles.md has every shipped profile and every property', async () => {
  const formatted = await prettier.format(page(), { parser: 'markdown', printWidth: 110 });
  await expect(formatted).toMatchFileSnapshot('../../docs/profiles.md');
});

test('the example of docs/profiles.md is valid', () => {
  expect(checkProfile(example, sidekickDescriptions)).toHaveProperty('content');
});
