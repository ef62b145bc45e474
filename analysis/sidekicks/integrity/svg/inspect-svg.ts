import { SaxesParser } from 'saxes';
import type { RangedSource } from '../../../../lib/ranged-source.ts';
import { decodeText } from '../../../measure/sniff.ts';
import { embeddedDrawing, externalReferences, isScriptUrl } from './references.ts';
import { maxDepth, maxElements, maxEmbedded, maxErrors } from './svg-limits.ts';

/** What an SVG can do, or have done, besides showing itself. */
export type SvgFeature = 'script' | 'reference' | 'foreign' | 'entity';

export interface SvgSpot {
  feature: SvgFeature;
  /** What it is: `script element`, `onload attribute`. */
  what: string;
  /** The beginning of its text. */
  excerpt: string;
  /** From 1. */
  line: number;
}

export interface SvgReport {
  /** The first of each feature, by the order they stand in. */
  spots: SvgSpot[];
  counts: Record<SvgFeature, number>;
  /** Why not all of it was examined; null when it was. */
  unexamined: string | null;
}

const maxSpots = 10;
const maxExcerptCharacters = 200;

class TooMuch extends Error {}

/** Looks for active content in an SVG. Entities are not expanded, and nothing is fetched. Runs in an isolate. */
export async function inspectSvg(source: RangedSource): Promise<SvgReport> {
  const report: SvgReport = {
    spots: [],
    counts: { script: 0, reference: 0, foreign: 0, entity: 0 },
    unexamined: null,
  };
  const text = decodeText(await source.read(0, source.sizeBytes), true);
  if (text === null) return { ...report, unexamined: 'it is not text' };
  try {
    examine(text, report);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    report.unexamined = error.message;
  }
  return report;
}

/** @param outerLine where the drawing is that this one is embedded in */
function examine(text: string, report: SvgReport, depth = 0, outerLine?: number): void {
  const parser = new SaxesParser();
  const open: string[] = [];
  let elements = 0;
  let errors = 0;
  /** What stands between the tags of the innermost script or style element. */
  let inside = '';

  function note(feature: SvgFeature, what: string, excerpt: string): void {
    if (report.counts[feature]++ >= maxSpots) return;
    report.spots.push({
      feature,
      what,
      excerpt: excerpt.trim().slice(0, maxExcerptCharacters),
      line: outerLine ?? parser.line,
    });
  }

  function noteAttribute(element: string, name: string, value: string): void {
    const local = localName(name);
    if (/^on[a-z]+$/i.test(local)) note('script', `${name} attribute of ${element}`, value);
    else if (value.split(';').some(isScriptUrl)) note('script', `script URL in ${name} of ${element}`, value);
    const embedded = /^(?:href|src|data)$/i.test(local) ? embeddedDrawing(value) : null;
    if (embedded !== null) {
      if (depth === maxEmbedded) throw new TooMuch(`drawings are embedded more than ${maxEmbedded} deep`);
      examine(embedded, report, depth + 1, outerLine ?? parser.line);
    }
    for (const url of externalReferences(element, local, value)) {
      note('reference', `${name} of ${element}`, url);
    }
  }

  parser.on('opentag', ({ name, attributes }) => {
    const element = localName(name);
    open.push(element);
    if (++elements > maxElements) throw new TooMuch(`it has more than ${maxElements} elements`);
    if (open.length > maxDepth) throw new TooMuch(`its elements are nested more than ${maxDepth} deep`);
    if (element === 'foreignObject') note('foreign', 'foreignObject element', '');
    if (isRead(element)) inside = '';
    for (const [attribute, value] of Object.entries(attributes)) noteAttribute(element, attribute, value);
  });
  const keep = (part: string) => {
    if (isRead(open.at(-1))) inside += part;
  };
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === 'script') note('script', 'script element', inside);
    if (element !== 'style') return;
    for (const url of externalReferences('style', 'style', inside)) note('reference', 'style element', url);
  });
  parser.on('doctype', (doctype) => {
    for (const [declaration] of doctype.matchAll(/<!ENTITY\b[^>]*/gi)) {
      note('entity', 'entity declaration', declaration.slice('<!'.length));
    }
  });
  parser.on('processinginstruction', ({ target, body }) => {
    const href = target === 'xml-stylesheet' ? /\bhref\s*=\s*["']([^"']*)/.exec(body)?.[1] : undefined;
    for (const url of externalReferences(target, 'href', href ?? '')) note('reference', target, url);
  });
  parser.on('error', (error) => {
    if (++errors > maxErrors) throw new TooMuch(`it is not well-formed XML in more than ${maxErrors} places`);
    // Entities that the file declares are not known to the parser; that they are declared is noted.
    if (report.counts.entity > 0 && /entity/i.test(error.message)) return;
    report.unexamined ??= `it is not well-formed XML (line ${outerLine ?? parser.line})`;
  });
  parser.write(text).close();
}

/** The elements whose text says what they do. */
function isRead(element: string | undefined): boolean {
  return element === 'script' || element === 'style';
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
