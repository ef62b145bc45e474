import { isDict, type PdfDict, type PdfValue, stringBytes } from './values.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { textOf } from './pdf-objects.ts';
import { isLanguageTag } from '../language-tag.ts';
import { textEntries } from './structure-tree.ts';

/** The entries of a property list (ISO 32000-2, 14.6.2) that are needed to check the language of content. */
export interface PropertyList {
  /** The marked-content identifier (MCID), which links the content to a structure element; null if absent. */
  mcid: number | null;
  hasLanguage: boolean;
  /** The `Lang` entry; null if there is none or it is encrypted. */
  language: string | null;
  /** True if the list contains text itself, for example a replacement text (`ActualText`). */
  hasText: boolean;
}

/** A marked-content sequence, with the properties that it inherits from the enclosing sequences. */
interface Sequence {
  mcid: number | null;
  hasLanguage: boolean;
  isArtifact: boolean;
}

/** Text and painted XObjects of a content stream for which the stream itself declares no language. */
export interface UndeclaredContent {
  /** MCIDs of the sequences that enclose text without a declared language. Null stands for text without an MCID. */
  text: Set<number | null>;
  /**
   * MCIDs of the sequences that enclose painted XObjects without a declared language, by resource name of the XObject.
   */
  externalObjects: Map<string, Set<number | null>>;
  /** Values of `Lang` entries that are not valid language tags. */
  malformed: Set<string>;
  /** True if a property list has a `Lang` entry. */
  declaresLanguage: boolean;
}

const maxMalformed = 100;
const maxDepth = 1_000;
const maxPropertyLists = 1_000;

/** Tracks nested marked content (ISO 32000-2, 14.6) and collects content for which the stream declares no language. */
export function createMarkedContent() {
  const found: UndeclaredContent = {
    text: new Set(),
    externalObjects: new Map(),
    malformed: new Set(),
    declaresLanguage: false,
  };
  const open: Sequence[] = [];

  /**
   * Returns the MCID at the current position; null if there is none. Returns undefined if a language is declared here
   * or the content is an artifact, because such content needs no check.
   */
  function undeclared(): number | null | undefined {
    const inner = open.at(-1);
    if (inner === undefined) return null;
    return inner.hasLanguage || inner.isArtifact ? undefined : inner.mcid;
  }

  function addText(): void {
    const mcid = undeclared();
    if (mcid !== undefined) found.text.add(mcid);
  }

  return {
    found,
    addText,
    addExternalObject(name: string): void {
      const mcid = undeclared();
      if (mcid === undefined) return;
      const around = found.externalObjects.get(name);
      if (around === undefined) found.externalObjects.set(name, new Set([mcid]));
      else around.add(mcid);
    },
    begin(tag: string, list: PropertyList | null): void {
      const outer = open.at(-1);
      if (open.length < maxDepth) {
        open.push({
          mcid: list?.mcid ?? outer?.mcid ?? null,
          hasLanguage: (list?.hasLanguage ?? false) || (outer?.hasLanguage ?? false),
          isArtifact: tag === 'Artifact' || (outer?.isArtifact ?? false),
        });
      }
      if (list === null) return;
      found.declaresLanguage ||= list.hasLanguage;
      const isMalformed = list.language !== null && !isLanguageTag(list.language);
      if (isMalformed && found.malformed.size < maxMalformed) found.malformed.add(list.language!);
      if (list.hasText) addText();
    },
    end(): void {
      open.pop();
    },
  };
}

export type MarkedContent = ReturnType<typeof createMarkedContent>;

/**
 * Reads a property list that is written directly in a content stream. Its strings need no decryption, because the whole
 * stream has been decrypted. Returns null if the value is not a dictionary.
 */
export function inlinePropertyList(value: PdfValue): PropertyList | null {
  if (!isDict(value)) return null;
  const language = stringBytes(value.get('Lang'));
  return propertyList(value, language === null ? null : textOf(language));
}

/** Returns the property lists of a resource dictionary by name (ISO 32000-2, 14.6.2). Reads at most 1,000 lists. */
export async function namedPropertyLists(
  objects: PdfObjects,
  properties: PdfDict,
): Promise<Map<string, PropertyList>> {
  const lists = new Map<string, PropertyList>();
  for (const [name, value] of [...properties].slice(0, maxPropertyLists)) {
    const dict = await objects.dict(value);
    if (dict === null) continue;
    const resolved: PdfDict = new Map();
    for (const key of ['MCID', 'Lang', ...textEntries])
      if (dict.has(key)) resolved.set(key, await objects.resolve(dict.get(key)));
    lists.set(name, propertyList(resolved, await objects.text(resolved.get('Lang'))));
  }
  return lists;
}

function propertyList(dict: PdfDict, language: string | null): PropertyList {
  const mcid = dict.get('MCID');
  return {
    mcid: typeof mcid === 'number' ? mcid : null,
    hasLanguage: stringBytes(dict.get('Lang')) !== null,
    language,
    hasText: textEntries.some((key) => (stringBytes(dict.get(key))?.length ?? 0) > 0),
  };
}
