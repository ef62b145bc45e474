import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isRef, nameOf, type PdfDict } from '../../formats/pdf/values.ts';
import { addToCappedList } from '../../formats/capped-collections.ts';
import { type Action, documentActions, ownActions } from '../../formats/pdf/actions.ts';
import { addPage, sortSpaces } from './delivery-facts.ts';
import { embeddedFiles } from './embedded-media.ts';
import type { DocumentFacts, MissingFont, Place } from './facts.ts';
import { boxOnPage, pageArea, readRectangle } from '../../formats/pdf/page-area.ts';
import { createContentReader } from './page-content.ts';
import { countSize } from './page-sizes.ts';
import { pagesOf } from '../../formats/pdf/pages.ts';
import { createLanguageCheck, type LanguageCheck } from './language/language-check.ts';
import type { PdfObjects } from '../../formats/pdf/pdf-objects.ts';
import { addScript, excerptOf, pageScripts } from './scripts.ts';
import { xfaScripts } from '../../formats/pdf/xfa-scripts.ts';

/** Maximum bytes of text on a blank page. Word processors may leave some spaces on an empty page. */
const maxBlankTextBytes = 64;
const maxPagesPerFont = 20;
const maxFonts = 10_000;
const nowhere: Place = { page: null, box: null };

/** Adds the actions of a document, and the properties of its pages, fonts and languages, to `facts`. */
export async function inspectPages(
  document: PDFDocumentProxy,
  objects: PdfObjects,
  facts: DocumentFacts,
  progress: (share: number) => void,
): Promise<void> {
  for (const action of await documentActions(objects))
    if (!isKnownScript(facts, action)) addAction(facts, action, nowhere);
  for (const text of await xfaScripts(objects))
    addScript(facts, { trigger: 'the XFA form', text, page: null, box: null, field: null });
  const languages = await createLanguageCheck(objects, facts);
  const content = createContentReader(objects, (owner) => languages.lookUpContent(owner));
  const pages = new Map<number, number>();
  const fonts = new Map<string, MissingFont>();
  let page = 0;
  for await (const { page: dict, objectNumber } of pagesOf(objects)) {
    page++;
    if (objectNumber !== null && !pages.has(objectNumber)) pages.set(objectNumber, page);
    const own = await ownActions(objects, dict, 'the page');
    const scripted = own.some(isReportedByPdfJs) && page <= document.numPages;
    if (scripted) await pageScripts(document, page, facts);
    for (const action of own)
      if (!scripted || !isReportedByPdfJs(action)) addAction(facts, action, { page, box: null });
    const annotated = await inspectAnnotations(objects, dict, page, facts, languages);
    const pageContent = await content.read(dict);
    const { paints, textBytes, missingFonts, usesJpeg2000, language } = pageContent;
    await addPage(objects, dict, page, pageContent, facts.delivery);
    languages.addContent(page, language);
    for (const name of missingFonts) addFont(fonts, name, page);
    if (usesJpeg2000) facts.jpeg2000Page ??= page;
    const bare = !annotated && !paints && textBytes <= maxBlankTextBytes;
    if (bare && (textBytes === 0 || !(await hasText(document, page))))
      addToCappedList(facts.blankPages, page);
    await countSize(objects, dict, page, facts.pageSizes);
    progress(Math.min(1, page / document.numPages));
  }
  facts.pagesFound = page > 0;
  sortSpaces(facts.delivery);
  languages.finish(facts, pages);
  for (const font of fonts.values())
    addToCappedList(facts.missingFonts, { ...font, name: excerptOf(font.name) });
}

/**
 * Adds the actions, files and languages of a page's annotations (ISO 32000-2, 12.5) to `facts`. Returns whether any
 * annotation may be visible.
 */
async function inspectAnnotations(
  objects: PdfObjects,
  page: PdfDict,
  number: number,
  facts: DocumentFacts,
  languages: LanguageCheck,
): Promise<boolean> {
  const references = page.has('Annots') ? await objects.array(page.get('Annots')) : [];
  let visible = false;
  const visited = new Set<number>();
  for (const reference of references) {
    if (isRef(reference)) {
      if (visited.has(reference.objectNumber)) continue;
      visited.add(reference.objectNumber);
    }
    const annotation = await objects.dict(reference);
    if (annotation === null) continue;
    const subtype = nameOf(annotation.get('Subtype'));
    const place = () => annotationPlace(objects, page, number, annotation);
    await languages.addAnnotation(annotation, subtype, place);
    visible ||= subtype !== 'Link' && subtype !== 'Popup' && !(await isHidden(objects, annotation));
    for (const name of await embeddedFiles(objects, annotation, subtype))
      addToCappedList(facts.attachments, { name: excerptOf(name), ...(await place()) });
    const what = subtype === 'Link' ? 'a link' : subtype === 'Widget' ? 'a form field' : 'an annotation';
    for (const action of await ownActions(objects, annotation, what)) {
      // Scripts of form fields come from pdf.js, which resolves the inheritance between fields. They are skipped here.
      if (subtype !== 'Widget' || !isReportedByPdfJs(action)) addAction(facts, action, await place());
    }
  }
  return visible;
}

/** Bits of the annotation flags Hidden and NoView (ISO 32000-2, 12.5.3). */
const hiddenFlags = 2 | 32;

async function isHidden(objects: PdfObjects, annotation: PdfDict): Promise<boolean> {
  const flags = await objects.resolve(annotation.get('F'));
  return typeof flags === 'number' && (flags & hiddenFlags) !== 0;
}

async function annotationPlace(
  objects: PdfObjects,
  page: PdfDict,
  number: number,
  annotation: PdfDict,
): Promise<Place> {
  const rectangle = await readRectangle(objects, annotation.get('Rect'));
  return {
    page: number,
    box: rectangle === null ? null : boxOnPage(await pageArea(objects, page), rectangle),
  };
}

function isReportedByPdfJs({ type, isRendition }: Action): boolean {
  return type === 'JavaScript' && !isRendition;
}

/**
 * Returns whether the script of an action is already in `facts.scripts`. pdf.js has reported the scripts of the
 * document, but not the scripts that follow another action.
 */
function isKnownScript({ scripts }: DocumentFacts, { type, script }: Action): boolean {
  if (type !== 'JavaScript') return false;
  if (script === null) return scripts.count > 0;
  return scripts.first.some(({ excerpt }) => excerpt === excerptOf(script));
}

function addAction(facts: DocumentFacts, { type, trigger, target, script }: Action, place: Place) {
  if (type === 'JavaScript') return addScript(facts, { trigger, text: script, ...place, field: null });
  addToCappedList(facts.actions[type], {
    type,
    trigger: excerptOf(trigger),
    target: target === null ? null : excerptOf(target),
    ...place,
  });
}

function addFont(fonts: Map<string, MissingFont>, name: string, page: number): void {
  const font = fonts.get(name) ?? { name, pages: [], pageCount: 0 };
  if (fonts.size < maxFonts) fonts.set(name, font);
  font.pageCount++;
  if (font.pages.length < maxPagesPerFont) font.pages.push(page);
}

async function hasText(document: PDFDocumentProxy, number: number): Promise<boolean> {
  if (number > document.numPages) return false;
  const page = await document.getPage(number);
  try {
    const { items } = await page.getTextContent();
    return items.some((item) => 'str' in item && item.str.trim() !== '');
  } finally {
    page.cleanup();
  }
}
