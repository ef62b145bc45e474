import { identity, type Matrix, multiply, toMatrix } from '../../formats/pdf/matrix.ts';
import { isDict, isRef, nameOf, type PdfDict, type PdfValue } from '../../formats/pdf/values.ts';
import { createSpaceNamer, spaceOfObject, type SpaceName } from './colour-spaces.ts';
import { addImage, addImages, type ImageUses, noImages } from './image-uses.ts';
import {
  contentLanguage,
  type ContentLanguage,
  type LanguageLookup,
  noText,
} from './language/content-language.ts';
import { namedPropertyLists, type PropertyList } from '../../formats/pdf/marked-content.ts';
import type { PdfObjects } from '../../formats/pdf/pdf-objects.ts';
import {
  type ContentObserver,
  emptyContent,
  paintColour,
  scanContent,
} from '../../formats/pdf/scan-content.ts';

export interface PageContent {
  /** True if the page paints anything except text, or if its content cannot be read. */
  paints: boolean;
  textBytes: number;
  /** Names of the fonts that are used for visible text but are not embedded. */
  missingFonts: Set<string>;
  /** True if a picture has the filter JPXDecode. */
  usesJpeg2000: boolean;
  language: ContentLanguage;
  images: ImageUses;
  /** The colour spaces with which something is painted. */
  spaces: Set<SpaceName>;
  /**
   * The colours of the caller with which a form or pattern paints something. On a page, they are black in DeviceGray.
   */
  callerColours: Set<'fill' | 'stroke'>;
}

/** An XObject that a content stream paints, with the colours for filling and stroking at that point. */
interface PaintedObject {
  matrix: Matrix;
  fill: string;
  stroke: string;
}

/** Maximum nesting depth of form XObjects. Real files do not nest them deeper. */
const maxDepth = 12;

/** Number of bytes of content streams from which the next streams of a page are scanned apart, to bound the memory. */
const maxJoinedBytes = 16 * 2 ** 20;
/** Maximum number of sizes and colours in which one object is painted, per page or form. */
const maxUsesPerName = 50;
/** Maximum number of objects that are painted in different sizes or colours, per page or form. */
const maxPainted = 5_000;
const betweenStreams = Buffer.from('\n');

/** Creates a reader of page content. The reader reads a font or form once, even if several pages use it. */
export function createContentReader(objects: PdfObjects, lookUpLanguage: LanguageLookup) {
  const propertyLists = new WeakMap<PdfDict, ReadonlyMap<string, PropertyList>>();
  const fonts = new Map<number, Promise<string | null>>();
  const forms = new Map<number, PageContent | null>();
  const nameSpace = createSpaceNamer(objects);

  /** Returns the content of a page or form (`owner`) from its content streams and its resources. */
  async function read(
    owner: PdfDict,
    streams: readonly PdfValue[],
    resources: PdfDict | null,
    depth: number,
  ): Promise<PageContent> {
    const shown = emptyContent();
    const lists = await propertyListsOf(resources);
    const painted = new Map<string, PaintedObject[]>();
    const images = noImages();
    const inlineSpaces = new Set<string>();
    let paintedObjects = 0;
    const observer: ContentObserver = {
      object(name, matrix, { fill, stroke }) {
        if (name === null) return;
        const uses = painted.get(name) ?? [];
        painted.set(name, uses);
        // Only the size matters, so tiles of one size are stored once.
        if (uses.some((use) => isSamePaint(use, { matrix, fill, stroke }))) return;
        if (uses.length < maxUsesPerName && ++paintedObjects <= maxPainted)
          uses.push({ matrix, fill, stroke });
        else images.isComplete = false;
      },
      inlineImage(entries, matrix) {
        const numberOf = (pattern: RegExp) => Number(pattern.exec(entries)?.[1]);
        const [width, height] = [numberOf(/\/W(?:idth)?\s+(\d+)/), numberOf(/\/H(?:eight)?\s+(\d+)/)];
        addImage(images, { width, height, matrix });
        const space = /\/(?:CS|ColorSpace)\s*(?:\[\s*\/I(?:ndexed)?\s*)?\/(\w+)/.exec(entries)?.[1];
        // An image mask has no colour space. The colour with which it is painted is not followed.
        if (space !== undefined) inlineSpaces.add(space);
      },
    };
    // An operator may begin in one stream and end in the next (ISO 32000-2, 7.8.2).
    let joined: Uint8Array[] = [];
    let joinedBytes = 0;
    let unread = false;
    const scanJoined = () => {
      if (joined.length > 0) scanContent(Buffer.concat(joined), shown, lists, observer);
      [joined, joinedBytes] = [[], 0];
    };
    for (const stream of streams) {
      const bytes = await objects.stream(stream);
      if (bytes === null) {
        const isThere = (await objects.resolve(stream)) !== null;
        shown.paints ||= isThere;
        if (isThere) unread = true;
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
      images,
      spaces: new Set(unread ? ['unknown'] : []),
      callerColours: new Set(),
    };
    if (unread) images.isComplete = false;
    for (const colour of shown.colours) await addColour(content, colour, resources, depth);
    for (const space of inlineSpaces)
      content.spaces.add(await nameSpace({ type: 'name', value: space }, resources));
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
        const value = named?.get(name);
        const part = await externalObject(value, depth);
        add(content, part);
        if (part !== null) await addPainted(content, part, value, painted.get(name) ?? [], resources, depth);
        if (part !== null) drawn.set(name, part.language);
      }
    }
    content.language = await contentLanguage(owner, shown.marked.found, drawn, lookUpLanguage);
    return content;

    async function externalObject(value: PdfValue | undefined, depth: number): Promise<PageContent | null> {
      const dict = await objects.dict(value);
      if (dict === null || !isRef(value)) return null;
      const isForm = nameOf(dict.get('Subtype')) === 'Form';
      if (!isForm) return { ...paintedImage(), usesJpeg2000: await hasJpeg2000(objects, dict) };
      if (depth === maxDepth)
        return {
          ...paintedImage(),
          spaces: new Set(['unknown']),
          images: { ...noImages(), isComplete: false },
        };
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

  /** Adds the sizes and colours of an image or form to the content that paints it. */
  async function addPainted(
    content: PageContent,
    part: PageContent,
    value: PdfValue | undefined,
    uses: readonly PaintedObject[],
    resources: PdfDict | null,
    depth: number,
  ): Promise<void> {
    const dict = await objects.dict(value);
    if (dict === null) return;
    if (nameOf(dict.get('Subtype')) === 'Form') {
      for (const space of part.spaces) content.spaces.add(space);
      const own = await matrixOf(dict);
      for (const { matrix, fill, stroke } of uses) {
        addImages(content.images, part.images, multiply(own, matrix));
        const colours = { fill, stroke };
        for (const colour of part.callerColours) await addColour(content, colours[colour], resources, depth);
      }
      return;
    }
    const sizes = ['Width', 'Height'].map((key) => objects.resolve(dict.get(key)));
    const [width, height] = (await Promise.all(sizes)).map(Number) as [number, number];
    for (const { matrix } of uses) addImage(content.images, { width, height, matrix });
    if ((await objects.resolve(dict.get('ImageMask'))) === true)
      for (const { fill } of uses) await addColour(content, fill, resources, depth);
    else content.spaces.add(await spaceOfObject(objects, nameSpace, value, resources));
  }

  /** Adds the colour spaces of a colour, and the images of a pattern. */
  async function addColour(
    content: PageContent,
    key: string,
    resources: PdfDict | null,
    depth: number,
  ): Promise<void> {
    const colour = paintColour(key);
    if (colour.kind === 'initial') content.callerColours.add(colour.name);
    else if (colour.kind === 'space') {
      content.spaces.add(await nameSpace({ type: 'name', value: colour.name }, resources));
    } else if (colour.kind === 'shading') {
      const shading = (await objects.dict(resources?.get('Shading')))?.get(colour.name);
      content.spaces.add(await spaceOfObject(objects, nameSpace, shading, resources));
    } else await addPattern(content, colour, resources, depth);
  }

  async function addPattern(
    content: PageContent,
    { name, space }: { name: string; space: string | null },
    resources: PdfDict | null,
    depth: number,
  ): Promise<void> {
    const value = (await objects.dict(resources?.get('Pattern')))?.get(name);
    const pattern = await objects.dict(value);
    if (pattern === null || depth === maxDepth) {
      content.spaces.add('unknown');
      return;
    }
    if ((await objects.resolve(pattern.get('PatternType'))) === 2) {
      content.spaces.add(await spaceOfObject(objects, nameSpace, pattern.get('Shading'), resources));
      return;
    }
    const isUncoloured = (await objects.resolve(pattern.get('PaintType'))) === 2;
    if (isUncoloured)
      content.spaces.add(
        space === null ? 'unknown' : await nameSpace({ type: 'name', value: space }, resources),
      );
    if (!isRef(value)) return;
    const known = forms.get(value.objectNumber);
    if (known === null) return;
    const own = (await objects.dict(pattern.get('Resources'))) ?? resources;
    if (known === undefined) forms.set(value.objectNumber, null);
    const tile = known ?? (await read(pattern, [value], own, depth + 1));
    forms.set(value.objectNumber, tile);
    for (const used of isUncoloured ? [] : tile.spaces) content.spaces.add(used);
    // A tile starts with the colours of a page (8.7.3.1).
    if (!isUncoloured && tile.callerColours.size > 0) content.spaces.add('Gray');
    addImages(content.images, tile.images, await matrixOf(pattern));
  }

  /** Returns the matrix of a form or a pattern. */
  async function matrixOf(dict: PdfDict): Promise<Matrix> {
    const found = await objects.array(dict.get('Matrix'));
    return toMatrix(await Promise.all(found.map((one) => objects.resolve(one)))) ?? identity;
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
      const content = await read(page, streams, await objects.dict(page.get('Resources')), 0);
      if (content.callerColours.size > 0) content.spaces.add('Gray');
      return content;
    },
  };
}

const noLists: ReadonlyMap<string, PropertyList> = new Map();
const paintedImage = (): PageContent => ({
  paints: true,
  textBytes: 0,
  missingFonts: new Set(),
  usesJpeg2000: false,
  language: noText,
  images: noImages(),
  spaces: new Set(),
  callerColours: new Set(),
});

/** Returns whether an object is painted in the same size and colours. */
function isSamePaint(one: PaintedObject, other: PaintedObject): boolean {
  const isSameSize = [0, 1, 2, 3].every((at) => one.matrix[at] === other.matrix[at]);
  return isSameSize && one.fill === other.fill && one.stroke === other.stroke;
}

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
