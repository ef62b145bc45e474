import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import type { Report } from '@assay/domain/contracts/report.ts';
import type { ReportCurve } from '@assay/reports/curves-view.ts';
import { writeReport } from '@assay/reports/write-report.ts';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { SetupError } from '../../../tools/local/progress.ts';
import { askVeraPdf } from '../../../tools/suites/documents/verapdf-judge/ask-verapdf.ts';
import { curvesForPeople } from '../../../test/support/curves.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { hostileText, reportForPeople } from '../../../test/support/reports.ts';
import { runSidekick } from './support/run-sidekick.ts';

const parsers = useParsers();

/** Reports whose PDFs two programs judge. */
const judged: Record<string, () => Report> = {
  plain: () => reportForPeople(),
  'without issues': () => ({ ...reportForPeople(), issues: [], checks: [], problems: [], signOff: null }),
  'right to left': () =>
    reportForPeople({ name: 'العربية (نص) 123 [ק].mp4', summary: 'הטקסט (בעברית) 12.5% של Frame 3 «قصير»' }),
  Chinese: () =>
    reportForPeople({
      name: '日本語のファイル名.mp4',
      summary: '简体中文和繁體中文混排，没有空格'.repeat(20),
    }),
  emoji: () =>
    reportForPeople({
      name: '🎬👨‍👩‍👧🏳️‍🌈.mp4',
      summary: '\u{20000} \uFFFE \uFEFFx\u200Bz \uE000 a\u0301 ﷽ ﬁ हिन्दी ไทย',
    }),
  'long words': () => reportForPeople({ name: 'x'.repeat(1_900), summary: 'W'.repeat(1_900) }),
  hostile: () => reportForPeople({ name: hostileText, summary: hostileText, details: hostileText }),
  'issues at any time': () => {
    const report = reportForPeople();
    const issues = (['critical', 'major', 'minor', 'info'] as const).map((severity, index) => ({
      ...{ ...report.issues[0]!, severity, referenceNumber: index + 1 },
      anchor: { kind: 'time' as const, startSeconds: 20 * index, endSeconds: 20 * index + 5 },
    }));
    return { ...report, issues };
  },
  'one thousand issues': () => {
    const report = reportForPeople();
    const issues = Array.from({ length: 1_000 }, (_, index) => ({
      ...report.issues[index % 2]!,
      referenceNumber: index + 1,
      details: `Details of issue ${index} (${'word '.repeat(index % 40)})`,
    }));
    return { ...report, issues };
  },
};

async function makePdf(name: string, curves: readonly ReportCurve[] = []): Promise<string> {
  const written = await writeReport({
    format: 'pdf',
    report: Buffer.from(JSON.stringify(judged[name]!())),
    signature: '{"payload":"","protected":"","signature":""}',
    verification: { isSigned: true, url: 'https://assay.example/verify' },
    pictures: new Map(),
    curves,
  });
  const file = path.join(inject('scratchDir'), `report-${name.replaceAll(' ', '-')}.pdf`);
  await writeFile(file, (written as { content: Uint8Array }).content);
  return file;
}

describe('PDFs of reports', () => {
  test.for(['plain', 'right to left', 'hostile'])(
    '%s: our own sidekick finds the attachments, and nothing else',
    async (name) => {
      const findings = await runSidekick(parsers, 'document', await makePdf(name, curvesForPeople()));
      expect(new Set(findings.map(({ ruleCode }) => ruleCode))).toEqual(
        new Set(['attachment.embedded_file']),
      );
    },
  );

  test('are PDF/UA-1 for veraPDF', { tags: 'long', timeout: 600_000 }, async ({ skip }) => {
    const files: string[] = [];
    for (const name of Object.keys(judged)) files.push(await makePdf(name, curvesForPeople()));
    const questions = files.map((file) => ({ flavour: 'ua1' as const, file }));
    const found = await askVeraPdf(questions, loadLocalConfig()).catch((error: unknown) => {
      if (!(error instanceof SetupError)) throw error;
      return skip(error.message);
    });
    expect(Object.keys(judged).map((name, index) => [name, ...found[index]!])).toEqual(
      Object.keys(judged).map((name) => [name]),
    );
  });

  test('of 1,000 issues take less than 5 s of processor time', { tags: 'long' }, async () => {
    const before = process.cpuUsage();
    await makePdf('one thousand issues', curvesForPeople());
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(5);
  });
});
