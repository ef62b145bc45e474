import type { PdfDict } from '../../../formats/pdf/values.ts';
import type { UndeclaredContent } from '../../../formats/pdf/marked-content.ts';

/** Whether the text of a page or form XObject has a declared language. */
export interface ContentLanguage {
  /** True if the language of some text is not declared. */
  isMissing: boolean;
  /** True if the language of some text depends on the page or form that paints this form. */
  isInherited: boolean;
  /** True if a property list declares a language. */
  isDeclared: boolean;
  /** Values of `Lang` entries that are not language tags. */
  malformed: Set<string>;
}

/**
 * Returns whether the structure element of marked content declares a language; null if the content has no structure
 * element, so its language depends on the page or form that paints it.
 * @param mcid the marked-content identifier; null for content without an identifier
 */
export type HasLanguage = (mcid: number | null) => boolean | null;

/** Looks up the structure elements of a page or form once, for all its marked content. */
export type LanguageLookup = (owner: PdfDict) => Promise<HasLanguage>;

export const noText: ContentLanguage = {
  isMissing: false,
  isInherited: false,
  isDeclared: false,
  malformed: new Set(),
};

/**
 * Returns whether the text of a page or form (`owner`) has a declared language.
 * @param found the text and the XObjects whose language the content streams do not declare
 * @param forms results for the forms that `owner` paints, by resource name
 */
export async function contentLanguage(
  owner: PdfDict,
  found: UndeclaredContent,
  forms: ReadonlyMap<string, ContentLanguage>,
  lookUp: LanguageLookup,
): Promise<ContentLanguage> {
  const language = {
    isMissing: false,
    isInherited: false,
    isDeclared: found.declaresLanguage,
    malformed: new Set(found.malformed),
  };

  const hasLanguage = await lookUp(owner);

  function needLanguage(identifiers: ReadonlySet<number | null>): void {
    for (const mcid of identifiers) {
      const has = hasLanguage(mcid);
      if (has === null) language.isInherited = true;
      else if (!has) language.isMissing = true;
    }
  }

  needLanguage(found.text);
  for (const [name, form] of forms) {
    language.isDeclared ||= form.isDeclared;
    for (const tag of form.malformed) language.malformed.add(tag);
    const around = found.externalObjects.get(name);
    if (around === undefined) continue;
    language.isMissing ||= form.isMissing;
    if (form.isInherited) needLanguage(around);
  }
  return language;
}
