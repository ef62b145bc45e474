import { isDict, type PdfDict, type PdfValue, stringBytes } from './values.ts';
import type { PdfObjects } from './pdf-objects.ts';
import { textOf } from './pdf-objects.ts';
import { isLanguageTag } from '../language-tag.ts';
import { textEntries } from './structure-tree.ts';

/** The part of a property list (ISO 32000-2, 14.6.2) that is about language. */
export interface PropertyList {
  /** The marked-content identifier, which leads to a structure element; null if there is none. */
  mcid: number | null;
  hasLanguage: boolean;
  /** The `Lang` entry; null if there is none or it is encrypted. */
  language: string | null;
  /** True if the list has text, for example a replacement text. */
  hasText: boolean;
}

/** A marked-content sequence, with the properties that it inherits from the enclosing sequences. */
interface Sequence {
  mcid: number | null;
  hasLanguage: boolean;
  isArtifact: boolean;
}

/** The text and the forms of a content stream whose language is not declared in the stream itself. */
export interface UndeclaredContent {
  /** The marked-content identifiers around text whose language the stream does not declare. Null: no identifier. */
  text: Set<number | null>;
  /** The identifiers around painted XObjects, by resource name. */
  externalObjects: Map<string, Set<number | null>>;
  /** `Lang` entries that are no language tags. */
  malformed: Set<string>;
  /** True if a property list has a `Lang` entry. */
  declaresLanguage: boolean;
}

const maxMalformed = 100;
const maxDepth = 1_000;
const maxPropertyLists = 1_000;

/** Follows the marked-content sequences of the content streams of a page or form (ISO 32000-2, 14.6). */
export function createMarkedContent() {
  const found: UndeclaredContent = {
    text: new Set(),
    externalObjects: new Map(),
    malformed: new Set(),
    declaresLanguage: false,
  };
  const open: Sequence[] = [];

  /**
   * Returns the identifier around content without a language, or null if it has no identifier. Undefined if the content
   * has a language or is an artifact.
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

/** Returns a property list that is written in a content stream. Streams are decrypted as a whole. */
export function inlinePropertyList(value: PdfValue): PropertyList | null {
  if (!isDict(value)) return null;
  const language = stringBytes(value.get('Lang'));
  return propertyList(value, language === null ? null : textOf(language));
}

/** Returns the first 1,000 property lists of a resource dictionary by name (ISO 32000-2, 14.6.2). */
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
