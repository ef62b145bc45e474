import { describe, expect, test } from 'vitest';
import type { SidekickDescription } from '@assay/analysis/contract/description.ts';
import { finding } from '@assay/analysis/contract/finding.ts';
import { parseFindings } from '../../activities/custom-sidekicks/parse-findings.ts';
import { plainText } from '@assay/domain/lib/characters.ts';
import { answerFault, answerLimits } from '@assay/domain/examination.ts';
import { customFinding, registrationFile } from '../support/custom-sidekicks.ts';

const sidekick = {
  ...registrationFile,
  id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8e',
  decodes: false,
  readsText: false,
  rules: registrationFile.rules.map((rule) => ({ id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8f', ...rule })),
} as SidekickDescription;

const parse = (...findings: unknown[]) => parseFindings(sidekick, { findings });
const [evidence] = customFinding.evidence;

test('missing fields of a finding are filled in: severity, confidence, precedents, and the threshold of a measurement', () => {
  const { threshold, unit, source } = sidekick.rules[0]!;
  expect(parse(customFinding)).toEqual([
    {
      ...customFinding,
      severity: 'minor',
      confidence: 1,
      precedents: [],
      evidence: [{ ...evidence, content: { measured: 1, threshold, unit, source } }],
    },
  ]);
});

test('fields that a finding has are not changed', () => {
  const content = { measured: 3, threshold: 2, unit: 'lines', source: 'ours' };
  const precedents = [{ url: 'https://example.com/1', title: 'One', decision: 'upheld', date: '2026-01-02' }];
  const complete = { ...customFinding, severity: 'critical', confidence: 0.5, precedents };
  expect(parse({ ...complete, evidence: [{ ...evidence, content }] })).toEqual([
    { ...complete, evidence: [{ ...evidence, content }] },
  ]);
});

test('a response may have no findings', () => {
  expect(parse()).toEqual([]);
});

const page = { kind: 'page', page: 1 };
const box = (...bbox: number[]) => ({ ...page, bbox });

test.for([
  [0, 0, 1, 1],
  [0.25, 0.5, 0.75, 0.501],
])('a page anchor may have a box of shares: %j', (sides) => {
  const anchor = box(...sides);
  expect(parse({ ...customFinding, anchor })).toMatchObject([{ anchor }]);
});

test('a time anchor may have a box of shares', () => {
  const anchor = { kind: 'time', startSeconds: 1, endSeconds: 2, bbox: [0.1, 0.8, 0.9, 0.9] };
  expect(parse({ ...customFinding, anchor })).toMatchObject([{ anchor }]);
});

test('stored findings with boxes from before the definition can still be read', () => {
  expect(finding.shape.anchor.safeParse(box(72, 700, 300, 724)).success).toBe(true);
});

describe('a response is rejected with the reason:', () => {
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
    [{ anchor: box(0.5, 0, 0.4, 1) }, 'findings.0.anchor: bbox must be [left, top, right, bottom] as shares'],
    [{ anchor: box(0, 0.2, 1, 0.2) }, 'left < right and top < bottom (got [0,0.2,1,0.2])'],
    [{ anchor: box(0, 0, 595, 842) }, 'findings.0.anchor: bbox must be'],
    [{ anchor: box(-0.1, 0, 1, 1) }, 'findings.0.anchor: bbox must be'],
    [{ anchor: { ...time(1, 2), bbox: [0, 0, 1920, 1080] } }, 'as shares (0–1) of the picture'],
    [{ anchor: { ...page, bbox: [0, 0, 1] } }, 'findings.0.anchor.bbox'],
    [{ evidence: [{ ...evidence, anchor: box(1, 1, 0, 0) }] }, 'findings.0.evidence.0.anchor: bbox must be'],
    [{ anchor: { kind: 'place' } }, 'findings.0.anchor.kind: Invalid discriminator'],
    [{ evidence: [] }, 'findings.0.evidence: Too small'],
    [{ evidence: Array(21).fill(evidence) }, 'findings.0.evidence: Too big'],
    [{ evidence: [{ ...evidence, content: 1 }] }, 'findings.0.evidence.0: the content of a measurement'],
    [{ evidence: [{ ...evidence, anchor: time(4, 3) }] }, 'findings.0.evidence.0.anchor: must not end'],
    [{ precedents: link('javascript:alert(1)') }, 'findings.0.precedents.0.url: must be a URL'],
    [{ html: '<b>' }, 'findings.0: Unrecognized key: "html"'],
    [{ resolutionRequirement: undefined }, 'findings.0.resolutionRequirement: Invalid input'],
  ])('%j', ([parts, reason]) => {
    expect(() => parse({ ...customFinding, ...(parts as object) })).toThrow(reason);
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
    expect(() => parseFindings(sidekick, answer)).toThrow(reason);
  });

  test('larger than the limit, and not truncated', () => {
    const large = { findings: [{ ...customFinding, details: 'ä'.repeat(answerLimits.bytes / 2) }] };
    expect(answerFault(large)).toMatch(/^response exceeds 500,000 bytes \(got [\d,]+\)$/);
    expect(() => parseFindings(sidekick, large)).toThrow('response exceeds 500,000 bytes');
  });

  test('nested too deeply', () => {
    const deep = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) as unknown;
    expect(answerFault(deep)).toBe('response is nested more than 32 levels deep');
    expect(() => parse({ ...customFinding, evidence: [{ ...evidence, content: deep }] })).toThrow('nested');
  });

  test('the reason is one line of limited length, whatever the sidekick wrote', () => {
    const key = `x\n${'y'.repeat(10_000)}\u202e`;
    try {
      parse({ ...customFinding, [key]: 1 });
      expect.unreachable();
    } catch (error) {
      const { message } = error as Error;
      expect(message).toMatch(/^findings\.0: Unrecognized key/);
      expect(message.length).toBeLessThan(320);
      expect(message).not.toMatch(/[\n\u202e]/);
    }
  });
});

test('plainText replaces control characters and truncates', () => {
  expect(plainText('a\0b\r\nc\u202e', 20)).toBe('a b  c ');
  expect(plainText('abc\ud83d\ude00', 4)).toBe('abc\ufffd…');
  expect(plainText('abc', 3)).toBe('abc');
});
