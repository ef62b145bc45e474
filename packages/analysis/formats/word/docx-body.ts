import { Unmeasurable } from '../format-errors.ts';
import { attribute, type Attributes, isOn } from './package.ts';

// Counts the text and the page breaks of a WordprocessingML part (ECMA-376 part 1, 17) from the events of an XML
// parser.

interface Counts {
  characters: number;
  pageBreaks: number;
}

/** Callbacks for the XML events of a part. Names are local names, without the namespace prefix. */
export interface BodyReader {
  onElement(name: string, attributes: Attributes): void;
  onClose(name: string): void;
  onText(text: string): void;
  result(): Counts;
}

/**
 * Elements in which page breaks are ignored: properties before a tracked change, deleted text, the old place of moved
 * text, and text boxes.
 */
const withoutBreaks = new Set(['pPrChange', 'sectPrChange', 'del', 'moveFrom', 'txbxContent']);
/** Types of section that do not start on a new page (17.18.77). */
const withinPage = new Set(['continuous', 'nextColumn']);

/** Returns a reader that counts the visible characters and the explicit page breaks of a part. */
export function createBodyReader(): BodyReader {
  const alternatives: { start: Counts; most: Counts }[] = [];
  const breaks = createBreakCounter();
  let characters = 0;
  let textDepth = 0;
  let hiddenDepth = 0;

  const counts = (): Counts => ({ characters, pageBreaks: breaks.count });
  function set(to: Counts): void {
    characters = to.characters;
    breaks.count = to.pageBreaks;
  }

  /**
   * Counts the alternatives (`Choice` and `Fallback`) of an `AlternateContent` element only once, because applications
   * show only one of them (ECMA-376 part 3, 7.5). Counts the characters of the alternative with most characters, and
   * the page breaks of the alternative with most page breaks.
   */
  function endAlternative(name: string): void {
    const alternative = alternatives.at(-1);
    if (alternative === undefined) return;
    if (name === 'Choice' || name === 'Fallback') {
      const { start, most } = alternative;
      alternative.most = {
        characters: Math.max(most.characters, characters),
        pageBreaks: Math.max(most.pageBreaks, breaks.count),
      };
      set(start);
    } else if (name === 'AlternateContent') {
      set(alternative.most);
      alternatives.pop();
    }
  }

  return {
    onElement(name, attributes) {
      // `w:t` is visible text. Deleted text (`w:delText`) and field codes (`w:instrText`) are not visible.
      if (name === 't') textDepth++;
      else if (name === 'altChunk')
        throw new Unmeasurable('embedded documents (altChunk), which cannot be counted');
      else if (name === 'AlternateContent') alternatives.push({ start: counts(), most: counts() });
      if (withoutBreaks.has(name)) hiddenDepth++;
      if (hiddenDepth === 0) breaks.onElement(name, attributes);
    },
    onClose(name) {
      if (name === 't') textDepth--;
      if (withoutBreaks.has(name)) hiddenDepth--;
      else if (hiddenDepth === 0) breaks.onClose(name);
      endAlternative(name);
    },
    onText(text) {
      if (textDepth > 0) for (const _ of text) characters++;
    },
    result: counts,
  };
}

/**
 * Counts explicit page breaks: `w:br` (17.3.3.1), `w:pageBreakBefore` (17.3.1.23) and sections (17.6.22). On an empty
 * page, `w:pageBreakBefore` and a new section do not start another page.
 */
function createBreakCounter() {
  let hasContent = false;
  let isInParagraph = false;
  let paragraphEndsWithBreak = false;
  /**
   * True if the paragraph contains section properties, which mark the last paragraph of a section (17.6.18). The last
   * section of the document has its properties at the end of the body instead.
   */
  let paragraphEndsSection = false;
  /**
   * State of the current section. Its properties follow its content, so page starts are counted at its end.
   * - `followsContent`: the page on which the section begins already has content.
   * - `isAtTop`: the section has had no content and no page break so far.
   * - `breaksAtTop`: a paragraph at the top of the section has `w:pageBreakBefore`.
   * - `startsPage`: the type of the section starts a new page.
   */
  let section = { followsContent: false, isAtTop: true, breaksAtTop: false, startsPage: true };
  /** Nesting depth of table rows. All page breaks in an outermost row count as one. */
  let rowDepth = 0;
  let rowHasBroken = false;

  const counter = {
    count: 0,
    onElement(name: string, attributes: Attributes): void {
      switch (name) {
        case 'tr':
          if (rowDepth++ === 0) rowHasBroken = false;
          break;
        case 'p':
          isInParagraph = true;
          paragraphEndsWithBreak = paragraphEndsSection = false;
          break;
        case 'br':
          if (attribute(attributes, 'type') !== 'page') break;
          breakPage();
          paragraphEndsWithBreak = true;
          break;
        case 'pageBreakBefore':
          if (!isOn(attributes)) break;
          if (hasContent) breakPage();
          else if (section.isAtTop) section.breaksAtTop = true;
          rowHasBroken = true;
          break;
        case 'sectPr':
          section.startsPage = true;
          break;
        case 'type':
          section.startsPage = !withinPage.has(attribute(attributes, 'val') ?? '');
          break;
        case 't':
        case 'drawing':
        case 'pict':
        case 'object':
          onContent();
          paragraphEndsWithBreak = false;
      }
    },
    onClose(name: string): void {
      if (name === 'tr') rowDepth--;
      else if (name === 'sectPr') {
        if (isInParagraph) paragraphEndsSection = true;
        else endSection();
      } else if (name === 'p') {
        isInParagraph = false;
        if (!paragraphEndsWithBreak) onContent();
        if (paragraphEndsSection) endSection();
      }
    },
  };

  function breakPage(): void {
    if (rowDepth > 0 && rowHasBroken) return;
    rowHasBroken = rowDepth > 0;
    counter.count++;
    hasContent = section.isAtTop = false;
  }

  function onContent(): void {
    hasContent = true;
    section.isAtTop = false;
  }

  function endSection(): void {
    if (section.followsContent && (section.startsPage || section.breaksAtTop)) counter.count++;
    section = { followsContent: hasContent, isAtTop: true, breaksAtTop: false, startsPage: true };
    hasContent = false;
  }

  return counter;
}
