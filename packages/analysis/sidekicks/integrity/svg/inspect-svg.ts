import { SaxesParser } from 'saxes';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { decodeMarkup, encodingFault } from '../../../formats/text-encoding.ts';
import { embeddedDrawing, externalReferences, isScriptUrl } from './references.ts';

/** Kind of active content: scripts, references to external content, foreign objects and XML entities. */
export type SvgFeature = 'script' | 'reference' | 'foreign' | 'entity';

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
    counts: { script: 0, reference: 0, foreign: 0, entity: 0 },
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
  const open: string[] = [];
  let elements = 0;
  let errors = 0;
  /** Text of the current script or style element. */
  let inside = '';

  function add(feature: SvgFeature, what: string, excerpt: string): void {
    if (report.counts[feature]++ >= maxSpots) return;
    report.spots.push({
      feature,
      what: what.slice(0, maxExcerptCharacters),
      excerpt: excerpt.trim().slice(0, maxExcerptCharacters),
      line: outerLine ?? parser.line,
    });
  }

  function addAttribute(element: string, name: string, value: string): void {
    const local = localName(name);
    if (/^on[a-z]+$/i.test(local)) add('script', `${name} attribute of ${element}`, value);
    else if (value.split(';').some(isScriptUrl)) add('script', `script URL in ${name} of ${element}`, value);
    const embedded = /^(?:href|src|data)$/i.test(local) ? embeddedDrawing(value) : null;
    if (embedded !== null) {
      if (depth === maxEmbedded)
        throw new LimitExceeded(`drawings are embedded more than ${maxEmbedded} deep`);
      examine(embedded, report, depth + 1, outerLine ?? parser.line);
    }
    for (const url of externalReferences(element, local, value)) {
      add('reference', `${name} of ${element}`, url);
    }
  }

  parser.on('opentag', ({ name, attributes }) => {
    const element = localName(name);
    open.push(element);
    if (++elements > maxElements) throw new LimitExceeded(`it has more than ${maxElements} elements`);
    if (open.length > maxDepth) throw new LimitExceeded(`its elements are nested more than ${maxDepth} deep`);
    if (element === 'foreignObject') add('foreign', 'foreignObject element', '');
    if (hasCode(element)) inside = '';
    for (const [attribute, value] of Object.entries(attributes)) addAttribute(element, attribute, value);
  });
  const append = (part: string) => {
    if (hasCode(open.at(-1))) inside += part;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === 'script') add('script', 'script element', inside);
    if (element !== 'style') return;
    for (const url of externalReferences('style', 'style', inside)) add('reference', 'style element', url);
  });
  parser.on('doctype', (doctype) => {
    for (const [declaration] of doctype.matchAll(/<!ENTITY\b[^>]*/gi)) {
      add('entity', 'entity declaration', declaration.slice('<!'.length));
    }
  });
  parser.on('processinginstruction', ({ target, body }) => {
    const href = target === 'xml-stylesheet' ? /\bhref\s*=\s*["']([^"']*)/.exec(body)?.[1] : undefined;
    for (const url of externalReferences(target, 'href', href ?? '')) add('reference', target, url);
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

function hasCode(element: string | undefined): boolean {
  return element === 'script' || element === 'style';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
