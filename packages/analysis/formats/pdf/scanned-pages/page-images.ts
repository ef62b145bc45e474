import { boundsOf, identity, intersect, type Matrix, multiply, toMatrix } from '../matrix.ts';
import { isRef, nameOf, type PdfDict, type PdfValue } from '../values.ts';
import { pageArea, readRectangle } from '../page-area.ts';
import type { PdfObjects } from '../pdf-objects.ts';
import { emptyContent, scanContent } from '../scan-content.ts';
import { createImageCoverage } from './image-coverage.ts';

/** Area of the images and length of the text on a page. Both include the content of form XObjects. */
export interface PageImages {
  /** Share (0–1) of the page that images cover. */
  coverage: number;
  /** Total length of the strings shown as text, in bytes. */
  textBytes: number;
}

/** Maximum nesting depth of form XObjects. Real files do not nest them deeper. */
const maxDepth = 12;
/** Maximum number of content streams of forms that are scanned per page. Forms can draw other forms many times. */
const maxForms = 200;
/** Maximum number of painted objects per page. A page that consists of tiles has some hundreds. */
const maxObjects = 20_000;

const noLists = new Map<string, never>();

/**
 * Measures the images and the text of a page without decoding the images.
 * @param page the page dictionary, including inherited entries
 */
export async function readPageImages(objects: PdfObjects, page: PdfDict): Promise<PageImages> {
  const { view } = await pageArea(objects, page);
  const coverage = createImageCoverage(view);
  let textBytes = 0;
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
    scanContent(bytes, shown, noLists, (name, matrix) => {
      if (painted++ < maxObjects) found.push({ name, matrix: multiply(matrix, base) });
    });
    textBytes += shown.textBytes;
    const add = (matrix: Matrix) => coverage.add(intersect(clip, boundsOf(matrix)));
    const named = shown.externalObjects.size > 0 ? await objects.dict(resources?.get('XObject')) : null;
    for (const { name, matrix } of found) {
      if (name === null) {
        add(matrix);
        continue;
      }
      const value = named?.get(name);
      const dict = await objects.dict(value);
      const subtype = nameOf(dict?.get('Subtype'));
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
  return { coverage: coverage.share(), textBytes };
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
