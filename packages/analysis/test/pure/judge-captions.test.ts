import { expect, test } from 'vitest';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { checkFindings } from '../../contract/check-findings.ts';
import { assayDefault } from '../../contract/description.ts';
import { defaultSettings } from '../../contract/settings.ts';
import type { Captions, Cue } from '../../decode/captions/captions.ts';
import { textCue } from '../../decode/captions/text-cue.ts';
import { judgeCaptions } from '../../sidekicks/captions/judge-captions.ts';
import { captionsDescription } from '../../sidekicks/captions/rules.ts';
import { findShippedProfile } from '../../profiles/shipped/index.ts';
import { settingsOf } from '../../profiles/profile.ts';

const settings = defaultSettings(captionsDescription);

const cue = (startSeconds: number, endSeconds: number | null, ...rows: string[]): Cue => ({
  startSeconds,
  endSeconds,
  rows,
  place: null,
});

function judge(cues: Cue[], used = settings, more: Partial<Captions> = {}) {
  const track = { stream: 1, codec: 'ass', channel: null, language: null, uses: [], cues, isCut: false };
  const seen: Captions = { tracks: [track], fields: [], unread: [], frameSeconds: 0.04, ...more };
  return judgeCaptions(
    bytesSource(Buffer.from(JSON.stringify({ seen, decodeFailure: null }))),
    used,
  ) as Promise<{ findings: { ruleCode: string; evidence: unknown[] }[]; measured: Record<string, number> }>;
}
const codes = async (...args: Parameters<typeof judge>) =>
  (await judge(...args)).findings.map(({ ruleCode }) => ruleCode);

test('values that passed are measured', async () => {
  const { findings, measured } = await judge([cue(0, 2, 'Twenty characters.'), cue(2.5, 4, 'Two', 'rows')]);
  expect(findings).toEqual([]);
  expect(measured).toEqual({
    'captions.reading_speed': 9,
    'captions.duration_short': 1.5,
    'captions.duration_long': 2,
    'captions.gap': 12.5,
    'captions.overlap': 0,
    'captions.lines': 2,
    'captions.line_length': 18,
    'captions.encoding': 0,
  });
});

test('a profile sets the thresholds', async () => {
  const cues = [cue(0, 2, 'Twenty characters.')];
  const thresholds = { 'captions.reading_speed': { threshold: 8, source: assayDefault } };
  expect(await codes(cues, { ...settings, thresholds })).toEqual(['captions.reading_speed']);
});

test('values at the thresholds have no finding', async () => {
  expect(
    await codes([cue(0, 1, 'x'.repeat(20)), cue(1.08, 1.913, 'a'), cue(1.913, 8.913, 'x'.repeat(42))]),
  ).toEqual([]);
  // Combining marks are no characters: each letter is written as two code points.
  expect(await codes([cue(0, 1, 'e\u0301'.repeat(20))])).toEqual([]);
});

test('captions in different places may overlap', async () => {
  const top = { ...cue(1, 3, 'Above'), place: 'top' };
  expect(await codes([cue(0, 2, 'Below'), top])).toEqual([]);
  expect(await codes([{ ...cue(0, 2, 'Also above'), place: 'top' }, top])).toEqual(['captions.overlap']);
});

test('captions without an end have no duration', async () => {
  expect(await codes([cue(0, null, 'A very long text that nobody reads')])).toEqual([]);
});

test('a right track beside a faulty one has no finding', async () => {
  const track = { codec: 'subrip', channel: null, uses: [], isCut: false };
  const tracks = [
    { ...track, stream: 1, language: 'eng', cues: [cue(0, 2, 'Good morning')] },
    { ...track, stream: 2, language: 'ger', cues: [cue(0, 0.5, 'Hallo')] },
  ];
  const { findings } = await judge([], settings, { tracks });
  expect(findings).toMatchObject([
    { summary: '1 of 1 caption of stream 2 (subrip, ger) is shorter than 0.833 s, at 0:00.00' },
  ]);
});

test('captions that could not be read are not missing', async () => {
  const required = settingsOf(captionsDescription, findShippedProfile('broadcast-us'));
  expect(await codes([], required, { tracks: [] })).toEqual(['captions.none']);
  const unread = [{ stream: 1, codec: 'eia_608', reason: 'failed' as const }];
  expect(await codes([], required, { tracks: [], unread })).toEqual(['captions.not_examined']);
});

test('tags of the formats are no text', () => {
  const rows = (codec: string, text: string) => textCue(codec, Buffer.from(text))?.rows ?? null;
  expect(rows('subrip', '{\\an8}<i>One</i>\r\n<font color="#fff">two</font> < 3')).toEqual([
    'One',
    'two < 3',
  ]);
  expect(rows('webvtt', '<v Ann>Fish &amp; <c.big>chips</c> <00:01.000>now')).toEqual(['Fish & chips now']);
  expect(rows('ass', '3,0,Default,,0,0,0,,{\\pos(1,2)}Hello, {\\i1}you\\Nthere')).toEqual([
    'Hello, you',
    'there',
  ]);
  expect(rows('ass', '3,0,Default,,0,0,0,,{\\p1}m 0 0 l 9 9')).toBeNull();
  expect(textCue('mov_text', Buffer.from('\0\u0002Hi\0\0styl'))?.rows).toEqual(['Hi']);
  expect(textCue('mov_text', Buffer.from([0, 6, 0xfe, 0xff, 0, 0x48, 0, 0x69]))?.rows).toEqual(['Hi']);
  expect(textCue('mov_text', Buffer.from([0]))).toBeNull();
});

test('the findings on many tracks stay below the limits', async () => {
  const cues = Array.from({ length: 100 }, (_, at) =>
    cue(at / 4, at / 4 + 0.5, '&amp;'.repeat(50), 'b', 'c'),
  );
  const track = {
    codec: 'subrip',
    channel: null,
    language: 'x'.repeat(40),
    uses: ['forced'],
    cues,
    isCut: true,
  };
  const tracks = Array.from({ length: 200 }, (_, stream) => ({ ...track, stream }));
  const { findings } = await judge([], settings, { tracks });
  expect(checkFindings(captionsDescription, findings)).toHaveLength(50 * 6 + 51);
  expect(findings.at(-1)).toMatchObject({
    summary: 'Only the first 50 of 200 tracks of captions were judged',
  });
});
