import type { RangedSource } from '../../../lib/ranged-source.ts';
import { type Attributes, openPackage, piecesOfPart } from '../../measure/word/package.ts';
import { openZip, type Zip } from '../../measure/word/zip.ts';
import { codePointsIn, type Passage } from './passage.ts';

// WordprocessingML, ECMA-376 part 1, 17: paragraphs of runs of text, in a main document and parts beside it.

/** What has been moved away, and what is there a second time for older programs. */
const unread = new Set(['moveFrom', 'Fallback']);

/** Headers, footers and notes, which are parts of their own. */
const besides = /\/(?:header|footer|footnotes|endnotes)$/;
const off: readonly (string | undefined)[] = ['0', 'false', 'off'];

/** Where in the document a part's text begins. */
interface Place {
  page: number;
  start: number;
}

/**
 * The text of a DOCX, its paragraphs joined by line feeds: its main document, and behind it its headers, footers and
 * notes, which are on no one page. A page begins where the document says so (17.3.3.1, 17.3.1.23), and where Word broke
 * the text when it last laid it out (`lastRenderedPageBreak`).
 */
export async function* readDocx(source: RangedSource): AsyncGenerator<Passage> {
  const zip = await openZip(source);
  const { document, ofDocument } = await openPackage(zip);
  const place: Place = { page: 1, start: 0 };
  yield* readText(zip, document, place);
  for (const part of ofDocument(besides)) {
    for await (const passage of readText(zip, part, place)) yield { ...passage, page: null };
  }
}

/** The passages of a part; leaves `place` behind them. */
async function* readText(zip: Zip, part: string, place: Place): AsyncGenerator<Passage> {
  const passages: Passage[] = [];
  const open: string[] = [];
  let text = '';
  let skipped = 0;
  /** Nothing is on the page yet: of two ways to begin it, one counts. */
  let isFresh = true;

  function end(separator: string): void {
    if (text.trim() !== '') {
      passages.push({ text, ...place });
      isFresh = false;
    }
    place.start += codePointsIn(text + separator);
    text = '';
  }
  function breakPage(): void {
    end('');
    place.page++;
    isFresh = true;
  }

  const onElement = (name: string, attributes: Attributes) => {
    open.push(name);
    if (unread.has(name)) skipped++;
    if (skipped > 0) return;
    if (name === 'br' && attributes['w:type'] === 'page') breakPage();
    else if (name === 'lastRenderedPageBreak') {
      end('');
      if (!isFresh) breakPage();
    } else if (name === 'pageBreakBefore') {
      if (!isFresh && !off.includes(attributes['w:val'])) breakPage();
    } else if (name === 'br' || name === 'cr') text += attributes['w:type'] === undefined ? '\n' : '\n\n';
    else if (name === 'tab' && open.at(-2) === 'r') text += ' ';
    else if (name === 'noBreakHyphen') text += '-';
  };
  const onClose = (name: string) => {
    open.pop();
    if (unread.has(name)) skipped--;
    else if (name === 'p' && skipped === 0) end('\n');
  };
  const onText = (found: string, element: string) => {
    if (skipped === 0 && element === 't') text += found;
  };
  // What is no UTF-8 is no reason to look at nothing.
  const decoder = new TextDecoder();
  for await (const _ of piecesOfPart(zip, part, { onElement, onClose, onText }, decoder))
    yield* passages.splice(0);
}
