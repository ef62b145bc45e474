import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import {
  attribute,
  type Attributes,
  isOn,
  openPackage,
  parsePartInChunks,
} from '../../formats/word/package.ts';
import { type HidingStyles, readHidingStyles } from '../../formats/word/hiding-styles.ts';
import { openZip, type Zip } from '../../formats/word/zip.ts';
import { codePointsIn, type Passage } from './passage.ts';

/** Elements with copies of other content: moved text (`moveFrom`), and content for older programs (`Fallback`). */
const ignoredElements = new Set(['moveFrom', 'Fallback']);

/** Relationship types of headers, footers and notes, which are stored in separate parts of the DOCX. */
const separateParts = /\/(?:header|footer|footnotes|endnotes)$/;
const stylesPart = /\/styles$/;

/** Start of the next passage: page number from 1, and offset in the text in Unicode code points. */
interface Place {
  page: number;
  start: number;
}

/**
 * Yields the text of a DOCX by paragraphs (ECMA-376 part 1, 17, WordprocessingML). The main document is first. Headers,
 * footers and notes follow, without page numbers. Pages start at explicit page breaks (17.3.3.1, 17.3.1.23) and at the
 * page breaks of Word's last layout (`lastRenderedPageBreak`). Hidden text (17.3.2.41, `vanish`) is left out, whether
 * it is hidden itself or by a style.
 */
export async function* readDocx(source: RangedSource): AsyncGenerator<Passage> {
  const zip = await openZip(source);
  const { document, ofDocument } = await openPackage(zip);
  const styles = await readHidingStyles(zip, ofDocument(stylesPart)[0]);
  const place: Place = { page: 1, start: 0 };
  yield* readText(zip, document, styles, place);
  for (const part of ofDocument(separateParts)) {
    for await (const passage of readText(zip, part, styles, place)) yield { ...passage, page: null };
  }
}

/** Yields the passages of one part of the DOCX package, and moves `place` to the end of the part. */
async function* readText(
  zip: Zip,
  part: string,
  styles: HidingStyles,
  place: Place,
): AsyncGenerator<Passage> {
  const passages: Passage[] = [];
  const open: string[] = [];
  let text = '';
  let skipped = 0;
  /** Styles of the open paragraphs, from the outermost on: a text box in a paragraph has paragraphs of its own. */
  const paragraphs: (string | null)[] = [];
  /** The open runs: the style, and whether the run itself hides or shows its text; null if it does neither. */
  const runs: { style: string | null; hides: boolean | null }[] = [];
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

  /** Reads the styles and properties of runs and paragraphs. Properties precede the content (17.3.2.28). */
  function onProperty(name: string, attributes: Attributes): void {
    const owner = open.at(-2) === 'rPr' ? open.at(-3) : null;
    const run = runs.at(-1);
    if (name === 'p') paragraphs.push(null);
    else if (name === 'r') runs.push({ style: null, hides: null });
    else if (name === 'pStyle' && open.at(-2) === 'pPr' && open.at(-3) === 'p')
      paragraphs[paragraphs.length - 1] = attribute(attributes, 'val');
    else if (owner !== 'r' || run === undefined) return;
    else if (name === 'rStyle') run.style = attribute(attributes, 'val');
    else if (name === 'vanish') run.hides = isOn(attributes);
  }
  /** Returns whether the text at the current place is hidden. */
  function isHidden(): boolean {
    const run = runs.at(-1);
    return run?.hides ?? styles.hides(paragraphs.at(-1) ?? null, run?.style ?? null);
  }

  const onElement = (name: string, attributes: Attributes) => {
    open.push(name);
    onProperty(name, attributes);
    if (ignoredElements.has(name)) skipped++;
    if (skipped > 0 || (open.at(-2) === 'r' && isHidden())) return;
    const type = attribute(attributes, 'type');
    if (name === 'br' && type === 'page') breakPage();
    else if (name === 'lastRenderedPageBreak') {
      end('');
      if (!isPageEmpty) breakPage();
    } else if (name === 'pageBreakBefore') {
      if (!isPageEmpty && isOn(attributes)) breakPage();
    } else if (name === 'br' || name === 'cr') text += type === null ? '\n' : '\n\n';
    else if (name === 'tab' && open.at(-2) === 'r') text += ' ';
    else if (name === 'noBreakHyphen') text += '-';
  };
  const onClose = (name: string) => {
    open.pop();
    if (ignoredElements.has(name)) skipped--;
    else if (name === 'p' && skipped === 0) end('\n');
    if (name === 'p') paragraphs.pop();
    else if (name === 'r') runs.pop();
  };
  const onText = (found: string, element: string) => {
    if (skipped === 0 && element === 't' && !isHidden()) text += found;
  };
  // Invalid characters become U+FFFD, so the text after them is still examined.
  for await (const _ of parsePartInChunks(zip, part, { onElement, onClose, onText }, false))
    yield* passages.splice(0);
}
