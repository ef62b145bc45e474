import { SaxesParser } from 'saxes';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { decodeMarkup, encodingFault } from '../../../formats/text-encoding.ts';
import { embeddedDrawing, isScriptUrl, outsideReferences, userNameIn } from './references.ts';

/**
 * Kind of content with a finding: scripts, references to other addresses, linked files that are not in the drawing,
 * paths with the name of a user, foreign objects and XML entities.
 */
export type SvgFeature = 'script' | 'reference' | 'file' | 'path' | 'foreign' | 'entity';

export interface SvgSpot {
  feature: SvgFeature;
  /** The element or attribute with active content, such as `script element` or `onload attribute`. */
  what: string;
  /** The first `maxExcerptCharacters` characters of the source text of the active content. */
  excerpt: string;
  /** Line number in the file, from 1. */
  line: number;
}

export interface SvgReport {
  /** The first ten places with active content of each kind, in document order. */
  spots: SvgSpot[];
  counts: Record<SvgFeature, number>;
  /** Reason why the drawing was not examined in full; null if it was. */
  unexamined: string | null;
  /** True if a viewer may read the drawing in another encoding, with elements that were not examined. */
  canHideScripts: boolean;
}

/** Maximum number of elements and maximum nesting depth of a drawing. Real drawings are far below both limits. */
const maxElements = 500_000;
const maxDepth = 1_000;
/** Maximum nesting depth of drawings that are embedded as data URLs. */
const maxEmbedded = 3;
const maxErrors = 100;
const maxSpots = 10;
const maxExcerptCharacters = 200;

class LimitExceeded extends Error {}

/**
 * Finds active content in an SVG, without expanding entities and without network requests. Runs in a parser process.
 */
export async function inspectSvg(source: RangedSource): Promise<SvgReport> {
  const report: SvgReport = {
    spots: [],
    counts: { script: 0, reference: 0, file: 0, path: 0, foreign: 0, entity: 0 },
    unexamined: null,
    canHideScripts: false,
  };
  const text = decodeMarkup(await source.read(0, source.sizeBytes), true);
  if (text === null) return { ...report, unexamined: 'it is not text' };
  try {
    examine(text, report);
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    report.unexamined = error.message;
  }
  return report;
}

/**
 * Examines a drawing, and the drawings that are embedded in it as data URLs. Adds their active content to `report`.
 * @param depth number of drawings around this one
 * @param outerLine line of the data URL in the outermost drawing; undefined for the outermost drawing itself
 */
function examine(text: string, report: SvgReport, depth = 0, outerLine?: number): void {
  const fault = encodingFault(text);
  if (fault !== null) {
    report.unexamined ??= fault;
    report.canHideScripts = true;
  }
  const parser = new SaxesParser();
  const open: { element: string; line: number }[] = [];
  /** Line on which the current tag begins, and the lines on which its attributes end. */
  let tagLine = 1;
  const attributeLines = new Map<string, number>();
  let elements = 0;
  let errors = 0;
  /** Text of the current script or style element. */
  let inside = '';

  function add(feature: SvgFeature, what: string, excerpt: string, line = parser.line): void {
    if (report.counts[feature]++ >= maxSpots) return;
    report.spots.push({
      feature,
      what: what.slice(0, maxExcerptCharacters),
      excerpt: excerpt.trim().slice(0, maxExcerptCharacters),
      line: outerLine ?? line,
    });
  }

  function addReferences(
    what: string,
    element: string,
    attribute: string,
    value: string,
    line: number,
  ): void {
    for (const { kind, url } of outsideReferences(element, attribute, value))
      add(kind === 'remote' ? 'reference' : 'file', what, url, line);
    if (userNameIn(value) !== null) add('path', what, value, line);
  }

  function addAttribute(element: string, name: string, value: string): void {
    const local = localName(name);
    const line = attributeLines.get(name) ?? tagLine;
    if (/^on[a-z]+$/i.test(local)) add('script', `${name} attribute of ${element}`, value, line);
    else if (value.split(';').some(isScriptUrl))
      add('script', `script URL in ${name} of ${element}`, value, line);
    const embedded = /^(?:href|src|data)$/i.test(local) ? embeddedDrawing(value) : null;
    if (embedded !== null) {
      if (depth === maxEmbedded)
        throw new LimitExceeded(`drawings are embedded more than ${maxEmbedded} deep`);
      examine(embedded, report, depth + 1, outerLine ?? line);
    }
    addReferences(`${name} of ${element}`, element, local, value, line);
  }

  parser.on('opentagstart', () => {
    // The parser has read the character after the name, which may be a line end.
    tagLine = parser.line - (parser.column === 0 ? 1 : 0);
    attributeLines.clear();
  });
  parser.on('attribute', ({ name }) => void attributeLines.set(name, parser.line));
  parser.on('opentag', ({ name, attributes }) => {
    const element = localName(name);
    open.push({ element, line: tagLine });
    if (++elements > maxElements) throw new LimitExceeded(`it has more than ${maxElements} elements`);
    if (open.length > maxDepth) throw new LimitExceeded(`its elements are nested more than ${maxDepth} deep`);
    if (element === 'foreignObject') add('foreign', 'foreignObject element', '', tagLine);
    if (hasCode(element)) inside = '';
    for (const [attribute, value] of Object.entries(attributes)) addAttribute(element, attribute, value);
  });
  const append = (part: string) => {
    if (hasCode(open.at(-1)?.element)) inside += part;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    const { element, line } = open.pop() ?? {};
    if (element === 'script') add('script', 'script element', inside, line);
    if (element === 'style') addReferences('style element', 'style', 'style', inside, line ?? parser.line);
  });
  parser.on('doctype', (doctype) => {
    let line = parser.line - lineEnds(doctype);
    let counted = 0;
    for (const { 0: declaration, index } of doctype.matchAll(/<!ENTITY\b[^>]*/gi)) {
      line += lineEnds(doctype.slice(counted, index));
      counted = index;
      add('entity', 'entity declaration', declaration.slice('<!'.length), line);
    }
  });
  parser.on('processinginstruction', ({ target, body }) => {
    const href = target === 'xml-stylesheet' ? /\bhref\s*=\s*["']([^"']*)/.exec(body)?.[1] : undefined;
    addReferences(target, target, 'href', href ?? '', parser.line);
  });
  parser.on('error', (error) => {
    if (++errors > maxErrors)
      throw new LimitExceeded(`it is not well-formed XML in more than ${maxErrors} places`);
    // References to entities that the drawing declares are errors for the parser. The declarations are reported.
    if (report.counts.entity > 0 && /entity/i.test(error.message)) return;
    report.unexamined ??= `it is not well-formed XML (line ${outerLine ?? parser.line})`;
  });
  parser.write(text).close();
}

function lineEnds(text: string): number {
  return text.split('\n').length - 1;
}

function hasCode(element: string | undefined): boolean {
  return element === 'script' || element === 'style';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
