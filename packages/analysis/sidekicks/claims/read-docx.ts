import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { type Attributes, openPackage, parsePartInChunks } from '../../formats/word/package.ts';
import { openZip, type Zip } from '../../formats/word/zip.ts';
import { codePointsIn, type Passage } from './passage.ts';

/** Elements with copies of other content: moved text (`moveFrom`), and content for older programs (`Fallback`). */
const ignoredElements = new Set(['moveFrom', 'Fallback']);

/** Relationship types of headers, footers and notes, which are stored in separate parts of the DOCX. */
const separateParts = /\/(?:header|footer|footnotes|endnotes)$/;
/** Values that mean false in an on-off property of WordprocessingML. */
const off: readonly (string | undefined)[] = ['0', 'false', 'off'];

/** Start of the next passage: page number from 1, and offset in the text in Unicode code points. */
interface Place {
  page: number;
  start: number;
}

/**
 * Yields the text of a DOCX by paragraphs (ECMA-376 part 1, 17, WordprocessingML). The main document is first. Headers,
 * footers and notes follow, without page numbers. Pages start at explicit page breaks (17.3.3.1, 17.3.1.23) and at the
 * page breaks of Word's last layout (`lastRenderedPageBreak`).
 */
export async function* readDocx(source: RangedSource): AsyncGenerator<Passage> {
  const zip = await openZip(source);
  const { document, ofDocument } = await openPackage(zip);
  const place: Place = { page: 1, start: 0 };
  yield* readText(zip, document, place);
  for (const part of ofDocument(separateParts)) {
    for await (const passage of readText(zip, part, place)) yield { ...passage, page: null };
  }
}

/** Yields the passages of one part of the DOCX package, and moves `place` to the end of the part. */
async function* readText(zip: Zip, part: string, place: Place): AsyncGenerator<Passage> {
  const passages: Passage[] = [];
  const open: string[] = [];
  let text = '';
  let skipped = 0;
  /** True until the current page has text. Only a page break by `w:br` ends an empty page. */
  let isPageEmpty = true;

  function end(separator: string): void {
    if (text.trim() !== '') {
      passages.push({ text, ...place });
      isPageEmpty = false;
    }
    place.start += codePointsIn(text + separator);
    text = '';
  }
  function breakPage(): void {
    end('');
    place.page++;
    isPageEmpty = true;
  }

  const onElement = (name: string, attributes: Attributes) => {
    open.push(name);
    if (ignoredElements.has(name)) skipped++;
    if (skipped > 0) return;
    if (name === 'br' && attributes['w:type'] === 'page') breakPage();
    else if (name === 'lastRenderedPageBreak') {
      end('');
      if (!isPageEmpty) breakPage();
    } else if (name === 'pageBreakBefore') {
      if (!isPageEmpty && !off.includes(attributes['w:val'])) breakPage();
    } else if (name === 'br' || name === 'cr') text += attributes['w:type'] === undefined ? '\n' : '\n\n';
    else if (name === 'tab' && open.at(-2) === 'r') text += ' ';
    else if (name === 'noBreakHyphen') text += '-';
  };
  const onClose = (name: string) => {
    open.pop();
    if (ignoredElements.has(name)) skipped--;
    else if (name === 'p' && skipped === 0) end('\n');
  };
  const onText = (found: string, element: string) => {
    if (skipped === 0 && element === 't') text += found;
  };
  // The decoder replaces invalid UTF-8 by U+FFFD, so the text after it is still examined.
  const decoder = new TextDecoder();
  for await (const _ of parsePartInChunks(zip, part, { onElement, onClose, onText }, decoder))
    yield* passages.splice(0);
}
