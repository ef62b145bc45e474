import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageBox } from '@assay/domain/page-box.ts';
import { addToCappedList, maxReported } from '../../formats/capped-collections.ts';
import type { DocumentFacts, Script } from './facts.ts';
import { boxOnPage, type Rectangle } from '../../formats/pdf/page-area.ts';

const maxExcerptCharacters = 500;

/** Scripts by the name that pdf.js uses for the event that triggers them. */
type Scripts = Map<string, string[]> | null;

/** The properties of a form field that are used here, as pdf.js describes the field. */
interface FieldObject {
  name: string;
  actions: Scripts;
  /** Page index, starting at 0; negative if the field is not on a page. */
  page?: number;
  /** The rectangle in user space, with sorted corners. All zero if the document has none. */
  rect?: Rectangle;
}

/** Returns the first 500 characters of a text from the document, which may have hundreds of megabytes. */
export function excerptOf(text: string): string {
  return text.trim().slice(0, maxExcerptCharacters);
}

export function addScript(
  facts: DocumentFacts,
  { text, ...script }: Pick<Script, 'trigger' | 'page' | 'box' | 'field'> & { text: string | null },
): void {
  addToCappedList(facts.scripts, {
    ...script,
    trigger: excerptOf(script.trigger),
    excerpt: text === null ? null : excerptOf(text),
    characters: text?.length ?? null,
    field: script.field === null ? null : excerptOf(script.field),
  });
}

export async function documentScripts(document: PDFDocumentProxy, facts: DocumentFacts): Promise<void> {
  for (const [trigger, text] of scriptsOf((await document.getJSActions()) as Scripts))
    addScript(facts, { trigger, text, page: null, box: null, field: null });
  const fields = ((await document.getFieldObjects()) ?? new Map()) as Map<string, FieldObject[]>;
  for (const [field, objects] of fields) {
    const known = new Set<string>();
    // Parts of a field inherit the scripts of the field. Each script is reported once, with a page if possible.
    for (const { actions, page: index = -1, rect } of objects.toSorted(
      (a, b) => (b.page ?? -1) - (a.page ?? -1),
    )) {
      const page = index < 0 ? null : index + 1;
      for (const [trigger, text] of scriptsOf(actions)) {
        if (known.size === known.add(`${trigger}\n${text}`).size) continue;
        const isReported = page !== null && facts.scripts.first.length < maxReported;
        const box = isReported ? await fieldBox(document, page, rect) : null;
        addScript(facts, { trigger, text, page, box, field });
      }
    }
  }
}

async function fieldBox(
  document: PDFDocumentProxy,
  number: number,
  rectangle: Rectangle | undefined,
): Promise<PageBox | null> {
  if (rectangle === undefined) return null;
  try {
    const { view, rotate } = await document.getPage(number);
    return boxOnPage({ view: view as Rectangle, rotate }, rectangle);
  } catch {
    // The page cannot be read. The script is still reported.
    return null;
  }
}

export async function pageScripts(
  document: PDFDocumentProxy,
  number: number,
  facts: DocumentFacts,
): Promise<void> {
  const page = await document.getPage(number);
  try {
    for (const [trigger, text] of scriptsOf((await page.getJSActions()) as Scripts))
      addScript(facts, { trigger, text, page: number, box: null, field: null });
  } finally {
    page.cleanup();
  }
}

function* scriptsOf(actions: Scripts): Generator<[trigger: string, text: string]> {
  for (const [trigger, texts] of actions ?? []) for (const text of texts) yield [trigger, text];
}
