import { expect, test } from 'vitest';
import { areVersions, searchFor } from '../../packages/console/pages/new-submission/earlier-version.ts';

test.for([
  ['clip_v2.mov', 'clip_v1.mov', true],
  ['Clip_V2.MOV', 'clip.mov', true],
  ['spot 30s version 3.mp4', 'spot 30s version 2.mp4', true],
  ['leaflet (2).pdf', 'leaflet.pdf', true],
  ['leaflet_final_v2.pdf', 'leaflet-draft.pdf', true],
  ['same.mp4', 'same.mp4', true],
  ['clip_v2.mov', 'clip_v1.mp4', false],
  ['episode_12.mov', 'episode_11.mov', false],
  ['2026-11-30.wav', '2026-11-29.wav', false],
  ['promo.mov', 'prom.mov', false],
  ['drive.mov', 'dri.mov', false],
  ['v2.mov', 'v3.mov', false],
] as const)('%s and %s are versions of one file: %s', ([a, b, isSame]) => {
  expect(areVersions(a, b)).toBe(isSame);
});

test('the search has what the names of versions share', () => {
  expect(searchFor('Clip_final_v2.mov')).toBe('clip');
});
