import { type Bounds, boundsOf, identity, intersect, type Matrix, multiply, toMatrix } from '../matrix.ts';
import { isRef, nameOf, type PdfDict, type PdfValue } from '../values.ts';
import { pageArea, readRectangle } from '../page-area.ts';
import type { PdfObjects } from '../pdf-objects.ts';
import { emptyContent, scanContent } from '../scan-content.ts';
import { createImageCoverage } from './image-coverage.ts';
import { createLetterCounter } from './letter-shapes.ts';
import { isNamelessFont } from './nameless-fonts.ts';

/** The content of a page, including the content of form XObjects. Nothing is decoded or drawn. */
export interface PageSurvey {
  /** Bounds of the painted images in user space. */
  images: Bounds[];
  /** Share (0–1) of the page that images cover. */
  coverage: number;
  /** Total length of the strings shown as text, in bytes. */
  textBytes: number;
  /** Length of the strings in fonts that do not tell the characters of their glyphs. */
  namelessBytes: number;
  /** Length of the strings in text rendering mode 3. */
  invisibleBytes: number;
  /** Number of filled shapes that stand in rows like letters. */
  letters: number;
  /** True if some content is optional (ISO 32000-2, 8.11). */
  usesLayers: boolean;
}

/** Maximum nesting depth of form XObjects. Real files do not nest them deeper. */
const maxDepth = 12;
/** Maximum number of content streams of forms that are scanned per page. Forms can draw other forms many times. */
const maxForms = 200;
/** Maximum number of painted objects per page. A page that consists of tiles has some hundreds. */
const maxObjects = 20_000;

const noLists = new Map<string, never>();

/** Creates a function that surveys pages. Each font is read once. */
export function createPageSurveyor(objects: PdfObjects) {
  const nameless = new Map<number, Promise<boolean>>();

  function isNameless(font: PdfValue | undefined): Promise<boolean> {
    if (!isRef(font)) return isNamelessFont(objects, font);
    let known = nameless.get(font.objectNumber);
    if (known === undefined) nameless.set(font.objectNumber, (known = isNamelessFont(objects, font)));
    return known;
  }

  /** @param page the page dictionary, including inherited entries */
  return (page: PdfDict): Promise<PageSurvey> => surveyPage(objects, page, isNameless);
}

async function surveyPage(
  objects: PdfObjects,
  page: PdfDict,
  isNameless: (font: PdfValue | undefined) => Promise<boolean>,
): Promise<PageSurvey> {
  const { view } = await pageArea(objects, page);
  const coverage = createImageCoverage(view);
  const letters = createLetterCounter(view);
  const images: Bounds[] = [];
  let [textBytes, namelessBytes, invisibleBytes] = [0, 0, 0];
  let usesLayers = false;
  let forms = 0;
  let painted = 0;

  async function scan(
    bytes: Uint8Array,
    resources: PdfDict | null,
    base: Matrix,
    clip: typeof view,
    depth: number,
  ): Promise<void> {
    const shown = emptyContent();
    const found: { name: string | null; matrix: Matrix }[] = [];
    const byFont = new Map<string, number>();
    scanContent(bytes, shown, noLists, {
      object: (name, matrix) => {
        if (painted++ < maxObjects) found.push({ name, matrix: multiply(matrix, base) });
      },
      shape: (bounds, points) => letters.add(boundsOf(base, bounds), points),
      text: (font, length, isInvisible) => {
        if (isInvisible) invisibleBytes += length;
        else byFont.set(font, (byFont.get(font) ?? 0) + length);
      },
    });
    textBytes += shown.textBytes;
    usesLayers ||= shown.usesLayers;
    if (byFont.size > 0) {
      const fonts = await objects.dict(resources?.get('Font'));
      for (const [name, length] of byFont) if (await isNameless(fonts?.get(name))) namelessBytes += length;
    }
    const add = (matrix: Matrix) => {
      const visible = intersect(clip, boundsOf(matrix));
      images.push(visible);
      coverage.add(visible);
    };
    const named = shown.externalObjects.size > 0 ? await objects.dict(resources?.get('XObject')) : null;
    for (const { name, matrix } of found) {
      if (name === null) {
        add(matrix);
        continue;
      }
      const value = named?.get(name);
      const dict = await objects.dict(value);
      const subtype = nameOf(dict?.get('Subtype'));
      usesLayers ||= dict?.has('OC') === true;
      if (subtype === 'Image') add(matrix);
      if (subtype !== 'Form' || dict === null || depth === maxDepth || ++forms > maxForms) continue;
      const content = await objects.stream(value);
      if (content === null) continue;
      const own = toMatrix(await numbersOf(objects, dict.get('Matrix'))) ?? identity;
      const space = multiply(own, matrix);
      const box = await readRectangle(objects, dict.get('BBox'));
      const visible = box === null ? clip : intersect(clip, boundsOf(space, box));
      // A form without its own resources uses the resources of its page (ISO 32000-2, 8.10.2).
      const ownResources = (await objects.dict(dict.get('Resources'))) ?? resources;
      await scan(content, ownResources, space, [...visible], depth + 1);
    }
  }

  const content = await pageContent(objects, page.get('Contents'));
  await scan(content, await objects.dict(page.get('Resources')), identity, view, 0);
  return {
    images,
    coverage: coverage.share(),
    textBytes,
    namelessBytes,
    invisibleBytes,
    letters: letters.count(),
    usesLayers,
  };
}

/** Concatenates the content streams of a page, because the graphics state continues between them (7.7.3.3). */
async function pageContent(objects: PdfObjects, contents: PdfValue | undefined): Promise<Uint8Array> {
  const resolved = await objects.resolve(contents);
  const streams = Array.isArray(resolved) ? resolved : isRef(contents) ? [contents] : [];
  const parts: Uint8Array[] = [];
  for (const stream of streams) {
    const bytes = await objects.stream(stream);
    if (bytes !== null) parts.push(bytes, lineFeed);
  }
  return Buffer.concat(parts);
}

const lineFeed = Uint8Array.of(0x0a);

async function numbersOf(objects: PdfObjects, value: PdfValue | undefined): Promise<PdfValue[]> {
  const found = await objects.array(value);
  return found.length === 6 ? Promise.all(found.map((number) => objects.resolve(number))) : [];
}
