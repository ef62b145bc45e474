import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { addToCappedList } from '../capped-collections.ts';
import type { DocumentFacts, Script } from './facts.ts';

const maxExcerptCharacters = 500;

/** Scripts by the name that pdf.js uses for the event that triggers them. */
type Scripts = Map<string, string[]> | null;

/** The properties of a form field that are used here, as pdf.js describes the field. */
interface FieldObject {
  name: string;
  actions: Scripts;
  /** Page index, starting at 0; negative if the field is not on a page. */
  page?: number;
}

/** Returns the first 500 characters of a text from the document, which may have hundreds of megabytes. */
export function excerptOf(text: string): string {
  return text.trim().slice(0, maxExcerptCharacters);
}

export function addScript(
  facts: DocumentFacts,
  { text, trigger, field, page }: Pick<Script, 'trigger' | 'page' | 'field'> & { text: string | null },
): void {
  addToCappedList(facts.scripts, {
    trigger: excerptOf(trigger),
    excerpt: text === null ? null : excerptOf(text),
    characters: text?.length ?? null,
    page,
    field: field === null ? null : excerptOf(field),
  });
}

/** Adds the scripts of the document and of its form fields to the facts. */
export async function documentScripts(document: PDFDocumentProxy, facts: DocumentFacts): Promise<void> {
  for (const [trigger, text] of scriptsOf((await document.getJSActions()) as Scripts))
    addScript(facts, { trigger, text, page: null, field: null });
  const fields = ((await document.getFieldObjects()) ?? new Map()) as Map<string, FieldObject[]>;
  for (const [field, objects] of fields) {
    const known = new Set<string>();
    // Parts of a field inherit the scripts of the field. Each script is reported once, with a page if possible.
    for (const { actions, page = -1 } of objects.toSorted((a, b) => (b.page ?? -1) - (a.page ?? -1))) {
      for (const [trigger, text] of scriptsOf(actions)) {
        if (known.size === known.add(`${trigger}\n${text}`).size) continue;
        addScript(facts, { trigger, text, page: page < 0 ? null : page + 1, field });
      }
    }
  }
}

/** Adds the scripts of a page to the facts. */
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
