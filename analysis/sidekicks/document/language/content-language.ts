import type { PdfDict } from '../../../measure/pdf/values.ts';
import type { UndeclaredContent } from './marked-content.ts';

/** The language of the text on a page or in a form. */
export interface ContentLanguage {
  /** True if the language of some text is not declared. */
  isMissing: boolean;
  /** True if the language of some text depends on the content around the form. */
  isInherited: boolean;
  /** True if a property list declares a language. */
  isDeclared: boolean;
  /** `Lang` entries that are no language tags. */
  malformed: Set<string>;
}

/**
 * Returns whether the structure element of marked content declares a language; null if there is no element. `owner` is
 * the page or form that contains the marked content.
 */
export type HasLanguage = (owner: PdfDict, mcid: number) => Promise<boolean | null>;

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
  hasLanguage: HasLanguage,
): Promise<ContentLanguage> {
  const language = {
    isMissing: false,
    isInherited: false,
    isDeclared: found.declaresLanguage,
    malformed: new Set(found.malformed),
  };

  async function needLanguage(identifiers: ReadonlySet<number | null>): Promise<void> {
    for (const mcid of identifiers) {
      const has = mcid === null ? null : await hasLanguage(owner, mcid);
      if (has === null) language.isInherited = true;
      else if (!has) language.isMissing = true;
    }
  }

  await needLanguage(found.text);
  for (const [name, form] of forms) {
    language.isDeclared ||= form.isDeclared;
    for (const tag of form.malformed) language.malformed.add(tag);
    const around = found.externalObjects.get(name);
    if (around === undefined) continue;
    language.isMissing ||= form.isMissing;
    if (form.isInherited) await needLanguage(around);
  }
  return language;
}
