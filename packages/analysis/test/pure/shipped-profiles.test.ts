import { expect, test } from 'vitest';
import { requirementsCode } from '@assay/domain/sidekick.ts';
import { assetTypes } from '@assay/domain/asset-type.ts';
import { isUuid } from '@assay/domain/blob-path.ts';
import type { Profile, ProfileSource } from '@assay/domain/contracts/profile.ts';
import { checkProfile } from '../../profiles/check-profile.ts';
import { settingsOf } from '../../profiles/profile.ts';
import { findShippedProfile, shippedProfiles } from '../../profiles/shipped/index.ts';
import { describeSidekick, sidekickDescriptions } from '../../sidekicks/catalogue.ts';

/** The formats that Assay accepts, as containers and formats are named in requirements. */
const accepted = [
  ...['mp4', 'mov', 'avi', 'matroska', 'mp3', 'wav', 'aac', 'ogg'],
  ...['jpeg', 'png', 'gif', 'webp', 'svg', 'pdf', 'doc', 'docx', 'txt'],
];

/** Returns the content of a profile, as it is in the files. */
const contentOf = ({ id: _id, version: _version, builtIn: _builtIn, ...content }: Profile) => content;

test.each(shippedProfiles)('$code is valid', (profile) => {
  const content = contentOf(profile);
  expect(checkProfile(content, sidekickDescriptions)).toEqual({ content });
  expect(profile.builtIn).toBe(true);
  expect(profile.description).not.toBeNull();
});

test('ids and codes are unique, and find the profile', () => {
  expect(new Set(shippedProfiles.map(({ id }) => id)).size).toBe(shippedProfiles.length);
  expect(new Set(shippedProfiles.map(({ code }) => code)).size).toBe(shippedProfiles.length);
  for (const profile of shippedProfiles) {
    expect(isUuid(profile.id)).toBe(true);
    expect(findShippedProfile(profile.id.toUpperCase())).toBe(profile);
    expect(findShippedProfile(profile.code)).toBe(profile);
  }
  expect(findShippedProfile('cinema')).toBeNull();
  expect(findShippedProfile('00000000-0000-4000-8000-000000000000')).toBeNull();
});

test.each(shippedProfiles)('$code requires only formats that Assay accepts', ({ requirements }) => {
  const { container, imageFormat, documentFormat } = requirements;
  for (const required of [container, imageFormat, documentFormat])
    for (const format of required?.oneOf ?? []) expect(accepted).toContain(format);
});

test.each(shippedProfiles)(
  '$code names a source for each required value, with a link and the part',
  (profile) => {
    const { requirements, rules, sidekicks } = profile;
    for (const [name, requirement] of Object.entries(requirements))
      expect(requirement.source, `source of ${name}`).toBeDefined();
    const named = [...Object.values(requirements), ...Object.values(rules), ...sidekicks]
      .map(({ source }) => source)
      .concat(profile.sources)
      .filter((source): source is ProfileSource => source !== undefined);
    for (const source of named) {
      expect(source.url).not.toBeNull();
      expect(source.part).not.toBeNull();
    }
  },
);

test.each(shippedProfiles)('$code says that Assay chose the values without a source', (profile) => {
  const { rules, sidekicks, description } = profile;
  const values = [...Object.values(rules), ...sidekicks.filter(({ parameters }) => parameters !== undefined)];
  if (values.some(({ source }) => source === undefined)) expect(description).toContain('Assay chose');
});

test.each(shippedProfiles)('$code has two to five manual checks', ({ manualChecks }) => {
  expect(manualChecks.length).toBeGreaterThanOrEqual(2);
  expect(manualChecks.length).toBeLessThanOrEqual(5);
});

test('everything has all sidekicks as they are, for all asset types', () => {
  const everything = findShippedProfile('everything')!;
  // Without requirements, the sidekick that compares them has nothing to find.
  const codes = sidekickDescriptions.map(({ code }) => code).filter((code) => code !== requirementsCode);
  expect(everything.sidekicks).toEqual(codes.map((code) => ({ code })));
  expect(everything).toMatchObject({ assetTypes: [...assetTypes], rules: {}, requirements: {} });
  for (const sidekick of sidekickDescriptions)
    expect(settingsOf(sidekick, everything)).toEqual(settingsOf(sidekick, null));
});

test('each destination has its own target of loudness', () => {
  const targetOf = (code: string) =>
    settingsOf(describeSidekick('loudness'), findShippedProfile(code)).parameters;
  expect(targetOf('broadcast-eu')).toMatchObject({ targetLufs: -23, toleranceLu: 0.2, truePeakDbtp: -1 });
  expect(targetOf('broadcast-us')).toMatchObject({ targetLufs: -24, toleranceLu: 2, truePeakDbtp: -2 });
  expect(targetOf('podcast')).toMatchObject({ targetLufs: -16, toleranceLu: 1, monoAsTwo: true });
});

test('a value without a source has the source “Assay default”', () => {
  const loudness = describeSidekick('loudness');
  expect(settingsOf(loudness, findShippedProfile('web-video')).source?.standard).toBe('Assay default');
  expect(settingsOf(loudness, findShippedProfile('podcast')).source?.url).toContain('hanna-eng.com');
  const { thresholds } = settingsOf(describeSidekick('video-qc'), findShippedProfile('advert-uk-tv'));
  expect(thresholds['picture.black']).toMatchObject({
    threshold: 0.5,
    source: { standard: 'Assay default' },
  });
});
