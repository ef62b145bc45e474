import { SaxesParser, type SaxesAttributeNS } from 'saxes';
import { plainText } from '../../../../lib/characters.ts';
import { addDeclaration } from '../origin/source-types.ts';
import { type Position, positionOf } from '../location/position.ts';

/** A digital source type that an XMP packet declares (IPTC Photo Metadata Standard, Digital Source Type). */
export interface DeclaredType {
  value: string;
  /** True if the packet declares it of another file that was placed in this one (`xmpMM:Pantry`). */
  ofPart: boolean;
}

/** The properties of XMP packets that are compared with the rules. */
export interface XmpFacts {
  position: Position | null;
  sourceTypes: DeclaredType[];
  /** Where the file says that its content credentials are (`dcterms:provenance`); null if it does not say. */
  provenance: string | null;
}

export const maxValueCharacters = 500;
// Real packets are far below these limits. The parser finds a namespace in time proportional to the depth.
const maxDepth = 200;
const maxElements = 200_000;
const maxErrors = 100;
/** The parser joins the namespace and the name of every attribute, and keeps those of one element in memory. */
const maxNamespaceCharacters = 1_000;
const maxAttributes = 10_000;

const iptcExtension = { prefix: 'Iptc4xmpExt', uri: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/' };
const dublinCoreTerms = { prefix: 'dcterms', uri: 'http://purl.org/dc/terms/' };

/** Adds a source type to those that were read, unless there are many of its kind. */
export function addDeclared(read: DeclaredType[], declared: DeclaredType): void {
  addDeclaration(read, declared, ({ value, ofPart }) => ({ sourceType: value, isOfFile: !ofPart }));
}

class LimitExceeded extends Error {}

/**
 * Returns the properties of an XMP packet (ISO 16684-1). A property may be an attribute, the text of an element, the
 * text of list items in it, or `rdf:resource`. Entities that the packet declares are not expanded. Properties before a
 * syntax error or before a limit are still used.
 */
export function readXmp(packet: string): XmpFacts {
  const facts: XmpFacts = { position: null, sourceTypes: [], provenance: null };
  const coordinates: Record<string, string> = {};
  /** Names of the open elements, and the property that each one is or is part of. */
  const open: { local: string; property: Property | null }[] = [];
  let text = '';
  let elements = 0;
  let errors = 0;
  /** Number of attributes of the tag that is being read. */
  let attributesOfTag = 0;

  function add(property: Property, value: string): void {
    const found = plainText(value.trim(), maxValueCharacters);
    if (found === '') return;
    if (property === 'provenance') {
      // The property is not specific to content credentials, so only an address counts.
      if (/^https?:\/\//i.test(found)) facts.provenance ??= found;
    } else if (property !== 'sourceType') coordinates[property] ??= found;
    else
      addDeclared(facts.sourceTypes, { value: found, ofPart: open.some(({ local }) => local === 'Pantry') });
  }

  const parser = new SaxesParser({ xmlns: true });
  parser.on('attribute', ({ name, prefix, value }) => {
    const isNamespace = prefix === 'xmlns' || name === 'xmlns';
    if (++attributesOfTag > maxAttributes || (isNamespace && value.length > maxNamespaceCharacters))
      throw new LimitExceeded();
  });
  parser.on('opentag', ({ local, prefix, uri, attributes }) => {
    if (++elements > maxElements || open.length === maxDepth) throw new LimitExceeded();
    const property = propertyOf({ local, prefix, uri }) ?? open.at(-1)?.property ?? null;
    open.push({ local, property });
    attributesOfTag = 0;
    text = '';
    for (const attribute of Object.values(attributes)) {
      const own = propertyOf(attribute);
      if (own !== null) add(own, attribute.value);
      else if (property !== null && attribute.local === 'resource') add(property, attribute.value);
    }
  });
  const append = (part: string) => {
    if ((open.at(-1)?.property ?? null) !== null) text = (text + part).slice(0, 2 * maxValueCharacters);
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', () => {
    const property = open.at(-1)?.property ?? null;
    if (property !== null) add(property, text);
    open.pop();
    text = '';
  });
  parser.on('error', () => {
    if (++errors > maxErrors) throw new LimitExceeded();
  });
  try {
    parser.write(packet).close();
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
  }
  const { latitude, longitude } = coordinates;
  if (latitude !== undefined && longitude !== undefined)
    facts.position = positionOf(xmpDegrees(latitude), xmpDegrees(longitude));
  return facts;
}

type Property = 'sourceType' | 'provenance' | 'latitude' | 'longitude';

/** Returns the property that a name stands for. Some writers leave out the declaration of the namespace. */
function propertyOf({
  local,
  prefix,
  uri,
}: Pick<SaxesAttributeNS, 'local' | 'prefix' | 'uri'>): Property | null {
  const isOf = (namespace: typeof iptcExtension) => uri === namespace.uri || prefix === namespace.prefix;
  // Some writers use the spelling of the newscodes, `DigitalSourcetype`.
  if (/^digitalsourcetype$/i.test(local) && isOf(iptcExtension)) return 'sourceType';
  if (local === 'provenance' && isOf(dublinCoreTerms)) return 'provenance';
  return local === 'GPSLatitude' ? 'latitude' : local === 'GPSLongitude' ? 'longitude' : null;
}

/** Returns the degrees of a GPSCoordinate (XMP specification, part 2): `53,33.0168N` or `53,33,1N`. */
function xmpDegrees(value: string): number | null {
  const parts = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(value);
  if (parts === null) return null;
  const size = Number(parts[1]) + Number(parts[2]) / 60 + Number(parts[3] ?? 0) / 3600;
  return /[SW]/.test(parts[4]!) ? -size : size;
}
