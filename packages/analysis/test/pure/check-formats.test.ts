import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { report as reportSchema, type Report } from '@assay/domain/contracts/report.ts';
import { placeOf } from '@assay/domain/report-formats/words.ts';
import { jsonOf } from '../../check/formats/json.ts';
import { junitOf } from '../../check/formats/junit.ts';
import { markdownOf } from '../../check/formats/markdown.ts';
import { sarifOf } from '../../check/formats/sarif.ts';
import { textOfFile, textOfRun } from '../../check/formats/text.ts';
import type { CheckedFile } from '../../check/formats/words.ts';
import type { FindingWithRule } from '../../contract/issues.ts';

/** A name with an escape sequence, a line break, markup of each format, a mention and a picture character. */
const hostile = '\x1b[31m]]>"\'<b>&amp;|`@all`\n# x 🎬 \u202e.mp4';
const id = '0192f3c4-8f7a-5c31-9f1e-3b0a5f6d7e8e';

const source = { standard: 'Assay default', clause: 'chosen', url: null };
const check = {
  sidekick: 'video-qc',
  ruleName: 'Rule',
  threshold: null,
  required: null,
  unit: null,
  source,
  count: 0,
  measured: null,
} as const;

type Issue = Report['issues'][number];

function issueOf(
  ruleCode: string,
  severity: Issue['severity'],
  anchor: Issue['anchor'],
  summary: string,
): Issue {
  const resolutionRequirement = { action: 'review', description: 'Look at it.' };
  const evidence = {
    id: 'e',
    sourceType: 'measurement' as const,
    confidence: 1,
    content: { measured: 1 },
    anchor,
  };
  const common = { severity, ruleCode, resolutionRequirement };
  return {
    ...common,
    id,
    referenceNumber: 1,
    summary,
    details: summary,
    ruleId: id,
    severityReasoning: 'because',
    severityReasoningHeadline: 'because',
    precedents: [],
    contributors: [
      {
        ...common,
        id,
        label: 'Video',
        reasoning: 'because',
        confidence: 1,
        relationType: 'primary',
        evidence: [evidence],
        ruleName: 'Rule',
      },
    ],
    anchor,
    decision: null,
  };
}

function reportOf(parts: Partial<Report> = {}): Report {
  const report: Report = {
    schemaVersion: 1,
    checkedAt: '2026-01-02T03:04:05.678Z',
    asset: {
      name: hostile,
      path: `videos/${hostile}`,
      bytes: 5,
      sha256: 'a'.repeat(64),
      type: 'video',
      mimeType: 'video/mp4',
      metric: { name: 'durationSeconds', value: 12 },
      media: null,
    },
    submission: null,
    profile: { id, code: 'web-video', name: 'Video', version: 2 },
    tools: { assay: '0.1.0', node: '24.0.0', ffmpeg: '7.1' },
    sidekicks: [],
    checks: [
      { ...check, ruleCode: 'a.black', severity: 'critical', outcome: 'found', count: 1 },
      { ...check, ruleCode: 'a.minor', severity: 'minor', outcome: 'found', count: 1 },
      { ...check, ruleCode: 'a.fine', severity: 'major', outcome: 'passed' },
      { ...check, ruleCode: 'a.off', severity: 'off', outcome: 'off' },
      { ...check, sidekick: 'supers', ruleCode: 's.small', severity: 'major', outcome: 'skipped' },
      { ...check, sidekick: 'claims', ruleCode: 'c.claim', severity: 'major', outcome: 'failed' },
    ],
    issues: [
      issueOf('a.black', 'critical', { kind: 'time', startSeconds: 3, endSeconds: 7 }, `Black ${hostile}`),
      issueOf('a.minor', 'minor', { kind: 'page', page: 2 }, 'Small'),
    ],
    verdict: { verdict: 'fail', reason: '1 of 3 checks failed', failsAt: 'major' },
    problems: [
      { code: 'no_text_reader', sidekick: 'supers', message: 'no reader', blocking: false },
      { code: 'unreadable_content', sidekick: 'claims', message: `crashed ${hostile}`, blocking: true },
    ],
    signOff: null,
    ...parts,
  };
  return reportSchema.parse(report);
}

/** Returns a checked file whose issues have one finding each. */
function checkedOf(report: Report, seconds = 0): CheckedFile {
  const findings = report.issues.map(({ ruleCode, severity, summary, anchor }) =>
    findingOf(ruleCode, severity, summary, anchor),
  );
  return { report, findings, curves: [], seconds };
}

function findingOf(
  ruleCode: string,
  severity: Issue['severity'],
  summary: string,
  anchor: Issue['anchor'] = { kind: 'asset' },
) {
  const finding = { ruleCode, severity, summary, anchor };
  return { finding, sidekick: { code: check.sidekick } } as FindingWithRule;
}

const file = checkedOf(reportOf(), 1.5);
const passing = checkedOf(
  reportOf({
    issues: [],
    problems: [],
    checks: [{ ...check, ruleCode: 'a.fine', severity: 'major', outcome: 'passed' }],
    verdict: { verdict: 'pass', reason: '1 check passed', failsAt: 'major' },
  }),
  0.1,
);

/** Control characters besides the line break, and characters that change the direction of text. */
const unsafe = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

describe('text', () => {
  test('has a line for each issue and problem, and the verdict at the end', () => {
    const lines = textOfFile(file, false).trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[1]).toMatch(/^ {2}critical {5}a\.black {2}0:03\.00–0:07\.00 {2}Black /);
    expect(lines[2]).toMatch(/^ {2}minor {8}a\.minor {2}page 2 {11}Small$/);
    expect(lines[4]).toMatch(/^ {2}not checked {2}claims {3}/);
    expect(lines[5]).toBe('  Fail: 1 of 3 checks failed (Video, version 2; fails at major)');
  });

  test('has no control characters of the file, and colours only on a terminal', () => {
    expect(textOfFile(file, false)).not.toMatch(unsafe);
    const coloured = textOfFile(file, true);
    expect(coloured).toContain('\x1b[1;31mcritical');
    expect(coloured.replace(/\x1b\[(?:0|1|2|1;31|31|32|33|36)m/g, '')).toBe(textOfFile(file, false));
  });

  test('counts the files of a run by verdict', () => {
    expect(textOfRun([file, passing])).toBe('2 files: 1 fail, 1 pass\n');
    expect(textOfRun([file])).toBe('');
  });
});

test('places have the time code of the file, if it states one', () => {
  const video = {
    ...{ codec: 'h264', profile: null, pixelFormat: null, width: 1, height: 1, displayAspectRatio: 1 },
    frameRate: '25/1',
  };
  const media = { durationSeconds: 9, startTimecode: '10:00:00:00', video, audio: null, streams: [] };
  const anchor = { kind: 'time' as const, startSeconds: 3, endSeconds: 7.04 };
  expect(placeOf(anchor, { media })).toBe('10:00:03:00–10:00:07:01');
  expect(placeOf(anchor, { media: { ...media, startTimecode: null } })).toBe('0:03.00–0:07.04');
  expect(placeOf({ ...anchor, endSeconds: 3 }, { media: null })).toBe('0:03.00');
});

test('json is an array of reports, also for one file', () => {
  const parsed = JSON.parse(jsonOf([file])) as unknown[];
  expect(parsed).toEqual([file.report]);
  expect(jsonOf([file])).not.toMatch(/[\0-\x09\x0b-\x1f]/);
});

describe('junit', () => {
  interface Element {
    name: string;
    attributes: Record<string, string>;
    text: string;
  }

  function elementsOf(xml: string): Element[] {
    const elements: Element[] = [];
    const open: Element[] = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
      throw error;
    });
    parser.on('opentag', ({ name, attributes }) => {
      const element = { name, attributes, text: '' };
      elements.push(element);
      open.push(element);
    });
    parser.on('text', (text) => {
      const element = open.at(-1);
      if (element !== undefined) element.text += text;
    });
    parser.on('closetag', () => void open.pop());
    parser.write(xml).close();
    return elements;
  }

  test('has a suite for each file and a case for each check', () => {
    const elements = elementsOf(junitOf([file, passing]));
    const suites = elements.filter(({ name }) => name === 'testsuite').map(({ attributes }) => attributes);
    expect(suites).toMatchObject([
      { id: '0', tests: '6', failures: '1', errors: '1', skipped: '2', time: '1.500' },
      { id: '1', tests: '1', failures: '0', errors: '0', skipped: '0', timestamp: '2026-01-02T03:04:05' },
    ]);
    expect(suites[0]!['name']).toContain(']]>"\'<b>&amp;|`@all` # x 🎬');
    const [failure] = elements.filter(({ name }) => name === 'failure');
    expect(failure?.attributes['type']).toBe('critical');
    expect(failure?.text).toMatch(/^0:03\.00–0:07\.00 Black/);
    const [error] = elements.filter(({ name }) => name === 'error');
    expect(error?.attributes).toMatchObject({ type: 'unreadable_content' });
  });

  test('a case has the text of its own rule, also if its finding is merged with another one', () => {
    const checks = [
      { ...check, ruleCode: 'ebu.level', severity: 'major', outcome: 'found', count: 1 } as const,
      { ...check, ruleCode: 'atsc.level', severity: 'minor', outcome: 'found', count: 1 } as const,
    ];
    const anchor = { kind: 'asset' as const };
    const report = reportOf({
      checks,
      problems: [],
      issues: [issueOf('atsc.level', 'critical', anchor, 'ATSC')],
    });
    const findings = [findingOf('ebu.level', 'major', 'EBU'), findingOf('atsc.level', 'critical', 'ATSC')];
    const elements = elementsOf(junitOf([{ report, findings, curves: [], seconds: 0 }]));
    const failures = elements.filter(({ name }) => name === 'failure');
    expect(failures).toMatchObject([
      { attributes: { type: 'major', message: 'EBU' }, text: 'EBU' },
      { attributes: { type: 'critical', message: 'ATSC' }, text: 'ATSC' },
    ]);
  });

  test('has no characters that XML does not permit', () => {
    expect(junitOf([file])).not.toMatch(unsafe);
    const broken = reportOf({ problems: [], verdict: { ...file.report.verdict, reason: '\uffff\ud800' } });
    expect(() => elementsOf(junitOf([checkedOf(broken)]))).not.toThrow();
  });

  test('a file that was not examined is an error', () => {
    const problem = { code: 'unreadable', sidekick: null, message: 'gone', blocking: true };
    const report = reportOf({ checks: [], issues: [], problems: [problem] });
    const elements = elementsOf(junitOf([checkedOf(report)]));
    expect(elements.find(({ name }) => name === 'testsuite')?.attributes).toMatchObject({
      tests: '1',
      errors: '1',
    });
  });
});

describe('sarif', () => {
  const runOf = (...files: Parameters<typeof sarifOf>[0]) => JSON.parse(sarifOf(files)).runs[0];

  test('has a result for each issue, with the place in message and properties', () => {
    const { results, tool, invocations } = runOf(file, passing);
    expect(tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(
      file.report.checks.map(({ ruleCode }) => ruleCode),
    );
    expect(results).toMatchObject([
      { ruleId: 'a.black', ruleIndex: 0, level: 'error', properties: { anchor: { startSeconds: 3 } } },
      { ruleId: 'a.minor', ruleIndex: 1, level: 'warning', message: { text: 'page 2: Small' } },
    ]);
    expect(results[0].message.text).toMatch(/^0:03\.00–0:07\.00: Black/);
    const { uri, uriBaseId } = results[0].locations[0].physicalLocation.artifactLocation;
    expect(uriBaseId).toBe('%SRCROOT%');
    expect(uri).toMatch(/^videos\/[\w%.!~*'()-]+$/);
    expect(invocations[0].executionSuccessful).toBe(false);
    expect(invocations[0].toolExecutionNotifications).toHaveLength(2);
  });

  test('fingerprints survive other bytes and small shifts, and differ between places', () => {
    const fingerprint = (startSeconds: number, sha256: string) => {
      const issue = issueOf('a.black', 'major', { kind: 'time', startSeconds, endSeconds: 7 }, 'Black');
      const report = reportOf({ issues: [issue], asset: { ...file.report.asset, sha256 } });
      return runOf(checkedOf(report)).results[0].partialFingerprints['assayIssue/v1'];
    };
    expect(fingerprint(3, 'a'.repeat(64))).toBe(fingerprint(3.04, 'b'.repeat(64)));
    expect(fingerprint(3, 'a'.repeat(64))).not.toBe(fingerprint(5, 'a'.repeat(64)));
  });

  test('a file outside of the working directory has an absolute address', () => {
    const report = reportOf({ asset: { ...file.report.asset, path: '/tmp/a b.mp4' } });
    const { location } = runOf(checkedOf(report)).artifacts[0];
    expect(location).toEqual({ uri: 'file:///tmp/a%20b.mp4' });
  });
});

describe('markdown', () => {
  test('shows failing files first, and text of files as text', () => {
    const text = markdownOf([passing, file]);
    const rows = text.split('\n').filter((row) => row.startsWith('| videos/'));
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/\| Fail \| 1 of 3 checks failed \| 2 \|$/);
    expect(text).toContain('<details><summary>');
    expect(text).not.toMatch(unsafe);
    const content = text.replace(/<\/?(?:details|summary)>/g, '').replace('### Assay', '');
    expect(content).not.toMatch(/[<>`"'@]|[^&]#/);
  });

  test('has at most 60,000 characters, and counts what it leaves out', () => {
    const issues = Array.from({ length: 500 }, (_, index) =>
      issueOf('a.black', 'major', { kind: 'page', page: index + 1 }, 'Black'.repeat(40)),
    );
    const report = reportOf({ issues });
    const text = markdownOf(Array.from({ length: 500 }, () => checkedOf(report)));
    expect(text.length).toBeLessThan(60_000);
    expect(text).toMatch(/\d+ more files not shown/);
    expect(text).toMatch(/\d+ more lines not shown/);
    expect(text).toMatch(/\d+ more files with details not shown/);
  });
});
