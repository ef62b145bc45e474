import type { Finding } from '../../contract/finding.ts';
import { inWords } from '../../formats/capped-collections.ts';
import type { DocumentFacts } from './facts.ts';
import { documentFinding } from './places.ts';
import { rules } from './rules.ts';

type ArchiveFacts = Pick<
  DocumentFacts,
  'pdfA' | 'encrypted' | 'scripts' | 'actions' | 'attachments' | 'missingFonts' | 'jpeg2000Page'
>;

/** Properties that parts of PDF/A forbid: those that other rules need too, and JPEG 2000. */
const forbidden: readonly { parts: string; what: string; isIn: (facts: ArchiveFacts) => boolean }[] = [
  { parts: '123', what: 'encryption', isIn: ({ encrypted }) => encrypted },
  { parts: '123', what: 'JavaScript', isIn: ({ scripts }) => scripts.count > 0 },
  {
    parts: '123',
    what: 'actions that start a program or read form data',
    isIn: ({ actions }) => actions.Launch.count + actions.ImportData.count > 0,
  },
  { parts: '123', what: 'fonts that are not embedded', isIn: ({ missingFonts }) => missingFonts.count > 0 },
  // Later parts permit embedded files that conform to PDF/A, or all embedded files.
  { parts: '1', what: 'embedded files', isIn: ({ attachments }) => attachments.count > 0 },
  // PDF/A-1 is a subset of PDF 1.4. The filter JPXDecode was added in PDF 1.5.
  { parts: '1', what: 'pictures in JPEG 2000', isIn: ({ jpeg2000Page }) => jpeg2000Page !== null },
];

/** Returns a finding if a document declares PDF/A-1, -2 or -3 and has parts that the standard forbids. */
export function judgeArchive(facts: ArchiveFacts): Finding[] {
  const { pdfA, jpeg2000Page } = facts;
  if (pdfA === null) return [];
  const found = forbidden.filter(({ parts, isIn }) => parts.includes(pdfA[0]!) && isIn(facts));
  if (found.length === 0) return [];
  const what = found.map((row) => row.what);
  const has = inWords({ first: what, count: what.length });
  const picture = what.includes('pictures in JPEG 2000')
    ? ` The first picture in JPEG 2000 is on page ${jpeg2000Page}.`
    : '';
  return [
    documentFinding(
      rules['conformance.pdfa'],
      { declared: `PDF/A-${pdfA}`, forbidden: what },
      {
        summary: `The document declares PDF/A-${pdfA}, but has ${has}`,
        details: `The XMP metadata declare conformance to PDF/A-${pdfA} (ISO 19005-${pdfA[0]}), which forbids: ${has}.${picture}`,
        reasoning: 'Archives validate documents and reject those that do not conform as declared.',
        headline: 'Not PDF/A as declared',
        action: 'replace',
        resolution: 'Export the document as PDF/A again and validate it, or remove the declaration.',
      },
    ),
  ];
}
