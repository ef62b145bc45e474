import { expect, test } from 'vitest';
import { builtInSidekicks } from '../../sidekicks/built-in.ts';
import {
  availableSidekicks,
  findRule,
  findSidekick,
  sidekickDescriptions,
} from '../../sidekicks/catalogue.ts';
import { assetTypes } from '@assay/domain/asset-type.ts';
import { isUuid } from '@assay/domain/blob-path.ts';

test('every sidekick of the catalogue has an analyser, and every analyser a catalogue entry', () => {
  expect(Object.keys(builtInSidekicks).sort()).toEqual(sidekickDescriptions.map(({ code }) => code).sort());
});

test('ids and codes are unique, and rule codes start with their family', () => {
  const rules = sidekickDescriptions.flatMap((sidekick) => sidekick.rules);
  const ids = [...sidekickDescriptions, ...rules].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isUuid)).toBe(true);
  expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
  for (const { code } of rules) expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/);
});

test('every asset type has at least one sidekick', () => {
  for (const assetType of assetTypes)
    expect(sidekickDescriptions.some((sidekick) => sidekick.assetTypes.includes(assetType))).toBe(true);
});

test('sidekicks and rules are found by id and code', () => {
  const [first] = sidekickDescriptions;
  expect(findSidekick(first!.id.toUpperCase())).toBe(first);
  expect(findSidekick('00000000-0000-4000-8000-000000000000')).toBeNull();
  expect(findRule('picture.black')?.sidekick).toBe(first);
  expect(findRule('picture.green')).toBeNull();
});

test('without the reader of text, sidekicks that read text examine only documents', () => {
  expect(availableSidekicks(true, true)).toEqual(sidekickDescriptions);
  const available = availableSidekicks(false);
  expect(available.find(({ code }) => code === 'claims')).toMatchObject({
    assetTypes: ['document'],
    readsText: false,
  });
  expect(available.some(({ readsText }) => readsText)).toBe(false);
  for (const sidekick of sidekickDescriptions.filter(({ readsText }) => !readsText))
    expect(available).toContain(sidekick);
});
