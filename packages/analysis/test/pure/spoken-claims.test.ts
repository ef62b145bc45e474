import { describe, expect, test } from 'vitest';
import type { SpokenText } from '../../speech/spoken-text.ts';
import type { ShownText } from '../../text/shown-text.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { findClaims } from '../../sidekicks/claims/find-claims.ts';
import { judgeClaims } from '../../sidekicks/claims/judge-claims.ts';
import { writeNumbers } from '../../sidekicks/claims/write-numbers.ts';

test.each([
  ['nine out of ten', 'nine out of ten'],
  ['fifty per cent off', '50 per cent off'],
  ['ninety nine point nine per cent', '99.9 per cent'],
  ['one hundred per cent', '100 per cent'],
  ['two hundred and fifty euros', '€250'],
  ['was 30 pounds, now 20.', 'was £30, now £20.'],
  ['was thirty pounds, now only twenty-five pounds', 'was £30, now only £25'],
  ['just four pounds ninety-nine a month', 'just £4.99 a month'],
  ['save 20 pounds 50 times', 'save £20 50 times'],
  ['10 p off', '10p off'],
  ['number one and buy one get one free', 'number one and buy one get one free'],
  ['was 30 pounds, now 20 per cent less', 'was £30, now 20 per cent less'],
  ['the pounds and the point', 'the pounds and the point'],
])('“%s” is written “%s”', (spoken, written) => {
  const words = spoken.split(' ');
  const parts = writeNumbers(words);
  expect(parts.map(({ text }) => text).join(' ')).toBe(written);
  expect(parts.flatMap(({ from, until }) => words.slice(from, until)).join(' ')).toBe(spoken);
});

/** Words of 0.4 s each, from `start` on. `|` is a pause of a second, and `||` one of three seconds. */
function windowOf(
  text: string,
  start = 0,
  language = 'en',
  probability = 0.9,
): SpokenText['windows'][number] {
  let at = start;
  const words = text.split(' ').flatMap((word) => {
    if (word.startsWith('|')) {
      at += word === '|' ? 1 : 3;
      return [];
    }
    at += 0.4;
    return [{ text: word, startSeconds: at - 0.4, endSeconds: at, probability }];
  });
  return { language, languageProbability: 0.95, logProbability: -0.3, words };
}

async function findingsOf(windows: SpokenText['windows'], shownText: ShownText | null = null, more = {}) {
  const spokenText: SpokenText = { speechSeconds: 10, windows, ...more };
  const input = { mimeType: 'video/mp4', shownText, spokenText };
  const found = await findClaims(bytesSource(new Uint8Array()), input, () => undefined);
  return judgeClaims(found!, shownText, spokenText);
}

const showing = (text: string, startSeconds: number): ShownText => ({
  kind: 'video',
  width: 640,
  height: 360,
  picturesRead: 20,
  intervalSeconds: 0.5,
  lines: [
    {
      text,
      confidence: 0.98,
      box: [0.1, 0.4, 0.6, 0.5],
      letters: null,
      startSeconds,
      endSeconds: startSeconds + 2,
      isExact: true,
    },
  ],
});

describe('a spoken claim', () => {
  test('is quoted as it was heard, with its time and at most the probability of its words', async () => {
    const [finding, ...others] = await findingsOf([
      windowOf('Come in today. It was thirty pounds, now twenty.', 5, 'en', 0.7),
    ]);
    expect(others).toEqual([]);
    expect(finding!.ruleCode).toBe('price.saving');
    expect(finding!.summary).toContain('“was thirty pounds, now twenty”');
    expect(finding!.confidence).toBeCloseTo(0.7);
    const { startSeconds, endSeconds } = finding!.anchor as { startSeconds: number; endSeconds: number };
    expect([startSeconds, endSeconds].map((time) => time.toFixed(1))).toEqual(['6.6', '8.6']);
    expect(finding!.evidence[0]!.content).toMatchObject({ heardProbability: expect.closeTo(0.7) as number });
  });

  test('does not run over a long pause, or over a short one without punctuation', async () => {
    expect(await findingsOf([windowOf('Save up to || 50% off.')])).toHaveLength(1);
    const summaries = (await findingsOf([windowOf('it was 30 pounds | now 20')])).map(
      ({ summary }) => summary,
    );
    expect(summaries).toEqual([]);
  });

  test('is sought in English only, and a finding says so', async () => {
    const findings = await findingsOf([windowOf('Save 50% on all carpets today.', 0, 'fr')]);
    expect(findings.map(({ ruleCode }) => ruleCode)).toEqual(['language.unjudged']);
    expect(await findingsOf([windowOf('Ja genau.', 0, 'de')])).toEqual([]);
  });

  test('that is also shown within 3 s is one finding with two pieces of evidence', async () => {
    const spoken = windowOf('Save fifty per cent on all carpets.', 8);
    const [one, ...others] = await findingsOf([spoken], showing('Save 50% today', 11));
    expect(others).toEqual([]);
    expect(one!.evidence).toHaveLength(2);
    expect(one!.anchor).toHaveProperty('bbox');
    for (const shown of [showing('Save 50% today', 15), showing('Save 40% today', 9)])
      expect(await findingsOf([spoken], shown)).toHaveLength(2);
  });

  test('may be missing if speech was not read, and a finding says so', async () => {
    const leftOut = { speechSeconds: 4, fault: 'it ended (SIGKILL)' };
    const [finding] = await findingsOf([], null, { leftOut });
    expect(finding!.ruleCode).toBe('text.unread');
    expect(finding!.details).toContain('it ended (SIGKILL)');
  });
});
