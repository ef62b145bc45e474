import { describe, expect, test } from 'vitest';
import type { SidekickDescription } from '../../analysis/sidekicks/description.ts';
import { findingsOf } from '../../activities/custom-sidekicks/answer.ts';
import { plainText } from '../../lib/characters.ts';
import { answerFault, answerLimits } from '../../domain/examination.ts';
import { ownFinding, registrationFile } from '../support/custom-sidekicks.ts';

const sidekick = {
  ...registrationFile,
  id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8e',
  decodes: false,
  rules: registrationFile.rules.map((rule) => ({ id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8f', ...rule })),
} as SidekickDescription;

const judge = (...findings: unknown[]) => findingsOf(sidekick, { findings });
const [evidence] = ownFinding.evidence;

test('a finding is completed: severity, confidence, precedents, and what a measurement is held against', () => {
  const { threshold, unit, source } = sidekick.rules[0]!;
  expect(judge(ownFinding)).toEqual([
    {
      ...ownFinding,
      severity: 'minor',
      confidence: 1,
      precedents: [],
      evidence: [{ ...evidence, content: { measured: 1, threshold, unit, source } }],
    },
  ]);
});

test('what a finding says of itself stays', () => {
  const content = { measured: 3, threshold: 2, unit: 'lines', source: 'ours' };
  const precedents = [{ url: 'https://example.com/1', title: 'One', decision: 'upheld', date: '2026-01-02' }];
  const own = { ...ownFinding, severity: 'critical', confidence: 0.5, precedents };
  expect(judge({ ...own, evidence: [{ ...evidence, content }] })).toEqual([
    { ...own, evidence: [{ ...evidence, content }] },
  ]);
});

test('none is an answer too', () => {
  expect(judge()).toEqual([]);
});

describe('refused, with the reason:', () => {
  const time = (startSeconds: number, endSeconds: number) => ({ kind: 'time', startSeconds, endSeconds });
  const link = (url: string) => [{ url, title: 't', decision: 'd', date: '2026' }];

  test.for([
    [{ ruleCode: 'picture.black' }, 'findings.0.ruleCode: picture.black is not one of its rules'],
    [{ severity: 'fatal' }, 'findings.0.severity: Invalid option'],
    [{ summary: '' }, 'findings.0.summary: Too small'],
    [{ summary: 'x'.repeat(501) }, 'findings.0.summary: Too big'],
    [{ details: 'x'.repeat(5_001) }, 'findings.0.details: Too big'],
    [{ details: 'a\0b' }, 'findings.0.details: must be well-formed text without NUL'],
    [{ details: '\ud800' }, 'findings.0.details: must be well-formed text without NUL'],
    [{ confidence: 2 }, 'findings.0.confidence: Too big'],
    [{ anchor: time(4, 3) }, 'findings.0.anchor: must not end before it starts'],
    [{ anchor: time(-1, 3) }, 'findings.0.anchor.startSeconds: Too small'],
    [{ anchor: { kind: 'page', page: 0 } }, 'findings.0.anchor.page: Too small'],
    [{ anchor: { kind: 'text', start: 5, end: 4, quote: '' } }, 'findings.0.anchor: must not end before'],
    [{ anchor: { kind: 'region', x: 0, y: 0, width: 2, height: 1 } }, 'findings.0.anchor.width: Too big'],
    [{ anchor: { kind: 'place' } }, 'findings.0.anchor.kind: Invalid discriminator'],
    [{ evidence: [] }, 'findings.0.evidence: Too small'],
    [{ evidence: Array(21).fill(evidence) }, 'findings.0.evidence: Too big'],
    [{ evidence: [{ ...evidence, content: 1 }] }, 'findings.0.evidence.0: the content of a measurement'],
    [{ evidence: [{ ...evidence, anchor: time(4, 3) }] }, 'findings.0.evidence.0.anchor: must not end'],
    [{ precedents: link('javascript:alert(1)') }, 'findings.0.precedents.0.url: must be a URL'],
    [{ html: '<b>' }, 'findings.0: Unrecognized key: "html"'],
    [{ resolutionRequirement: undefined }, 'findings.0.resolutionRequirement: Invalid input'],
  ])('%j', ([parts, reason]) => {
    expect(() => judge({ ...ownFinding, ...(parts as object) })).toThrow(reason);
  });

  test.for([
    [null, 'the answer: Invalid input: expected object'],
    [undefined, 'the answer: Invalid input'],
    [[], 'the answer: Invalid input: expected object'],
    [{}, 'findings: Invalid input: expected array'],
    [{ findings: [], status: 'ok' }, 'the answer: Unrecognized key: "status"'],
    [{ findings: Array(1_001).fill(0).map(String) }, 'findings: Too big'],
    [{ findings: [1, 2, 3] }, 'findings.0: Invalid input: expected object, received number (and 2 more)'],
  ] as const)('%j', ([answer, reason]) => {
    expect(() => findingsOf(sidekick, answer)).toThrow(reason);
  });

  test('more than is taken, all of it and not cut off', () => {
    const large = { findings: [{ ...ownFinding, details: 'ä'.repeat(answerLimits.bytes / 2) }] };
    expect(answerFault(large)).toMatch(/^response exceeds 500000 bytes \(got \d+\)$/);
    expect(() => findingsOf(sidekick, large)).toThrow('response exceeds 500000 bytes');
  });

  test('what is nested deeper than anything can follow', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown;
    expect(answerFault(deep)).toBe('response is nested more than 32 levels deep');
    expect(() => judge({ ...ownFinding, evidence: [{ ...evidence, content: deep }] })).toThrow('nested');
  });

  test('in one line of bounded length, whatever the sidekick wrote', () => {
    const key = `x\n${'y'.repeat(10_000)}\u202e`;
    try {
      judge({ ...ownFinding, [key]: 1 });
      expect.unreachable();
    } catch (error) {
      const { message } = error as Error;
      expect(message).toMatch(/^findings\.0: Unrecognized key/);
      expect(message.length).toBeLessThan(320);
      expect(message).not.toMatch(/[\n\u202e]/);
    }
  });
});

test('text of others is made plain', () => {
  expect(plainText('a\0b\r\nc\u202e', 20)).toBe('a b  c ');
  expect(plainText('abc\ud83d\ude00', 4)).toBe('abc\ufffd…');
  expect(plainText('abc', 3)).toBe('abc');
});
