import { Unmeasurable } from '../unmeasurable.ts';

// The text and the page breaks of a WordprocessingML part (ECMA-376 part 1, 17), as a parser comes by its elements.

type Attributes = Record<string, string>;

interface Counts {
  characters: number;
  pageBreaks: number;
}

/** Takes local names. */
export interface BodyReader {
  onElement(name: string, attributes: Attributes): void;
  onClose(name: string): void;
  onText(text: string): void;
  result(): Counts;
}

/** What breaks no page of the document: former properties, what was deleted, text boxes. */
const withoutBreaks = new Set(['pPrChange', 'sectPrChange', 'del', 'moveFrom', 'txbxContent']);
/** 17.18.77: a section begins on a new page with all but these. */
const withinPage = new Set(['continuous', 'nextColumn']);
const off = new Set(['0', 'false', 'off']);

/** Counts characters that are shown, and pages that begin whatever the fonts and the paper. */
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

  /** Part 3, 7.5: one of several alternatives is shown. Which, is up to the reader: the largest counts. */
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
      // Text that was deleted with changes tracked is w:delText, and field codes are w:instrText: neither is shown.
      if (name === 't') textDepth++;
      else if (name === 'altChunk')
        throw new Unmeasurable('it takes in other documents, which are not counted');
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

/** An attribute by its local name; null without. */
function attribute(attributes: Attributes, wanted: string): string | null {
  const name = Object.keys(attributes).find((one) => one.slice(one.indexOf(':') + 1) === wanted);
  return name === undefined ? null : attributes[name]!;
}

/**
 * Counts the page breaks that a document has of itself: w:br (17.3.3.1), w:pageBreakBefore (17.3.1.23) and sections
 * (17.6.22). Where a page has begun and nothing is on it yet, neither of the last two begins another.
 */
function createBreakCounter() {
  /** Whether something is on the page. */
  let hasContent = false;
  let isInParagraph = false;
  let paragraphEndsWithBreak = false;
  /** The properties of a section are in its last paragraph (17.6.18), or at the end of the body. */
  let paragraphEndsSection = false;
  /** The break before a section is known by its end. */
  let section = { followsContent: false, isAtTop: true, breaksAtTop: false, startsPage: true };
  /** A row of a table breaks once. */
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
          if (off.has(attribute(attributes, 'val') ?? '')) break;
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
