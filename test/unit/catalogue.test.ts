import { expect, test } from 'vitest';
import { builtInSidekicks } from '../../activities/sidekicks/built-in.ts';
import {
  findRule,
  findSidekick,
  fittingSidekicks,
  sidekickDescriptions,
} from '../../activities/sidekicks/catalogue.ts';
import { assetTypes } from '../../domain/asset-type.ts';
import { isUuid } from '../../domain/blob-path.ts';

test('every sidekick of the catalogue has an analyser, and every analyser an entry', () => {
  expect(Object.keys(builtInSidekicks).sort()).toEqual(sidekickDescriptions.map(({ code }) => code).sort());
});

test('ids and codes are unique, and rules name their family', () => {
  const rules = sidekickDescriptions.flatMap((sidekick) => sidekick.rules);
  const ids = [...sidekickDescriptions, ...rules].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isUuid)).toBe(true);
  expect(new Set(rules.map(({ code }) => code)).size).toBe(rules.length);
  for (const { code } of rules) expect(code).toMatch(/^[a-z_]+\.[a-z_]+$/);
});

test('every asset type has at least one sidekick', () => {
  const ids = sidekickDescriptions.map(({ id }) => id);
  for (const assetType of assetTypes) expect(fittingSidekicks(ids, assetType)).not.toEqual([]);
});

test('sidekicks and rules are found by id and code', () => {
  const [first] = sidekickDescriptions;
  expect(findSidekick(first!.id.toUpperCase())).toBe(first);
  expect(findSidekick('00000000-0000-4000-8000-000000000000')).toBeNull();
  expect(findRule('picture.black')?.sidekick).toBe(first);
  expect(findRule('picture.green')).toBeNull();
});

test('only sidekicks that were asked for and examine the type fit', () => {
  const [videoQc, loudness, document] = ['video-qc', 'loudness', 'document'].map((code) =>
    sidekickDescriptions.find((sidekick) => sidekick.code === code),
  );
  expect(fittingSidekicks([document!.id, loudness!.id], 'video')).toEqual([loudness]);
  expect(fittingSidekicks([videoQc!.id], 'image')).toEqual([]);
  expect(fittingSidekicks([videoQc!.id], null)).toEqual([]);
});
