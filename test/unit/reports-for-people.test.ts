import { describe, expect, test } from 'vitest';
import type { Report } from '@assay/domain/contracts/report.ts';
import { curvesViewOf } from '@assay/reports/curves-view.ts';
import { type ReportJob, writeReport } from '@assay/reports/write-report.ts';
import { curvesForPeople } from '../support/curves.ts';
import { hostileText, reportForPeople } from '../support/reports.ts';
import { readPdf } from '../support/read-pdf.ts';

const verification = { isSigned: true, url: 'https://assay.example/verify' };
const page = { stylesheet: 'report.css', downloads: [], expires: '2026-01-02 03:04:05 UTC' };

async function write(
  report: Report,
  job: Partial<ReportJob> & { format: 'html' | 'pdf' },
): Promise<Uint8Array> {
  const bytes = Buffer.from(JSON.stringify(report));
  const all = {
    ...{ report: bytes, verification, pictures: new Map(), page, signature: '{"a":1}', curves: [] },
    ...job,
  };
  const written = await writeReport(all);
  return (written as { content: Uint8Array }).content;
}
const htmlOf = async (report: Report) => Buffer.from(await write(report, { format: 'html' })).toString();
const pdfOf = async (report: Report) => readPdf(await write(report, { format: 'pdf' }));

/** The texts that both formats have. */
const expected = [
  'clip.mov',
  '1 check failed',
  'Profile: Profile, version 2',
  'screening, not a certification',
  'a'.repeat(64),
  'Claims: crashed',
  'Issues: 1 critical, 1 minor',
  '10:00:02:00–10:00:03:00',
  'Black and silent',
  '2.5 s',
  '1 s',
  'EBU R 128',
  'Remove the black picture',
  'Waived: the defect may stay. Ada, 2026-01-03 04:05:06 UTC. Reason: agreed',
  'Red flash (flash.red)',
  'Signed off by Grace, 2026-01-04 05:06:07 UTC.',
  'Faces are in focus',
  'https://assay.example/verify',
];

test('the page and the PDF have the same content', async () => {
  const report = reportForPeople();
  const page = (await htmlOf(report)).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  const { text, title, attachments } = await pdfOf(report);
  expect(title).toBe('Fail: clip.mov');
  for (const part of expected) {
    const words = (all: string) => all.replace(/[\s()]/g, '');
    expect(words(page)).toContain(words(part));
    expect(words(text)).toContain(words(part));
  }
  expect(attachments).toEqual({ 'report.json': JSON.stringify(report), 'report.jws': '{"a":1}' });
});

test('a report without decisions, sign-off, issues and checks is short', async () => {
  const report = { ...reportForPeople(), issues: [], checks: [], problems: [], signOff: null };
  const { text, pages } = await pdfOf(report);
  expect(pages).toBe(1);
  for (const all of [text, await htmlOf(report)]) {
    expect(all).toContain('Issues: none');
    expect(all).not.toMatch(/Sign-off|What could not be checked|screening/);
  }
});

describe('the PDF', () => {
  test('has headings, tables with headings and figures with texts', async () => {
    const jpeg = Buffer.from(
      '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
      'base64',
    );
    const pictures = new Map([['0'.repeat(32), jpeg]]);
    const { roles, figures } = await readPdf(await write(reportForPeople(), { format: 'pdf', pictures }));
    expect(new Set(roles)).toEqual(
      new Set(['Root', 'Document', 'H1', 'H2', 'H3', 'P', 'Figure', 'Table', 'TR', 'TH', 'TD']),
    );
    expect(figures).toBe(2);
    // A picture that is no JPEG is left out.
    const broken = new Map([['0'.repeat(32), Buffer.from('no picture')]]);
    expect((await readPdf(await write(reportForPeople(), { format: 'pdf', pictures: broken }))).figures).toBe(
      0,
    );
  });

  test('shows scripts that its first font lacks, and names characters that no font has', async () => {
    const text = '日本語 한국어 हिन्दी 😀 🎬 \u{20000} \uFFFE \uE000 end';
    const { text: shown } = await pdfOf(reportForPeople({ name: text }));
    for (const part of ['日本語', '한국어', '😀', '🎬', '[U+20000]', '[U+FFFE]', '[U+E000]', 'end'])
      expect(shown).toContain(part);
  });

  test('has right-to-left text in the order of reading', async () => {
    const { text } = await pdfOf(
      reportForPeople({ name: 'שלום (עולם) 12 abc.mp4', summary: 'نص عربي قصير' }),
    );
    // pdf.js returns the letters of each word in the order of reading.
    for (const word of ['שלום', 'עולם', '12', 'abc.mp4', 'عربي', 'قصير']) expect(text).toContain(word);
  });

  test('of the same report has the same bytes', async () => {
    const [one, other] = [
      await write(reportForPeople(), { format: 'pdf' }),
      await write(reportForPeople(), { format: 'pdf' }),
    ];
    expect(Buffer.from(one).equals(other)).toBe(true);
  });

  test('breaks words that are longer than a line', async () => {
    const { text } = await pdfOf(reportForPeople({ name: 'W'.repeat(1_900), summary: 'W'.repeat(1_900) }));
    expect(text.match(/W/g)!.length).toBeGreaterThan(2 * 1_900);
  });
});

describe('the curves of a file', () => {
  test('are one figure of the PDF, which is described in words', async () => {
    const curves = curvesForPeople();
    const { text, alternatives } = await readPdf(await write(reportForPeople(), { format: 'pdf', curves }));
    expect(text).toContain(
      'Flashes: highest general 5.0 per second at 10:00:30:00, no red flashes; limit: WCAG',
    );
    expect(alternatives).toEqual([
      'Curves of the file from 10:00:00:00 to 10:01:00:00. ' +
        'Loudness: highest momentary −9.8 LUFS at 10:00:58:15, highest short-term −10.0 LUFS at 10:00:59:22; ' +
        'limit: EBU R 128 target −23. ' +
        'Luminance: highest mean 100 % of white at 10:00:59:22. ' +
        'Flashes: highest general 5.0 per second at 10:00:30:00, no red flashes; ' +
        'limit: WCAG 2.2 and ITU-R BT.1702 maximum 3. Issues with a time: 1 critical.',
    ]);
  });

  test('are on one page, with many issues too', async () => {
    const report = reportForPeople();
    const issues = Array.from({ length: 60 }, (_, index) => ({
      ...report.issues[0]!,
      referenceNumber: index + 1,
      anchor: { kind: 'time' as const, startSeconds: index, endSeconds: index + 1 },
    }));
    const { pageTexts } = await readPdf(
      await write({ ...report, issues }, { format: 'pdf', curves: curvesForPeople() }),
    );
    expect(pageTexts.filter((page) => /Luminance|short-term/.test(page))).toHaveLength(1);
  });

  test('that measured nothing say so', () => {
    const silent = curvesForPeople().flatMap((curve) => {
      if (curve.name !== 'loudness') return [];
      const channels = curve.channels.map(({ name, max }) => ({
        ...{ name, min: max.map(() => null), max: max.map(() => null) },
      }));
      return [{ ...curve, channels }];
    });
    const view = curvesViewOf({ ...reportForPeople(), issues: [] }, silent)!;
    expect(view.alternative).toBe(
      'Curves of the file from 10:00:00:00 to 10:01:00:00. ' +
        'Loudness: nothing was measured; limit: EBU R 128 target −23. No issue has a time.',
    );
    expect(view.ticks.map(({ text }) => text).slice(0, 2)).toEqual(['10:00:00:00', '10:00:10:00']);
  });

  test('are left out of a file that has none', async () => {
    const { text, figures } = await pdfOf(reportForPeople());
    expect([figures, text.includes('Curves')]).toEqual([0, false]);
  });
});

describe('hostile texts', () => {
  test('are texts of the page', async () => {
    const html = await htmlOf(
      reportForPeople({ name: hostileText, summary: hostileText, url: 'javascript:alert(1)' }),
    );
    expect(html).not.toMatch(/<script|<img|<b |href="javascript|onmouseover="/);
    // A browser that reads the page must see exactly the elements that it sees for a harmless report.
    const elementsOf = (page: string) =>
      page.match(/<\/?[a-z][^>]*>/g)!.map((tag) => tag.match(/^<\/?[a-z0-9]+/)![0]);
    const harmless = await htmlOf(
      reportForPeople({ summary: 'x', details: 'y', url: 'javascript:alert(1)' }),
    );
    expect(elementsOf(html)).toEqual(elementsOf(harmless));
    expect(html).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/);
  });

  test('are texts of the PDF, also in its metadata', async () => {
    const { text, title, roles } = await pdfOf(reportForPeople({ name: hostileText, summary: hostileText }));
    expect(text).toContain('<b onmouseover="x">');
    expect(title).toContain('<b onmouseover="x">');
    expect(roles).toContain('Document');
  });
});
