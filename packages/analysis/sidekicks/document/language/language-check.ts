import { isDict, isRef, type PdfDict, type PdfValue, stringBytes } from '../../../formats/pdf/values.ts';
import type { PageBox } from '@assay/domain/page-box.ts';
import { plainText } from '@assay/domain/lib/characters.ts';
import { addToCappedList, emptyCappedList, maxReported } from '../../../formats/capped-collections.ts';
import type { DocumentFacts, LanguageGap, MalformedLanguage } from '../facts.ts';
import type { PdfObjects } from '../../../formats/pdf/pdf-objects.ts';
import type { ContentLanguage, HasLanguage } from './content-language.ts';
import { isLanguageTag } from '../../../formats/language-tag.ts';
import { readNumberTree } from '../../../formats/pdf/number-tree.ts';
import { type StructureElement, textEntries, visitStructure } from '../../../formats/pdf/structure-tree.ts';
import { hasDefaultLanguageOnly } from '../../../formats/pdf/xmp-languages.ts';

/** An item whose page number may be unknown until all pages are read. `pageObject` is the object number of the page. */
type Unplaced<T> = T & { pageObject: number | null };

const maxDistinctTags = 1_000;
const maxTagCharacters = 500;
const maxNameCharacters = 500;
const maxFieldDepth = 32;

/**
 * Finds text without a declared language, and `Lang` entries that are not language tags (ISO 14289-1, 7.2). The
 * language of the document (`Lang` of the catalog) applies to all text. If the catalog has no language, structure
 * elements, property lists and annotations can declare the language of their text.
 */
export async function createLanguageCheck(objects: PdfObjects, { language }: DocumentFacts) {
  const gaps = emptyCappedList<Unplaced<LanguageGap>>();
  const malformed = new Map<string, Unplaced<MalformedLanguage>>();
  const documentHasLanguage = await hasString(objects.catalog, 'Lang');
  /** Object numbers of structure elements that declare or inherit a language. Unused if the catalog has a language. */
  const elements = new Set<number>();
  let isDeclaredInParts = false;
  let parentTree: Promise<ReadonlyMap<number, PdfValue> | null> | undefined;

  async function hasString(dict: PdfDict, key: string): Promise<boolean> {
    return dict.has(key) && stringBytes(await objects.resolve(dict.get(key))) !== null;
  }

  async function hasText(dict: PdfDict, key: string): Promise<boolean> {
    return dict.has(key) && (stringBytes(await objects.resolve(dict.get(key)))?.length ?? 0) > 0;
  }

  function addGap(gap: Omit<LanguageGap, 'box' | 'page'>, place: Partial<Unplaced<LanguageGap>> = {}): void {
    const name = gap.name === null ? null : plainText(gap.name, maxNameCharacters);
    addToCappedList(gaps, { page: null, box: null, pageObject: null, ...gap, name, ...place });
  }

  function addTag(value: string, where: string, page: number | null, pageObject: number | null): void {
    if (isLanguageTag(value)) return;
    // The value is not trimmed, because spaces make a tag invalid.
    const tag = plainText(value, maxTagCharacters);
    const known = malformed.get(tag);
    if (known !== undefined) known.count++;
    else if (malformed.size < maxDistinctTags)
      malformed.set(tag, {
        value: tag,
        where: plainText(where, maxNameCharacters),
        count: 1,
        page,
        pageObject,
      });
  }

  async function checkElement(element: StructureElement, objectNumber: number | null): Promise<void> {
    const { dict, type, pageObject, hasLanguage } = element;
    if (dict.has('Lang')) {
      isDeclaredInParts ||= await hasString(dict, 'Lang');
      const tag = await objects.text(dict.get('Lang'));
      if (tag !== null) addTag(tag, `a ${type} element`, null, pageObject);
    }
    if (documentHasLanguage) return;
    if (hasLanguage) {
      if (objectNumber !== null) elements.add(objectNumber);
      return;
    }
    for (const entry of textEntries)
      if (await hasText(dict, entry)) addGap({ kind: 'element', name: type, entry }, { pageObject });
  }

  /**
   * Returns the entry of the parent tree (ISO 32000-2, 14.7.5.4) whose number is `key` of a page, form or annotation.
   * Returns null if there is none, and `unknown` if the tree exceeds a limit.
   */
  async function parentsOf(owner: PdfDict, key: string): Promise<PdfValue | 'unknown'> {
    const number = await objects.resolve(owner.get(key));
    if (typeof number !== 'number') return null;
    const root = await objects.dict(objects.catalog.get('StructTreeRoot'));
    parentTree ??= readNumberTree(objects, root?.get('ParentTree'));
    return (await parentTree) === null ? 'unknown' : ((await parentTree)!.get(number) ?? null);
  }

  /**
   * Returns whether an element declares or inherits a language. If not every element was visited, returns true for all
   * elements, so that no gap is reported wrongly.
   */
  const elementHasLanguage = (element: PdfValue | undefined) =>
    isRef(element) && (elements.has(element.objectNumber) || !isComplete);

  if (documentHasLanguage) {
    const tag = objects.isEncrypted ? language.document : await objects.text(objects.catalog.get('Lang'));
    if (tag !== null) addTag(tag, 'the document', null, null);
  } else {
    if (isDict(await objects.dict((await objects.dict(objects.catalog.get('Outlines')))?.get('First'))))
      addGap({ kind: 'bookmarks', name: null, entry: null });
    if (await hasDefaultLanguageOnly(objects)) addGap({ kind: 'metadata', name: null, entry: null });
  }
  const isComplete = await visitStructure(objects, checkElement);

  return {
    /**
     * Looks up the structure elements of a page or form (ISO 32000-2, 14.7.5.3). Reads their array once for all
     * content, because the array may be too large for the cache.
     */
    async lookUpContent(owner: PdfDict): Promise<HasLanguage> {
      if (documentHasLanguage) return () => true;
      const parents = await parentsOf(owner, 'StructParents');
      const whole = await parentsOf(owner, 'StructParent');
      if (parents === 'unknown' || whole === 'unknown') return () => true;
      const parts = await objects.array(parents);
      return (mcid) => {
        const part = (mcid === null ? null : parts[mcid]) ?? null;
        return part === null ? elementHasLanguage(whole) || null : elementHasLanguage(part);
      };
    },

    addContent(page: number, content: ContentLanguage): void {
      isDeclaredInParts ||= content.isDeclared;
      for (const tag of content.malformed) addTag(tag, 'marked content', page, null);
      if (!documentHasLanguage && (content.isMissing || content.isInherited))
        addGap({ kind: 'page', name: null, entry: null }, { page });
    },

    /** Checks the description of an annotation (`Contents`) and the name of a form field (`TU`). */
    async addAnnotation(
      annotation: PdfDict,
      subtype: string | null,
      place: () => Promise<{ page: number | null; box: PageBox | null }>,
    ): Promise<void> {
      if (annotation.has('Lang')) {
        isDeclaredInParts ||= await hasString(annotation, 'Lang');
        const tag = await objects.text(annotation.get('Lang'));
        if (tag !== null) addTag(tag, 'an annotation', (await place()).page, null);
      }
      if (documentHasLanguage) return;
      const described = await hasText(annotation, 'Contents');
      const named = subtype === 'Widget' && (await hasFieldName(annotation));
      if ((!described && !named) || (await hasString(annotation, 'Lang'))) return;
      const element = await parentsOf(annotation, 'StructParent');
      if (element === 'unknown' || elementHasLanguage(element)) return;
      const where = gaps.first.length < maxReported ? await place() : {};
      if (described) addGap({ kind: 'annotation', name: subtype, entry: 'Contents' }, where);
      if (named) addGap({ kind: 'annotation', name: subtype, entry: 'TU' }, where);
    },

    /**
     * Writes the language gaps and the malformed tags, with their page numbers, to `facts`.
     * @param pages page numbers by object number
     */
    finish(facts: DocumentFacts, pages: ReadonlyMap<number, number>): void {
      const placed = <T extends { page: number | null }>({ pageObject, ...item }: Unplaced<T>) => ({
        ...item,
        page: item.page ?? (pageObject === null ? null : (pages.get(pageObject) ?? null)),
      });
      facts.language.isDeclaredInParts = isDeclaredInParts;
      facts.language.gaps = { first: gaps.first.map(placed), count: gaps.count };
      for (const tag of malformed.values()) addToCappedList(facts.language.malformed, placed(tag));
    },
  };

  /** Returns whether a form field or one of its parents has an alternate name, `TU` (ISO 32000-2, 12.7.4.1). */
  async function hasFieldName(widget: PdfDict): Promise<boolean> {
    let field: PdfDict | null = widget;
    for (let depth = 0; field !== null && depth < maxFieldDepth; depth++) {
      if (await hasText(field, 'TU')) return true;
      field = field.has('Parent') ? await objects.dict(field.get('Parent')) : null;
    }
    return false;
  }
}

export type LanguageCheck = Awaited<ReturnType<typeof createLanguageCheck>>;
