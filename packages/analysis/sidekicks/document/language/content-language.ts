import type { PdfDict } from '../../../formats/pdf/values.ts';
import type { UndeclaredContent } from '../../../formats/pdf/marked-content.ts';

/** The language of the text on a page or in a form. */
export interface ContentLanguage {
  /** True if the language of some text is not declared. */
  isMissing: boolean;
  /** True if the language of some text depends on the content that encloses the form. */
  isInherited: boolean;
  /** True if a property list declares a language. */
  isDeclared: boolean;
  /** `Lang` entries that are no language tags. */
  malformed: Set<string>;
}

/**
 * Returns whether the structure element of content declares a language; null if the enclosing content decides.
 * @param mcid the marked-content identifier; null for content without one
 */
export type HasLanguage = (mcid: number | null) => boolean | null;

/** Looks up the structure elements of the content of a page or form. */
export type LanguageLookup = (owner: PdfDict) => Promise<HasLanguage>;

/** The language of content without text. */
export const noText: ContentLanguage = {
  isMissing: false,
  isInherited: false,
  isDeclared: false,
  malformed: new Set(),
};

/**
 * Returns the language of the content of a page or form.
 * @param forms the language of the painted forms, by resource name
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
