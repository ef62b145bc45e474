import PDFDocument from 'pdfkit';
import { escapedXml } from '@assay/domain/report-formats/xml.ts';
import type { Verdict } from '@assay/domain/verdict.ts';
import type { CurvesView } from '../curves-view.ts';
import type { CheckView, IssueView, Measurement, ReportView, Source } from '../report-view.ts';
import { severityColours } from './colours.ts';
import { drawCurves, heightOfCurves } from './curves.ts';
import { registerFonts } from './fonts.ts';
import { isolated } from './layout.ts';
import {
  contentWidth,
  margin,
  PageWriter,
  type PlacedText,
  type Row,
  type TextStyle,
} from './page-writer.ts';

const text = '#171c20';
const muted = '#545f68';
const verdictColours: Record<Verdict, string> = {
  pass: '#1b6e43',
  pass_with_notes: '#1b6e43',
  fail: '#b3152a',
  incomplete: '#964500',
};

const style = (size: number, weight: TextStyle['weight'] = 'regular', colour = text): TextStyle => ({
  size,
  weight,
  colour,
});
const body = style(9);
const label = style(9, 'regular', muted);
const labelWidth = 118;
/** Sizes of a picture of an issue, in points. */
const pictureWidth = 240;
const pictureHeight = 140;

export interface PdfParts {
  /** Bytes of the JSON report, which is attached. */
  report: Uint8Array;
  /** The signature, which is attached. Null if the report is not signed. */
  signature: string | null;
  /** JPEG pictures by their digest. */
  pictures: ReadonlyMap<string, Uint8Array>;
  /** Null if there are none. */
  curves: CurvesView | null;
  /** When the file was checked, which is the date of the document. */
  checkedAt: Date;
}

/** Returns a report as PDF/UA-1 (ISO 14289-1), with the JSON report and its signature as attachments. */
export async function pdfOf(view: ReportView, parts: PdfParts): Promise<Uint8Array> {
  const { fileName, verdict, verification } = view;
  const document = createDocument(`${verdict.text}: ${fileName}`, parts.checkedAt);
  const bytes = collect(document);
  const pages = new PageWriter(document, `${verdict.text}: ${isolated(fileName)}`);
  const root = pages.element(null, 'Document');

  const wide = (content: string, textStyle: TextStyle): PlacedText => ({
    text: content,
    x: 0,
    width: contentWidth,
    style: textStyle,
  });
  const paragraph = (content: string, textStyle = body, tag = 'P') =>
    pages.block(root, tag, [wide(content, textStyle)]);
  const labelled = (name: string, value: string, valueStyle = body) =>
    pages.block(root, 'P', [
      { text: `${name}:`, x: 0, width: labelWidth - 8, style: label },
      { text: isolated(value), x: labelWidth, width: contentWidth - labelWidth, style: valueStyle },
    ]);
  const heading = (content: string) => {
    pages.space(14);
    pages.require(60);
    pages.bookmark(content);
    paragraph(content, style(13, 'bold'), 'H2');
    pages.rule('#d5dbe0');
    pages.space(6);
  };

  paragraph('Quality report by Assay', label);
  paragraph(isolated(fileName), style(18, 'bold'), 'H1');
  pages.space(6);
  pages.bar(verdictColours[verdict.kind], 30);
  paragraph(verdict.text, style(16, 'bold', verdictColours[verdict.kind]));
  paragraph(isolated(verdict.reason), style(10));
  paragraph(isolated(verdict.basis), label);
  for (const limit of view.limits) paragraph(limit, style(9, 'bold'));

  if (view.signOff !== null) {
    heading('Sign-off');
    paragraph(isolated(view.signOff.text));
    if (view.signOff.note !== null) paragraph(isolated(view.signOff.note));
    for (const { text: check, result, note } of view.signOff.manualChecks)
      labelled(result, note === null ? check : `${check} (${note})`);
  }

  heading('What was checked');
  for (const { name, value } of view.facts) labelled(name, value);

  if (view.problems.length > 0) {
    heading('What could not be checked');
    for (const problem of view.problems) paragraph(isolated(problem));
  }

  if (parts.curves !== null) writeCurves(parts.curves);

  heading(`Issues: ${view.issueCounts}`);
  for (const issue of view.issues) writeIssue(issue);

  heading(`Checks: ${view.checkCounts}`);
  writeChecks('With findings, or not possible', view.open);
  writeChecks('Passed', view.passed);
  writeChecks('Off in the profile', view.off);
  if (view.notApplicable !== null) {
    pages.space(6);
    paragraph(view.notApplicable, label);
  }

  heading('Verify this report');
  paragraph(
    verification.isSigned
      ? `The JSON report and its signature are attached to this file. Open ${verification.url ?? 'the page /verify of the service that wrote the report'} with both. The page needs no account and uploads nothing. It says whether the signature is good, and whether a file is the one that was checked.`
      : 'The JSON report is attached to this file. It is not signed.',
  );

  root.end();
  pages.end();
  attach(document, parts);
  document.end();
  return bytes;

  function writeCurves(curves: CurvesView): void {
    // The heading and the curves are on one page.
    pages.require(heightOfCurves(curves) + 80);
    heading('Curves');
    paragraph(
      [
        curves.complete ? null : 'Only the first part of the file was decoded.',
        ...curves.lanes.map(({ summary }) => summary),
        curves.marks.length === 0
          ? null
          : 'The bars below the curves are the issues that have a time, with their numbers.',
      ]
        .filter((sentence) => sentence !== null)
        .join(' '),
      label,
    );
    pages.space(4);
    pages.drawing(root, curves.alternative, heightOfCurves(curves), (drawing) => drawCurves(drawing, curves));
  }

  function writeIssue(issue: IssueView): void {
    const { severity } = issue;
    const colour = severityColours[severity];
    pages.require(56);
    pages.bar(colour, 24);
    paragraph(
      `${issue.severityText} · ${issue.place === '' ? 'Whole file' : isolated(issue.place)}`,
      style(8.5, 'bold', colour),
    );
    paragraph(`${issue.number}. ${isolated(issue.summary)}`, style(10.5, 'bold'), 'H3');
    if (issue.details !== issue.summary) paragraph(isolated(issue.details));
    for (const digest of issue.pictures) {
      const jpeg = parts.pictures.get(digest);
      if (jpeg !== undefined)
        pages.picture(root, jpeg, `Picture of the moment: ${issue.summary}`, pictureWidth, pictureHeight);
    }
    pages.space(2);
    for (const measurement of issue.measurements) writeMeasurement(measurement);
    labelled(`Why ${severity}`, issue.why);
    labelled('How to fix it', issue.resolution);
    if (issue.decision !== null) labelled('Decision', issue.decision, style(9, 'bold'));
    for (const { title, address, file } of issue.evidence)
      labelled('Evidence', `${isolated(title)}: ${address ?? file}`);
    labelled('Rule', issue.rule);
    labelled('Found by', issue.foundBy);
    pages.space(12);
  }

  function writeMeasurement({ measured, threshold, source }: Measurement): void {
    if (measured !== null) labelled('Measured', measured);
    if (threshold !== null) labelled('Threshold', threshold);
    if (source !== null) labelled('Source', sourceText(source));
  }

  function writeChecks(title: string, checks: readonly CheckView[]): void {
    if (checks.length === 0) return;
    pages.space(6);
    pages.require(60);
    paragraph(title, style(10.5, 'bold'), 'H3');
    pages.space(3);
    pages.table(
      root,
      rowOf(['Check', 'Severity', 'Threshold', 'Measured', 'Result'], 5, style(8, 'bold', muted)),
      checks.map((check) =>
        rowOf(
          [
            `${isolated(check.name)} (${check.code})`,
            check.severityText,
            isolated(check.threshold) || '–',
            isolated(check.measured) || '–',
            check.result,
          ],
          1,
          style(8),
        ),
      ),
    );
  }
}

function sourceText({ standard, clause, url }: Source): string {
  return [standard, clause, url].filter((part) => part !== null && part !== '').join(' · ');
}

/** Widths of the columns of the table of checks. */
const columnWidths = [190, 52, 92, 85, 80.28];
const columnGap = 8;

/** @param headings number of the first cells that are headings */
function rowOf(cells: readonly string[], headings: number, cellStyle: TextStyle): Row {
  let x = 0;
  return {
    cells: cells.map((cell, index) => {
      const placed = { text: cell, x, width: columnWidths[index]! - columnGap, style: cellStyle };
      x += columnWidths[index]!;
      return { ...placed, isHeading: index < headings };
    }),
  };
}

/** Corrects what pdfkit writes for PDF/UA. */
class AccessibleDocument extends PDFDocument {
  // pdfkit lists the glyphs of a font (`CIDSet`) if this is the number 1, and leaves out the parts of composed glyphs.
  // ISO 14289-1, 7.21.4.2 forbids incomplete lists, and needs none.
  subset = '1';

  /** Writes the metadata. pdfkit does not escape the title, and has written it elsewhere before. */
  override endMetadata(): void {
    this.info.Title = escapedXml(this.info.Title!);
    endMetadata.call(this);
  }
}
const { endMetadata } = PDFDocument.prototype as unknown as { endMetadata: () => void };

function createDocument(title: string, checkedAt: Date): PDFKit.PDFDocument {
  const document = new AccessibleDocument({
    size: 'A4',
    margin,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    // pdfkit would use Helvetica, which is not embedded.
    font: null as never,
    info: { Title: title, Author: 'Assay', Creator: 'Assay', Producer: 'Assay', CreationDate: checkedAt },
  });
  registerFonts(document);
  return document;
}

async function collect(document: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function attach(document: PDFKit.PDFDocument, { report, signature, checkedAt }: PdfParts): void {
  const common = { creationDate: checkedAt, modifiedDate: checkedAt };
  document.file(Buffer.from(report), {
    ...common,
    name: 'report.json',
    type: 'application/json',
    description: 'The report as JSON',
    relationship: 'Data',
  } as never);
  if (signature !== null)
    document.file(Buffer.from(signature), {
      ...common,
      name: 'report.jws',
      type: 'application/json',
      description: 'The signature of the report (RFC 7515)',
      relationship: 'Supplement',
    } as never);
}
