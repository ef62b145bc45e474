import type { SaxesAttributeNS } from 'saxes';
import { plainText } from '@assay/domain/lib/characters.ts';
import { parseLimitedXml } from '../../../formats/xmp/limited-xml.ts';
import { createDeclarations } from '../origin/source-types.ts';
import { type Position, positionOf } from '../../../formats/position.ts';

/** A digital source type that an XMP packet declares (IPTC Photo Metadata Standard, Digital Source Type). */
export interface DeclaredType {
  value: string;
  /** True if the declaration is about a file that was placed in this file (`xmpMM:Pantry`). */
  ofPart: boolean;
}

export interface XmpFacts {
  position: Position | null;
  sourceTypes: DeclaredType[];
  /** The address of the file's content credentials (`dcterms:provenance`); null if the packet has none. */
  provenance: string | null;
}

export const maxValueCharacters = 500;

const iptcExtension = { prefix: 'Iptc4xmpExt', uri: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/' };
const dublinCoreTerms = { prefix: 'dcterms', uri: 'http://purl.org/dc/terms/' };

/** Creates an empty list of source types. The list stores at most `maxPerGroup` source types of each group. */
export const createDeclaredTypes = () =>
  createDeclarations<DeclaredType>(({ value, ofPart }) => ({ sourceType: value, isOfFile: !ofPart }));

/**
 * Returns the properties of an XMP packet (ISO 16684-1). A value may be an attribute, the text of an element, the text
 * of list items in an element, or `rdf:resource`. Entities that the packet declares are not expanded. After a syntax
 * error, or if a limit is exceeded, the properties that were read before are returned.
 */
export function readXmp(packet: string): XmpFacts {
  const declared = createDeclaredTypes();
  const facts: XmpFacts = { position: null, sourceTypes: declared.items, provenance: null };
  const coordinates: Record<string, string> = {};
  /** The open elements, outermost first, each with the property that it is or belongs to. */
  const open: { local: string; property: Property | null }[] = [];
  let text = '';

  function add(property: Property, value: string): void {
    const found = plainText(value.trim(), maxValueCharacters);
    if (found === '') return;
    if (property === 'provenance') {
      // `dcterms:provenance` also has other uses, in which its value is a text. Only addresses are read.
      if (/^https?:\/\//i.test(found)) facts.provenance ??= found;
    } else if (property !== 'sourceType') coordinates[property] ??= found;
    else declared.add({ value: found, ofPart: open.some(({ local }) => local === 'Pantry') });
  }

  parseLimitedXml(packet, {
    onOpen({ local, prefix, uri, attributes }) {
      const property = propertyOf({ local, prefix, uri }) ?? open.at(-1)?.property ?? null;
      open.push({ local, property });
      text = '';
      for (const attribute of Object.values(attributes)) {
        const own = propertyOf(attribute);
        if (own !== null) add(own, attribute.value);
        else if (property !== null && attribute.local === 'resource') add(property, attribute.value);
      }
    },
    onText(part) {
      if ((open.at(-1)?.property ?? null) !== null) text = (text + part).slice(0, 2 * maxValueCharacters);
    },
    onClose() {
      const property = open.at(-1)?.property ?? null;
      if (property !== null) add(property, text);
      open.pop();
      text = '';
    },
  });
  const { latitude, longitude } = coordinates;
  if (latitude !== undefined && longitude !== undefined)
    facts.position = positionOf(xmpDegrees(latitude), xmpDegrees(longitude));
  return facts;
}

type Property = 'sourceType' | 'provenance' | 'latitude' | 'longitude';

/**
 * Returns the property that a name stands for; null for a name that is not read. Some writers do not declare the
 * namespace, so the prefix suffices.
 */
function propertyOf({
  local,
  prefix,
  uri,
}: Pick<SaxesAttributeNS, 'local' | 'prefix' | 'uri'>): Property | null {
  const isOf = (namespace: typeof iptcExtension) => uri === namespace.uri || prefix === namespace.prefix;
  // Some writers use the spelling of IPTC NewsCodes, `DigitalSourcetype`.
  if (/^digitalsourcetype$/i.test(local) && isOf(iptcExtension)) return 'sourceType';
  if (local === 'provenance' && isOf(dublinCoreTerms)) return 'provenance';
  return local === 'GPSLatitude' ? 'latitude' : local === 'GPSLongitude' ? 'longitude' : null;
}

/**
 * Returns the degrees of a GPSCoordinate such as `53,33.0168N` or `53,33,1N` (XMP specification, part 2). Returns null
 * for a value of another form.
 */
function xmpDegrees(value: string): number | null {
  const parts = /^(\d{1,3}),(\d{1,2}(?:\.\d+)?)(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(value);
  if (parts === null) return null;
  const size = Number(parts[1]) + Number(parts[2]) / 60 + Number(parts[3] ?? 0) / 3600;
  return /[SW]/.test(parts[4]!) ? -size : size;
}
