import { isDict, isRef, nameOf, type PdfDict, type PdfValue } from '../../formats/pdf/values.ts';
import {
  contentLanguage,
  type ContentLanguage,
  type LanguageLookup,
  noText,
} from './language/content-language.ts';
import { namedPropertyLists, type PropertyList } from '../../formats/pdf/marked-content.ts';
import type { PdfObjects } from '../../formats/pdf/pdf-objects.ts';
import { emptyContent, scanContent } from '../../formats/pdf/scan-content.ts';

export interface PageContent {
  /** True if the page paints anything except text, or if its content cannot be read. */
  paints: boolean;
  textBytes: number;
  /** Names of the fonts that are used for visible text but are not embedded. */
  missingFonts: Set<string>;
  /** True if a picture has the filter JPXDecode. */
  usesJpeg2000: boolean;
  language: ContentLanguage;
}

/** Maximum nesting depth of form XObjects. Real files do not nest them deeper. */
const maxDepth = 12;

/** Number of bytes of content streams from which the next streams of a page are scanned apart, to bound the memory. */
const maxJoinedBytes = 16 * 2 ** 20;
const betweenStreams = Buffer.from('\n');

/** Creates a reader of page content. The reader reads a font or form once, even if several pages use it. */
export function createContentReader(objects: PdfObjects, lookUpLanguage: LanguageLookup) {
  const propertyLists = new WeakMap<PdfDict, ReadonlyMap<string, PropertyList>>();
  const fonts = new Map<number, Promise<string | null>>();
  const forms = new Map<number, PageContent | null>();

  /** Returns the content of a page or form (`owner`) from its content streams and its resources. */
  async function read(
    owner: PdfDict,
    streams: readonly PdfValue[],
    resources: PdfDict | null,
    depth: number,
  ): Promise<PageContent> {
    const shown = emptyContent();
    const lists = await propertyListsOf(resources);
    // An operator may begin in one stream and end in the next (ISO 32000-2, 7.8.2).
    let joined: Uint8Array[] = [];
    let joinedBytes = 0;
    const scanJoined = () => {
      if (joined.length > 0) scanContent(Buffer.concat(joined), shown, lists);
      [joined, joinedBytes] = [[], 0];
    };
    for (const stream of streams) {
      const bytes = await objects.stream(stream);
      if (bytes === null) {
        shown.paints ||= (await objects.resolve(stream)) !== null;
        continue;
      }
      joined.push(bytes, betweenStreams);
      joinedBytes += bytes.length;
      if (joinedBytes > maxJoinedBytes) scanJoined();
    }
    scanJoined();
    const content: PageContent = {
      paints: shown.paints,
      textBytes: shown.textBytes,
      missingFonts: new Set(),
      usesJpeg2000: false,
      language: noText,
    };
    if (shown.fonts.size > 0) {
      const named = await objects.dict(resources?.get('Font'));
      for (const name of shown.fonts) {
        const missing = await missingFont(named?.get(name));
        if (missing !== null) content.missingFonts.add(missing);
      }
    }
    const drawn = new Map<string, ContentLanguage>();
    if (shown.externalObjects.size > 0) {
      const named = await objects.dict(resources?.get('XObject'));
      for (const name of shown.externalObjects) {
        const part = await externalObject(named?.get(name), depth);
        add(content, part);
        if (part !== null) drawn.set(name, part.language);
      }
    }
    content.language = await contentLanguage(owner, shown.marked.found, drawn, lookUpLanguage);
    return content;

    async function externalObject(value: PdfValue | undefined, depth: number): Promise<PageContent | null> {
      const dict = await objects.dict(value);
      if (dict === null || !isRef(value)) return null;
      if (nameOf(dict.get('Subtype')) !== 'Form' || depth === maxDepth)
        return { ...painted, usesJpeg2000: await hasJpeg2000(objects, dict) };
      const known = forms.get(value.objectNumber);
      if (known !== undefined) return known;
      // The entry is null until the form has been read, so a form that draws itself causes no endless loop.
      forms.set(value.objectNumber, null);
      // A form without its own resources uses the resources of its page (ISO 32000-2, 8.10.2).
      const own = (await objects.dict(dict.get('Resources'))) ?? resources;
      const content = await read(dict, [value], own, depth + 1);
      forms.set(value.objectNumber, content);
      return content;
    }
  }

  async function propertyListsOf(resources: PdfDict | null): Promise<ReadonlyMap<string, PropertyList>> {
    const properties = resources?.has('Properties') ? await objects.dict(resources.get('Properties')) : null;
    if (properties === null) return noLists;
    const known = propertyLists.get(properties) ?? (await namedPropertyLists(objects, properties));
    propertyLists.set(properties, known);
    return known;
  }

  function missingFont(value: PdfValue | undefined): Promise<string | null> {
    if (!isRef(value)) return nameOfMissingFont(objects, value);
    let font = fonts.get(value.objectNumber);
    if (font === undefined) fonts.set(value.objectNumber, (font = nameOfMissingFont(objects, value)));
    return font;
  }

  return {
    async read(page: PdfDict): Promise<PageContent> {
      const contents = page.get('Contents');
      const resolved = await objects.resolve(contents);
      const streams = Array.isArray(resolved) ? resolved : contents === undefined ? [] : [contents];
      return read(page, streams, await objects.dict(page.get('Resources')), 0);
    },
  };
}

const noLists: ReadonlyMap<string, PropertyList> = new Map();
const painted: PageContent = {
  paints: true,
  textBytes: 0,
  missingFonts: new Set(),
  usesJpeg2000: false,
  language: noText,
};

function add(content: PageContent, part: PageContent | null): void {
  if (part === null) return;
  content.paints ||= part.paints;
  content.textBytes += part.textBytes;
  content.usesJpeg2000 ||= part.usesJpeg2000;
  for (const font of part.missingFonts) content.missingFonts.add(font);
}

async function hasJpeg2000(objects: PdfObjects, image: PdfDict): Promise<boolean> {
  const filter = await objects.resolve(image.get('Filter'));
  const filters = Array.isArray(filter)
    ? await Promise.all(filter.map((one) => objects.resolve(one)))
    : [filter];
  return filters.some((one) => nameOf(one) === 'JPXDecode');
}

/** Returns the font's name if the font is not embedded (ISO 32000-2, 9.9); null if it is embedded or does not exist. */
async function nameOfMissingFont(objects: PdfObjects, value: PdfValue | undefined): Promise<string | null> {
  const font = await objects.dict(value);
  const subtype = nameOf(font?.get('Subtype'));
  // A Type 3 font always contains its glyphs (9.6.4).
  if (font === null || subtype === 'Type3') return null;
  const [descendant] = subtype === 'Type0' ? await objects.array(font.get('DescendantFonts')) : [];
  const described = subtype === 'Type0' ? await objects.dict(descendant) : font;
  const descriptor = await objects.dict(described?.get('FontDescriptor'));
  const programs = ['FontFile', 'FontFile2', 'FontFile3'].map((key) => descriptor?.get(key));
  for (const program of programs) if (isDict(await objects.resolve(program))) return null;
  // The name of a font subset starts with six letters and a plus sign (9.9.2).
  return (nameOf(font.get('BaseFont')) ?? 'a font without a name').replace(/^[A-Z]{6}\+/, '');
}
