import { expect, test } from 'vitest';
import { attachRules, stableId, toIssues } from '@assay/analysis/contract/issues.ts';
import { sandboxIssues } from '../../activities/record/sandbox-issues.ts';
import { catalogue, findRule } from '@assay/analysis/sidekicks/catalogue.ts';
import { checkFindings, InvalidFindings } from '@assay/analysis/contract/check-findings.ts';
import type { Finding } from '@assay/analysis/contract/finding.ts';
import { issue as issueSchema } from '@assay/domain/contracts/issue.ts';

const subject = {
  submissionId: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8e',
  assetId: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e8f',
};
const at = new Date('2026-01-02T03:04:05.678Z');

function finding(ruleCode: string, anchor: Finding['anchor']): Finding {
  return {
    ruleCode,
    severity: 'major',
    summary: `${ruleCode} found`,
    details: 'd',
    severityReasoning: 'r',
    severityReasoningHeadline: 'h',
    evidence: [{ id: 'e', sourceType: 'measurement', confidence: 1, content: { measured: 1 }, anchor }],
    anchor,
    confidence: 0.5,
    precedents: [],
    resolutionRequirement: { action: 'review', description: 'look' },
  };
}

const black = finding('picture.black', { kind: 'time', startSeconds: 10, endSeconds: 12 });
const freeze = finding('picture.freeze', { kind: 'time', startSeconds: 9, endSeconds: 12 });
const silence = finding('sound.silence', { kind: 'time', startSeconds: 100, endSeconds: 102 });

/** Merges findings of built-in rules into issues. */
const issuesOf = (findings: Finding[], when = at) =>
  toIssues(
    subject,
    findings.flatMap((one) => attachRules(findRule(one.ruleCode)!.sidekick, [one])),
    when,
  );

test('issues are numbered from 1 by their position in the asset, whatever the order of the findings', () => {
  const codes = (findings: Finding[]) =>
    issuesOf(findings).map((issue) => [issue.referenceNumber, issue.ruleCode]);
  const expected = [
    [1, 'picture.freeze'],
    [2, 'picture.black'],
    [3, 'sound.silence'],
  ];
  expect(codes([black, silence, freeze])).toEqual(expected);
  expect(codes([silence, freeze, black])).toEqual(expected);
});

test('the same finding has the same id in every run, and different findings have different ids', () => {
  const [first] = issuesOf([black]);
  const [again, other] = issuesOf([silence, black], new Date());
  expect(again!.id).toBe(first!.id);
  expect(other!.id).not.toBe(first!.id);
});

test('equal findings become separate issues', () => {
  const ids = issuesOf([black, black, black]).map((issue) => issue.id);
  expect(new Set(ids).size).toBe(3);
});

test('two sidekicks can have different rules with the same code', () => {
  const custom = {
    ...catalogue[0],
    id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e90',
    code: 'custom',
    name: 'Custom',
    rules: [{ ...catalogue[0].rules[0], id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e91', name: 'Our black' }],
  };
  const later = finding('picture.black', { kind: 'time', startSeconds: 50, endSeconds: 52 });
  const issues = toIssues(
    subject,
    [...attachRules(catalogue[0], [black]), ...attachRules(custom, [later])],
    at,
  );
  expect(issues.map(({ ruleCode }) => ruleCode)).toEqual(['picture.black', 'picture.black']);
  expect(issues.map(({ ruleId }) => ruleId)).toEqual([catalogue[0].rules[0].id, custom.rules[0]!.id]);
  expect(issues.map(({ contributors }) => contributors[0]!.ruleName)).toEqual(['Black picture', 'Our black']);
  expect(new Set(issues.map(({ id }) => id)).size).toBe(2);
  expect(() => attachRules(custom, [silence])).toThrow('sidekick custom has no rule sound.silence');
});

const time = (startSeconds: number, endSeconds: number) =>
  ({ kind: 'time', startSeconds, endSeconds }) as const;

test.for([
  ['picture.black_silent', time(6, 10.5), 'sound.silence', time(6.2, 10.5)],
  ['sound.silence', time(0, 8), 'picture.black_silent', time(0, 4)],
  ['loudness.programme', { kind: 'asset' }, 'streaming_loudness.programme', { kind: 'asset' }],
  ['loudness.true_peak', time(3, 3.1), 'atsc_loudness.true_peak', time(3, 3.1)],
] as const)(
  '%s at %j and %s at %j are one issue with two contributors',
  ([one, place, other, otherPlace]) => {
    const [issue, ...more] = issuesOf([finding(one, place), finding(other, otherPlace)]);
    expect(more).toEqual([]);
    expect(issue!.contributors.map(({ ruleCode }) => ruleCode).sort()).toEqual([one, other].sort());
    expect(issue!.contributors.map(({ relationType }) => relationType)).toEqual(['primary', 'supporting']);
  },
);

test('an issue names what its other findings report, and contains their different remedies', () => {
  const remedy = (ruleCode: string, description: string) => ({
    ...finding(ruleCode, { kind: 'asset' }),
    resolutionRequirement: { action: 'normalise', description },
  });
  const [issue] = issuesOf([
    remedy('loudness.programme', 'For EBU R 128, change the level by +3.0 dB.'),
    remedy('atsc_loudness.programme', 'For ATSC A/85, change the level by +2.0 dB.'),
    remedy('streaming_loudness.programme', 'For ATSC A/85, change the level by +2.0 dB.'),
  ]);
  const { action, description } = issue!.resolutionRequirement;
  expect(issue!.details).toBe(
    'd Also reported: loudness.programme found; streaming_loudness.programme found.',
  );
  expect(action).toBe('normalise');
  expect(description).toBe(
    'For ATSC A/85, change the level by +2.0 dB. For EBU R 128, change the level by +3.0 dB.',
  );
});

test.for([
  // A moment within a long silence is a different place from the silence.
  ['sound.silence', time(0, 60), 'picture.black_silent', time(10, 14)],
  ['sound.silence', time(0, 4), 'picture.black_silent', time(4, 8)],
  ['sound.silence', time(0, 4), 'picture.black', time(0, 4)],
  ['sound.silence', time(0, 4), 'sound.silence', time(0, 4)],
] as const)('%s at %j and %s at %j are two issues', ([one, place, other, otherPlace]) => {
  expect(issuesOf([finding(one, place), finding(other, otherPlace)])).toHaveLength(2);
});

test('two sidekicks find one defect on a page only if their boxes overlap', () => {
  const document = findRule('active_content.launch')!.sidekick;
  const custom = { ...document, id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e90', code: 'custom' };
  const launch = (bbox?: [number, number, number, number]) =>
    finding('active_content.launch', { kind: 'page', page: 1, ...(bbox && { bbox }) });
  const count = (one: Finding, other: Finding) =>
    toIssues(subject, [...attachRules(document, [one]), ...attachRules(custom, [other])], at).length;
  expect(count(launch([0, 0, 0.5, 0.5]), launch([0.4, 0.4, 1, 1]))).toBe(1);
  expect(count(launch([0, 0, 0.5, 0.5]), launch([0.5, 0, 1, 0.5]))).toBe(2);
  expect(count(launch([0, 0, 0.5, 0.5]), launch())).toBe(1);
});

test('two sidekicks find one defect at a time only if their boxes overlap', () => {
  const videoQc = findRule('picture.black')!.sidekick;
  const custom = { ...videoQc, id: '0192f3c4-8f7a-7c31-9f1e-3b0a5f6d7e90', code: 'custom' };
  const black = (bbox?: [number, number, number, number]) =>
    finding('picture.black', { kind: 'time', startSeconds: 0, endSeconds: 4, ...(bbox && { bbox }) });
  const count = (one: Finding, other: Finding) =>
    toIssues(subject, [...attachRules(videoQc, [one]), ...attachRules(custom, [other])], at).length;
  expect(count(black([0, 0, 0.5, 0.5]), black([0.4, 0.4, 1, 1]))).toBe(1);
  expect(count(black([0, 0, 0.5, 0.5]), black([0.5, 0, 1, 0.5]))).toBe(2);
  expect(count(black([0, 0, 0.5, 0.5]), black())).toBe(1);
});

test('the most severe contributor is primary', () => {
  const silent = { ...silence, severity: 'minor' as const };
  const critical = { ...finding('picture.black_silent', silence.anchor), severity: 'critical' as const };
  const [issue] = issuesOf([silent, critical]);
  expect(issue).toMatchObject({ ruleCode: 'picture.black_silent', severity: 'critical' });
});

test('issues of a text are numbered by their position', () => {
  const text = (start: number) => ({ kind: 'text', start, end: start + 4, quote: 'best' }) as const;
  const codes = issuesOf([finding('superlative.ranking', text(900)), finding('guarantee.promise', text(7))]);
  expect(codes.map(({ ruleCode }) => ruleCode)).toEqual(['guarantee.promise', 'superlative.ranking']);
});

test('an issue has every field of the specification, with the sidekick and the rule', () => {
  const [issue] = issuesOf([black]);
  expect(issueSchema.parse(issue)).toEqual(issue);
  expect(issue).toMatchObject({
    assetId: subject.assetId,
    status: 'open',
    createdAt: at.toISOString(),
    contributors: [
      { label: 'Video quality control', relationType: 'primary', ruleName: 'Black picture', confidence: 0.5 },
    ],
  });
});

test.for([
  ['pass', []],
  ['advisory', ['minor', 'info']],
  ['fail', ['critical', 'major', 'major']],
  ['error', []],
  ['retryable_error', []],
] as const)('the sandbox outcome %s has the issues %j', ([outcome, severities]) => {
  const issues = sandboxIssues(subject, outcome, at);
  expect(issues.map((issue) => issue.severity)).toEqual(severities);
  expect(new Set(issues.map((issue) => issue.id)).size).toBe(issues.length);
  for (const issue of issues) expect(issueSchema.parse(issue)).toEqual(issue);
});

test('the findings of a sidekick are checked', () => {
  const [videoQc, loudness] = catalogue;
  expect(checkFindings(videoQc, [black])).toEqual([black]);
  expect(() => checkFindings(loudness, [black])).toThrow(/picture\.black is not one of its rules/);
  expect(() => checkFindings(videoQc, [{ ...black, severity: 'fatal' }])).toThrow(/severity/);
  expect(() => checkFindings(videoQc, [{ ...black, evidence: [] }])).toThrow(/evidence/);
});

test('ids are UUIDs', () => {
  expect(stableId('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('findings that are too many, too long or invalid are refused with a short reason', () => {
  const { sidekick } = findRule('picture.black')!;
  const refusal = (findings: unknown) => {
    try {
      return checkFindings(sidekick, findings).length;
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidFindings);
      return (error as Error).message;
    }
  };
  expect(refusal(Array.from({ length: 1000 }, () => black))).toBe(1000);
  expect(refusal(Array.from({ length: 1001 }, () => black))).toBe(
    'sidekick video-qc: there are 1001 findings, more than 1000',
  );
  expect(refusal([{ ...black, details: 'x'.repeat(2 ** 21) }])).toMatch(
    /^sidekick video-qc: the findings have \d+ characters/,
  );
  const invalid = refusal(Array.from({ length: 1000 }, () => ({ ...black, severity: 'x'.repeat(100) })));
  expect(String(invalid).length).toBeLessThan(310);
});

test('a thousand findings of one defect by two sidekicks are merged', () => {
  const moments = Array.from({ length: 1000 }, (_, index) =>
    finding('sound.silence', { kind: 'time', startSeconds: 10 * index, endSeconds: 10 * index + 1 }),
  );
  expect(issuesOf(moments)).toHaveLength(1000);
});
