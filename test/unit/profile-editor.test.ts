import { describe, expect, test } from 'vitest';
import { describeParameters } from '@assay/analysis/contract/describe-parameters.ts';
import { checkProfile } from '@assay/analysis/profiles/check-profile.ts';
import { shippedProfiles } from '@assay/analysis/profiles/shipped/index.ts';
import { availableSidekicks } from '@assay/analysis/sidekicks/catalogue.ts';
import type { Sidekick } from '@assay/client/shapes.ts';
import { differencesOf } from '@assay/console/pages/profiles/differences.ts';
import { contentToSave, withRule, withSource } from '@assay/console/pages/profiles/editor.ts';
import { readBytes, readPageSize } from '@assay/console/pages/profiles/read-values.ts';
import { contentOf, fieldText, permittedText } from '@assay/console/pages/profiles/words.ts';
import type { ProfileContent } from '@assay/domain/contracts/profile.ts';

const described = availableSidekicks(true);
/** The sidekicks as the API shows them, with the fields that the console reads. */
const sidekicks = described.map(({ parameters, ...rest }) => ({
  ...rest,
  parameters: describeParameters(parameters),
})) as unknown as Sidekick[];

const profileOf = (code: string) => contentOf(shippedProfiles.find((profile) => profile.code === code)!);
const advert = profileOf('advert-uk-tv');

describe('differences between versions', () => {
  test('are in words, with units, and are those of the parts that differ', () => {
    const loudness = advert.sidekicks.find(({ code }) => code === 'loudness')!;
    const changed: ProfileContent = {
      ...advert,
      name: 'Channel 7',
      failsAt: 'minor',
      requirements: {
        ...advert.requirements,
        width: { oneOf: [1280, 1920], ifUnknown: 'incomplete' },
        startTimecode: { oneOf: ['10:00:00:00'], ifUnknown: 'finding' },
      },
      sidekicks: [
        ...advert.sidekicks.filter(({ code }) => code !== 'loudness' && code !== 'claims'),
        { ...loudness, parameters: { ...loudness.parameters, targetLufs: -24, shortTermLufs: null } },
      ],
      rules: {
        ...withRule(advert, 'picture.black', { threshold: 2.5, severity: 'major' }),
        'picture.freeze': { severity: 'off' },
      },
      manualChecks: advert.manualChecks.slice(1),
    };
    const source = advert.sources[0]!;
    expect(
      differencesOf(advert, changed, sidekicks).map(({ subject, was, is }) => [subject, was, is]),
    ).toEqual([
      ['Name', 'Television advert, United Kingdom', 'Channel 7'],
      ['Fails at', 'major', 'minor'],
      ['Width', '1920 pixels', '1280 or 1920 pixels'],
      ['Width, if the file does not state it', 'issue', 'verdict incomplete'],
      ['Width, document', `${source.title}, ${source.part}`, '–'],
      ['Loudness and sound: Target of the programme loudness.', '-23 LUFS', '-24 LUFS'],
      [expect.stringMatching(/^Loudness and sound: Largest short-term loudness/), '-18 LUFS', 'not set'],
      ['Advertising claims', 'runs', '–'],
      ['Black picture: severity', 'minor (usual)', 'major'],
      ['Black picture: threshold', '0.5 s', '2.5 s'],
      ['Frozen picture: severity', 'major (usual)', 'off'],
      [`Manual check ${advert.manualChecks[0]!.code}`, advert.manualChecks[0]!.text, '–'],
      ['Start time code', '–', '10:00:00:00'],
      ['Start time code, if the file does not state it', '–', 'issue'],
    ]);
  });

  test('list every permitted value, however many there are', () => {
    const oneOf = Array.from({ length: 12 }, (_, index) => index + 1);
    const changed = { ...advert, requirements: { pages: { oneOf, ifUnknown: 'finding' as const } } };
    const pages = differencesOf({ ...advert, requirements: {} }, changed, sidekicks)[0]!;
    expect(pages.is).toBe('1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12');
  });

  test.for(shippedProfiles)('of $code and itself are none', (profile) => {
    expect(differencesOf(contentOf(profile), contentOf(profile), sidekicks)).toEqual([]);
  });
});

describe('the content that is saved', () => {
  test.for(shippedProfiles)('of an unchanged copy of $code is that of the profile', (profile) => {
    const content = contentOf(profile);
    expect(contentToSave(content, sidekicks)).toEqual(content);
  });

  test('has no rules of sidekicks and requirements that were removed, which the service rejects', () => {
    const rules = { ...advert.rules, 'requirement.width': { severity: 'minor' as const } };
    const { width: _, ...requirements } = advert.requirements;
    const draft = {
      ...advert,
      rules,
      requirements,
      sidekicks: advert.sidekicks.filter(({ code }) => code !== 'supers'),
    };
    const { rules: kept } = contentToSave(draft, sidekicks);
    expect(Object.keys(rules).filter((code) => !(code in kept))).toEqual([
      'supers.height',
      'supers.hold',
      'requirement.width',
    ]);
    expect(checkProfile(contentToSave(draft, sidekicks), described)).not.toHaveProperty('faults');
  });

  test('has no entry for a rule that is as usual again', () => {
    const changed = { ...advert, rules: withRule(advert, 'picture.freeze', { severity: 'off' }) };
    expect(changed.rules['picture.freeze']).toEqual({ severity: 'off' });
    expect(withRule(changed, 'picture.freeze', { severity: undefined })).toEqual(advert.rules);
  });

  test('has a corrected document at every value that names it', () => {
    const [first] = advert.sources;
    const corrected = { ...first!, part: 'version 5' };
    const { sources, requirements } = withSource(advert, 0, corrected);
    expect(sources![0]).toEqual(corrected);
    expect(requirements!.width!.source).toEqual(corrected);
    expect(requirements!.durationSeconds).toEqual(advert.requirements.durationSeconds);
  });
});

test.for([
  ['name', 'Name'],
  ['assetTypes', 'Files that the destination takes'],
  ['requirements.startTimecode.oneOf.0', 'Start time code'],
  ['rules.picture.black_silent.threshold', 'Black picture without sound'],
  ['rules.picture.black', 'Black picture'],
  ['sidekicks.2.parameters.targetLufs', 'Loudness and sound: Target of the programme loudness.'],
  ['sidekicks.0.code', 'Video quality control'],
  ['sources.1.url', 'Document 2'],
  ['manualChecks.0.text', 'Check 1'],
  ['unknown.field', 'unknown.field'],
])('the field %s is called %s', ([field, name]) => {
  expect(fieldText(field!, advert, sidekicks)).toBe(name);
});

describe('typed values', () => {
  test.for([
    ['154 × 216', 154, 216],
    ['154.5x216 mm', 154.5, 216],
    ['154mm x 216mm', 154, 216],
    ['6 × 9 in', 152.4, 228.6],
    ['6" x 9"', 152.4, 228.6],
  ] as const)('%s is a page size', ([line, widthMm, heightMm]) => {
    expect(readPageSize(line)).toEqual({ widthMm, heightMm });
  });

  test.for(['1', '1x', '1x2', 'x', 'A4', '154.5 × 216,5', '1 × 2 × 3'])(
    'a page size is shown while it is typed: %s',
    (line) => {
      const requirement = { oneOf: [readPageSize(line)], toleranceMm: 1, ifUnknown: 'finding' } as const;
      expect(permittedText('pageSize', { ...requirement, oneOf: [...requirement.oneOf] })).toContain('×');
    },
  );

  test.for([
    ['4 GB', 4e9],
    ['1.5mib', 1_572_864],
    ['2048', 2048],
    ['4 TB', '4 TB'],
    ['abc MB', 'abc MB'],
  ] as const)('%s is %s bytes', ([text, bytes]) => {
    expect(readBytes(text)).toBe(bytes);
  });
});
