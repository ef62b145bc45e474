import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { headerSearchBytes } from '../../formats/pdf/file-bytes.ts';
import { pageArea } from '../../formats/pdf/page-area.ts';
import type { PdfObjects } from '../../formats/pdf/pdf-objects.ts';
import { nameOf, type PdfDict } from '../../formats/pdf/values.ts';
import { maxReported } from '../../formats/capped-collections.ts';
import { spaceNames } from './colour-spaces.ts';
import type { DeliveryFacts, SomePages } from './facts.ts';
import { lowestDpi } from './image-uses.ts';
import type { PageContent } from './page-content.ts';

const mmPerPoint = 25.4 / 72;
/** Maximum number of page sizes that are stored. */
export const maxBoxes = 50;
/** Values above it are stored as this value. Real pages and images are far below it. */
export const maxMeasure = 1e9;

export function noDeliveryFacts(): DeliveryFacts {
  return {
    version: null,
    pageCount: 0,
    boxes: [],
    hasAllBoxes: true,
    conformances: { pdfA: null, pdfUa: null, pdfX: null },
    spaces: [],
    lowestDpi: null,
    hasAllImages: true,
  };
}

/** Returns the PDF version of a file: the later one of its header (7.5.2) and its catalog (7.7.2). */
export async function readVersion(source: RangedSource, catalog: PdfDict | null): Promise<number | null> {
  const head = await source.read(0, Math.min(headerSearchBytes, source.sizeBytes));
  const header = /%PDF-([12]\.\d)/.exec(Buffer.from(head).toString('latin1'))?.[1];
  const own = /^[12]\.\d$/.exec(nameOf(catalog?.get('Version')) ?? '')?.[0];
  const versions = [header, own].flatMap((version) => version ?? []).map(Number);
  return versions.length === 0 ? null : Math.max(...versions);
}

/** Adds the size, the colour spaces and the images of a page to `facts`. */
export async function addPage(
  objects: PdfObjects,
  page: PdfDict,
  number: number,
  { spaces, images }: Pick<PageContent, 'spaces' | 'images'>,
  facts: DeliveryFacts,
): Promise<void> {
  facts.pageCount = number;
  const { view, rotate } = await pageArea(objects, page);
  const stated = await objects.resolve(page.get('UserUnit'));
  const userUnit = typeof stated === 'number' && stated > 0 ? stated : 1;
  const [left, bottom, right, top] = view;
  const sides = [right - left, top - bottom].map((side) => hundredths(side * userUnit * mmPerPoint));
  const [widthMm, heightMm] = (rotate % 180 === 90 ? sides.toReversed() : sides) as [number, number];
  let box = facts.boxes.find((one) => one.widthMm === widthMm && one.heightMm === heightMm);
  if (box === undefined && facts.boxes.length < maxBoxes)
    facts.boxes.push((box = { widthMm, heightMm, pages: [], pageCount: 0 }));
  if (box === undefined) facts.hasAllBoxes = false;
  else addNumber(box, number);
  for (const name of spaces) {
    let space = facts.spaces.find((one) => one.name === name);
    if (space === undefined) facts.spaces.push((space = { name, pages: [], pageCount: 0 }));
    addNumber(space, number);
  }
  const dpi = lowestDpi(images, userUnit);
  if (dpi !== null && (facts.lowestDpi === null || dpi < facts.lowestDpi.dpi))
    facts.lowestDpi = { dpi: hundredths(dpi), page: number };
  facts.hasAllImages &&= images.isComplete;
}

/** Sorts colour spaces, so that their order does not depend on the order of the content. */
export function sortSpaces({ spaces }: DeliveryFacts): void {
  spaces.sort((a, b) => spaceNames.indexOf(a.name) - spaceNames.indexOf(b.name));
}

function addNumber(some: SomePages, page: number): void {
  some.pageCount++;
  if (some.pages.length < maxReported) some.pages.push(page);
}

function hundredths(value: number): number {
  return Math.min(maxMeasure, Math.round(value * 100) / 100);
}
