import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { type Report, report as reportSchema } from '@assay/domain/contracts/report.ts';
import { csvOf } from '@assay/domain/report-formats/csv.ts';
import { FormatFault } from '@assay/domain/report-formats/format-fault.ts';
import { type ReportFormat, reportFormats } from '@assay/domain/report-formats/format-names.ts';
import { formatReport } from '@assay/domain/report-formats/format-report.ts';
import type { Severity } from '@assay/domain/sidekick.ts';

/** Texts that end cells, comments, cues, events, fields and attributes of the formats, or run as a formula. */
const hostile = [
  '=1+1," "" \'<b a="x">&amp;]]>--> |C:ResolveColorRed |M:In |D:9',
  '002  001      V     C        00:00:00:00 00:00:00:01 00:00:00:00 00:00:00:01',
  '\t| cell\r\nWEBVTT\n\n1\n00:00:00.000 --> 00:00:09.000',
  `\u2028\u2029\u0085${Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('')}`,
  '\ud800 \ufffe \u202e\u2066 🎬',
].join('\n');
/** Line ends and control characters. */
const unsafe = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

const id = '0192f3c4-8f7a-5c31-9f1e-3b0a5f6d7e8e';
const sha256 = '0123456789abcdef'.repeat(4);

type Anchor = Report['issues'][number]['anchor'];

function issueOf(severity: Severity, anchor: Anchor, text: string, ruleCode = 'picture.black') {
  const resolutionRequirement = { action: 'review', description: text };
  const common = { severity, ruleCode, resolutionRequirement };
  const evidence = { id: 'e', sourceType: 'excerpt' as const, confidence: 1, content: {}, anchor };
  return {
    ...common,
    ...{ id, referenceNumber: 1, summary: text, details: text, ruleId: id, precedents: [], anchor },
    ...{ severityReasoning: text, severityReasoningHeadline: text, decision: null },
    contributors: [
      {
        ...common,
        ...{ id, label: 'Video', reasoning: text, confidence: 0.9, relationType: 'primary' as const },
        ...{ ruleName: 'Black picture', evidence: [evidence] },
      },
    ],
  };
}

const time = (startSeconds: number, endSeconds = startSeconds): Anchor => ({
  kind: 'time',
  startSeconds,
  endSeconds,
});

function reportOf(
  issues: Report['issues'],
  {
    rate = '25',
    start = null as string | null,
    ...parts
  }: { rate?: string | null; start?: string | null } & Partial<Report> = {},
): Report {
  const video = {
    ...{
      codec: 'h264',
      profile: null,
      pixelFormat: null,
      width: 1920,
      height: 1080,
      displayAspectRatio: 16 / 9,
    },
    frameRate: rate,
  };
  const check = {
    ...{ sidekick: 'video-qc', threshold: null, required: null, unit: null, count: 0, measured: null },
    ...{ severity: 'major' as const, source: { standard: 'Assay default', clause: 'chosen', url: null } },
  };
  return reportSchema.parse({
    schemaVersion: 1,
    checkedAt: '2026-01-02T03:04:05.678Z',
    asset: {
      ...{
        name: 'clip.mov',
        path: 'media/clip.mov',
        bytes: 5,
        sha256,
        type: 'video',
        mimeType: 'video/mp4',
        metric: null,
      },
      media: { durationSeconds: 60, startTimecode: start, video, audio: null, streams: [] },
    },
    submission: null,
    profile: { id, code: 'p', name: 'Profile', version: 2 },
    tools: { assay: '0.1.0', node: '24.0.0', ffmpeg: '7.1' },
    sidekicks: [
      { id, code: 'video-qc', name: 'Video', version: '9' },
      { id, code: 'claims', name: 'Claims', version: '3' },
    ],
    checks: [
      {
        ...check,
        ruleCode: 'picture.black',
        ruleName: 'Black picture',
        threshold: 3,
        unit: 's',
        outcome: 'found',
        count: 1,
      },
      { ...check, ruleCode: 'flash.red', ruleName: 'Red flash', outcome: 'passed' },
      { ...check, ruleCode: 'a.off', ruleName: 'Off', severity: 'off', outcome: 'off' },
      { ...check, sidekick: 'claims', ruleCode: 'c.claim', ruleName: 'Claim', outcome: 'failed' },
    ],
    issues,
    verdict: { verdict: 'fail', reason: '1 check failed', failsAt: 'major' },
    problems: [{ code: 'x', sidekick: 'claims', message: 'crashed', blocking: true }],
    signOff: null,
    ...parts,
  } satisfies Report);
}

const write = (format: ReportFormat, report: Report, startTimecode: string | null = null) =>
  formatReport(format, report, { startTimecode, sha256 });

interface Node {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** Returns the elements of an XML document in their order. Throws if it is not well-formed. */
function elementsOf(xml: string): Node[] {
  const found: Node[] = [];
  const open: Node[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const node = { name, attributes: attributes as Record<string, string>, text: '' };
    found.push(node);
    open.push(node);
  });
  parser.on('text', (text) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}

const textsOf = (xml: string, name: string) =>
  elementsOf(xml).flatMap((node) => (node.name === name ? [node.text] : []));

/** Returns the attributes of each marker of an Avid XML, by their names. */
function avidMarkersOf(xml: string): Record<string, string>[] {
  const markers: Record<string, string>[] = [];
  let attribute = '';
  for (const { name, attributes, text } of elementsOf(xml)) {
    if (name === 'AvClass') markers.push({});
    else if (attributes['name'] === 'OMFI:ATTB:Name') attribute = text;
    else if (/^OMFI:ATTB:(Int|String)Attribute$/.test(attributes['name'] ?? ''))
      markers.at(-1)![attribute] = text;
  }
  return markers;
}

/** Reads CSV by RFC 4180. Throws if a quote is where none may be. */
function cellsOf(csv: string): string[][] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const rows: string[][] = [[]];
  while (field.lastIndex < csv.length) {
    const match = field.exec(csv);
    if (match === null) throw new Error('no CSV');
    rows.at(-1)!.push(match[1]?.replaceAll('""', '"') ?? match[2]!);
    if (match[3] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('the frames and time codes of markers', () => {
  // The time codes are those of SMPTE ST 12-1: drop-frame leaves out ;00 and ;01 (59.94: to ;03) of most minutes.
  test.for([
    ['24000/1001', '10:00:00:00', 1800, '10:01:15:00', '10:01:15:01', '3003/40s', '1001/24000s'],
    ['25', '10:00:00:00', 1800, '10:01:12:00', '10:01:12:01', '72s', '1/25s'],
    ['30000/1001', '10:00:00;00', 1800, '10:01:00;02', '10:01:00;03', '3003/50s', '1001/30000s'],
    ['30000/1001', '10:00:00:00', 1800, '10:01:00:00', '10:01:00:01', '3003/50s', '1001/30000s'],
    ['60000/1001', '10:00:00;00', 3600, '10:01:00;04', '10:01:00;05', '3003/50s', '1001/60000s'],
    // A rounded rate is the exact one of the time code.
    ['2997/100', '10:00:00;00', 1800, '10:01:00;02', '10:01:00;03', '3003/50s', '1001/30000s'],
  ] as const)('at %s from %s', ([rate, start, frame, at, after, seconds, frameDuration]) => {
    const [numerator, denominator = 1] = rate.split('/').map(Number) as [number, number?];
    const report = reportOf(
      [issueOf('critical', time(Number(((frame * denominator) / numerator).toFixed(3))), 'Black')],
      {
        rate,
        start,
      },
    );
    const isDropFrame = start.includes(';');
    expect(write('edl', report).split('\n').slice(1, 5)).toEqual([
      `FCM: ${isDropFrame ? '' : 'NON-'}DROP FRAME`,
      '',
      `001  001      V     C        ${at} ${after} ${at} ${after}`,
      'Critical, picture.black: Black |C:ResolveColorRed |M:Black |D:1',
    ]);
    expect(write('avid.txt', report)).toBe(
      `Assay\t${at}\tV1\tred\tBlack (Critical, picture.black: Black)\t1\n`,
    );
    expect(avidMarkersOf(write('avid.xml', report))).toEqual([
      {
        // 2026-01-02T03:04:05Z, when the file was checked.
        _ATN_CRM_LONG_CREATE_DATE: '1767323045',
        _ATN_CRM_COLOR: 'Red',
        _ATN_CRM_USER: 'Assay',
        _ATN_CRM_COM: 'Black (Critical, picture.black: Black)',
        _ATN_CRM_TC: at,
        _ATN_CRM_TRK: 'V1',
        _ATN_CRM_LENGTH: '1',
      },
    ]);
    const fcpxml = elementsOf(write('fcpxml', report));
    const named = (name: string) => fcpxml.find((node) => node.name === name)!.attributes;
    expect(named('format')).toMatchObject({ frameDuration, width: '1920' });
    expect(named('marker')).toMatchObject({ start: seconds, duration: frameDuration, value: 'Black' });
    expect(named('sequence')['tcFormat']).toBe(isDropFrame ? 'DF' : 'NDF');
    expect(named('gap')).toMatchObject({ offset: named('sequence')['tcStart'], start: '0s' });
    const xmeml = write('xmeml', report);
    expect([textsOf(xmeml, 'in'), textsOf(xmeml, 'out'), textsOf(xmeml, 'string')]).toEqual([
      [String(frame)],
      ['-1'],
      [start],
    ]);
    const [, row] = cellsOf(csvOf([report], null));
    expect(row!.slice(8, 10)).toEqual([at, after]);
    expect(textsOf(write('xml', report), 'Start')).toEqual([at]);
  });

  test('count from the given start time code instead of that of the file', () => {
    const report = reportOf([issueOf('major', time(2, 4), 'Black')], {
      rate: '30000/1001',
      start: '01:00:00:00',
    });
    // 10 hours of drop-frame have 10 × 107,892 frames of 1001/30000 s.
    expect(write('fcpxml', report, '10:00:00;00')).toContain('tcStart="8999991/250s" tcFormat="DF"');
    expect(write('edl', report, '10:00:00;00')).toContain('C        10:00:01;29 10:00:02;00 ');
    expect(textsOf(write('xmeml', report, '10:00:00.00'), 'frame')).toEqual(['1078920']);
  });

  test.for([
    ['25', '10:00:00:25', 'beyond the last number'],
    ['25', '10:00:00;00', 'drop-frame without drop-frame'],
    ['25', '24:00:00:00', 'the day after'],
    ['30000/1001', '10:01:00;01', 'a number that drop-frame leaves out'],
  ] as const)('are refused at %s from %s: %s', ([rate, start]) => {
    expect(() => write('edl', reportOf([], { rate }), start)).toThrow(
      expect.objectContaining({ field: 'startTimecode', message: expect.stringContaining(start) }),
    );
  });

  test.for([null, '12345/1000', '120'])('need a frame rate that time codes count: %s', (rate) => {
    const report = reportOf([issueOf('critical', time(3), 'Black')], { rate });
    for (const format of ['edl', 'fcpxml', 'xmeml', 'avid.txt', 'avid.xml'] as const)
      expect(() => write(format, report)).toThrow(FormatFault);
    expect(() => write('edl', report)).toThrow('csv and vtt need none');
    expect(write('vtt', report)).toContain('00:00:03.000 --> ');
    expect(cellsOf(write('csv', report))[1]!.slice(6, 10)).toEqual(['3', '3', '', '']);
    expect(textsOf(write('xml', report), 'Start')).toEqual(['00:00:03.000']);
  });
});

test('issues of one frame are one marker with the worst colour and the longest duration', () => {
  const report = reportOf([
    issueOf('minor', time(1, 3), 'Long'),
    issueOf('critical', time(1.01), 'Bad'),
    issueOf('info', time(0.5, 0.6), 'First'),
    issueOf('critical', { kind: 'asset' }, 'Whole file'),
  ]);
  expect(
    write('edl', report)
      .split('\n')
      .filter((line) => line.includes('|M:')),
  ).toEqual([
    'Info, picture.black: First |C:ResolveColorBlue |M:First |D:3',
    'Minor, picture.black: Long; Critical, picture.black: Bad |C:ResolveColorRed |M:Long; Bad |D:50',
  ]);
  expect(textsOf(write('xmeml', report), 'in')).toEqual(['12', '25']);
  expect(textsOf(write('xmeml', report), 'comment')[1]).toBe(
    'Minor, picture.black: Long\nCritical, picture.black: Bad',
  );
  expect(elementsOf(write('fcpxml', report)).filter(({ name }) => name === 'marker')).toHaveLength(2);
  expect(write('avid.txt', report).split('\n')).toHaveLength(3);
  expect(
    avidMarkersOf(write('avid.xml', report)).map((marker) => [
      marker['_ATN_CRM_TC'],
      marker['_ATN_CRM_COLOR'],
      marker['_ATN_CRM_LENGTH'],
    ]),
  ).toEqual([
    ['00:00:00:12', 'Blue', '3'],
    ['00:00:01:00', 'Red', '50'],
  ]);
});

test('markers say what was decided, and why', () => {
  const by = { kind: 'key' as const, id, name: null };
  const decided = (decision: 'accepted' | 'waived' | 'disputed', reason: string | null, seconds: number) => ({
    ...issueOf('minor', time(seconds), 'Black'),
    decision: { decision, reason, by, at: '2026-01-02T03:04:05.000Z', evidence: [], carriedFrom: null },
  });
  const report = reportOf([
    decided('accepted', null, 1),
    decided('waived', 'A pause |D:9', 2),
    decided('disputed', 'It is a night scene.', 3),
  ]);
  expect(
    write('edl', report)
      .split('\n')
      .filter((line) => line.includes('|M:')),
  ).toEqual([
    'Minor, picture.black: Black |C:ResolveColorCyan |M:To be mended: Black |D:1',
    'Minor, picture.black: Black Decision: A pause /D:9 |C:ResolveColorCyan |M:May stay: Black |D:1',
    'Minor, picture.black: Black Decision: It is a night scene. |C:ResolveColorCyan |M:Not a defect: Black |D:1',
  ]);
});

describe('hostile texts', () => {
  const parts = reportOf([]);
  const checks = parts.checks.map((check) => ({ ...check, ruleName: hostile, measured: hostile }));
  const problems = parts.problems.map((problem) => ({ ...problem, message: hostile }));
  const report = reportOf([issueOf('critical', time(1), hostile), issueOf('major', time(2), 'Next')], {
    asset: { ...parts.asset, name: hostile, path: hostile },
    checks,
    problems,
  });

  test.for(reportFormats)('leave no control characters in %s', (format) => {
    const text = write(format, report);
    expect(text.isWellFormed()).toBe(true);
    expect(text.replace(format === 'csv' ? /\r\n/g : format === 'avid.txt' ? /\t/g : '', '')).not.toMatch(
      unsafe,
    );
  });

  test('start no event or field of an EDL', () => {
    const lines = write('edl', report).trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    expect(lines.filter((line) => /^\d/.test(line))).toHaveLength(2);
    expect(lines[4]!.match(/\|/g)).toHaveLength(3);
    expect(lines[4]).toMatch(/\|D:1$/);
  });

  test('start no cell of an Avid list', () => {
    const rows = write('avid.txt', report).trimEnd().split('\n');
    expect(rows.map((row) => row.split('\t').length)).toEqual([6, 6]);
  });

  test('start no cue', () => {
    const text = write('vtt', report);
    expect(text.match(/-->/g)).toHaveLength(2);
    expect(text.split('\n\n').map((block) => block.trimEnd().split('\n').length)).toEqual([1, 3, 3]);
    expect(text).not.toMatch(/<|&(?!amp;|lt;|gt;)/);
  });

  test('start no cell of CSV, and no formula', () => {
    const csv = csvOf([report, report], null);
    expect(csv.startsWith('\uFEFFfile,referenceNumber,')).toBe(true);
    const [header, ...rows] = cellsOf(csv);
    expect(rows).toHaveLength(4);
    for (const row of rows) expect(row).toHaveLength(header!.length);
    const [first] = rows;
    expect(first![5]).toMatch(/^'=1\+1," "" '<b a="x">/);
    const starts = [
      '=1',
      '+1',
      '-1',
      '@a',
      '\t=1',
      '\r=1',
      ' =1',
      '\u0000=1',
      '\u200b=1',
      '＝1',
      '1-1',
      'a=b',
    ];
    const cells = starts.map(
      (text) => cellsOf(csvOf([reportOf([issueOf('info', { kind: 'asset' }, text)])], null))[1]![5]!,
    );
    expect(cells.map((cell) => cell.startsWith("'"))).toEqual([
      ...Array<boolean>(10).fill(true),
      false,
      false,
    ]);
  });

  test.for(['fcpxml', 'xmeml', 'avid.xml', 'xml'] as const)('are text of %s', (format) => {
    const named = (xml: string) => elementsOf(xml).map(({ name }) => name);
    const harmless = reportOf([issueOf('critical', time(1), 'a'), issueOf('major', time(2), 'Next')], {
      checks: parts.checks.map((check) => ({ ...check, measured: 'a' })),
    });
    expect(named(write(format, report))).toEqual(named(write(format, harmless)));
    expect(write(format, report)).toContain('=1+1,&#34; &#34;&#34; ');
  });
});

describe('WebVTT', () => {
  test('has the issues with a time in their order, each for at least a second', () => {
    const report = reportOf([
      { ...issueOf('major', time(3661.5, 3700), 'Later'), referenceNumber: 7 },
      { ...issueOf('minor', time(0.04), 'A < B & C'), referenceNumber: 2 },
      issueOf('critical', { kind: 'asset' }, 'Whole file'),
    ]);
    expect(write('vtt', report)).toBe(
      'WEBVTT\n\n2\n00:00:00.040 --> 00:00:01.040\nMinor: A &lt; B &amp; C\n\n' +
        '7\n01:01:01.500 --> 01:01:40.000\nMajor: Later\n',
    );
  });

  test('without issues is an empty list of cues', () => {
    expect(write('vtt', reportOf([]))).toBe('WEBVTT\n');
  });
});

describe('EBU QC XML', () => {
  const bbox: [number, number, number, number] = [0.1, 0.2, 0.5, 0.9];
  const report = reportOf([
    issueOf('critical', { ...(time(1, 2) as { kind: 'time' } & Anchor), bbox }, 'Black'),
  ]);
  const xml = write('xml', report);
  const texts = (name: string) => textsOf(xml, name);

  test('has an item and a result for each check, except those that are off', () => {
    const ids = ['picture-black', 'flash-red', 'c-claim'];
    expect(texts('EBUQCID')).toEqual([...ids, ...ids]);
    const instances = texts('InstanceId');
    expect(instances.slice(3)).toEqual(instances.slice(0, 3));
    expect(new Set(instances).size).toBe(3);
    // The names of the report come first, then those of its results.
    expect(texts('CheckResult')).toEqual(['false', 'false', 'true', 'false']);
    expect(texts('ExecutionStatus')).toEqual(['error', 'complete', 'complete', 'error']);
    expect(texts('ErrorDescription')).toEqual(['1 check failed; claims: crashed', 'crashed']);
    // A check that found a critical issue is above the level of the profile, which fails at major.
    expect([texts('RelevanceLevel'), texts('Relevance').slice(0, 3)]).toEqual([['5'], ['8', '6', '6']]);
    expect(texts('Severity')).toEqual(['8']);
  });

  test('has the places of the issues, and ids from the hash of the report', () => {
    expect([texts('Start'), texts('End'), texts('SpatialRegion')]).toEqual([
      ['00:00:01:00'],
      ['00:00:02:00'],
      ['percent:10,20,40,70'],
    ]);
    expect(texts('ReportId')).toEqual(['urn:uuid:01234567-89ab-8def-8123-456789abcdef']);
    expect(texts('ID').slice(0, 2)).toEqual(['clip.mov', `sha256:${sha256}`]);
  });

  test('passes with notes, without the checks that nobody asked for', () => {
    const noted = write(
      'xml',
      reportOf([], {
        checks: report.checks.map((check) => ({
          ...check,
          outcome: check.sidekick === 'claims' ? 'skipped' : 'passed',
        })),
        problems: report.problems.map((problem) => ({ ...problem, blocking: false })),
        verdict: { verdict: 'pass_with_notes', reason: '2 checks passed', failsAt: 'major' },
      }),
    );
    expect(textsOf(noted, 'CheckResult')).toEqual(['true', 'true', 'true']);
    expect(textsOf(noted, 'ExecutionStatus')[0]).toBe('complete');
    expect(noted).not.toContain('c-claim');
  });
});
