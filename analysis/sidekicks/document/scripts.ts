import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { addToCappedList } from '../capped-collections.ts';
import type { DocumentFacts, Script } from './facts.ts';

const maxExcerptCharacters = 500;

/** By the event that runs them, as pdf.js names it. */
type Scripts = Map<string, string[]> | null;

/** What pdf.js tells of a form field, as far as it matters here. */
interface FieldObject {
  name: string;
  actions: Scripts;
  /** From 0; less where the field is on no page. */
  page?: number;
}

export function excerptOf(text: string): string {
  return text.trim().slice(0, maxExcerptCharacters);
}

export function addScript(
  facts: DocumentFacts,
  { text, ...script }: Pick<Script, 'trigger' | 'page' | 'field'> & { text: string | null },
): void {
  const excerpt = text === null ? null : excerptOf(text);
  addToCappedList(facts.scripts, { ...script, excerpt, characters: text?.length ?? null });
}

/** The scripts of the document, and of its form's fields wherever they are. */
export async function documentScripts(document: PDFDocumentProxy, facts: DocumentFacts): Promise<void> {
  for (const [trigger, text] of scriptsOf((await document.getJSActions()) as Scripts))
    addScript(facts, { trigger, text, page: null, field: null });
  const fields = ((await document.getFieldObjects()) ?? new Map()) as Map<string, FieldObject[]>;
  for (const [field, objects] of fields) {
    const known = new Set<string>();
    // A field of several parts hands its scripts down to them; they are told once, where they can be seen.
    for (const { actions, page = -1 } of objects.toSorted((a, b) => (b.page ?? -1) - (a.page ?? -1))) {
      for (const [trigger, text] of scriptsOf(actions)) {
        if (known.size === known.add(`${trigger}\n${text}`).size) continue;
        addScript(facts, { trigger, text, page: page < 0 ? null : page + 1, field });
      }
    }
  }
}

/** The scripts of a page itself. */
export async function pageScripts(
  document: PDFDocumentProxy,
  number: number,
  facts: DocumentFacts,
): Promise<void> {
  const page = await document.getPage(number);
  try {
    for (const [trigger, text] of scriptsOf((await page.getJSActions()) as Scripts))
      addScript(facts, { trigger, text, page: number, field: null });
  } finally {
    page.cleanup();
  }
}

function* scriptsOf(actions: Scripts): Generator<[trigger: string, text: string]> {
  for (const [trigger, texts] of actions ?? []) for (const text of texts) yield [trigger, text];
}
