import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageBox } from '@assay/domain/page-box.ts';
import { addToCappedList, maxReported } from '../../formats/capped-collections.ts';
import type { DocumentFacts, Script } from './facts.ts';
import { boxOnPage, type Rectangle } from '../../formats/pdf/page-area.ts';

const maxExcerptCharacters = 500;

/** Scripts by event, as pdf.js returns them. An event can trigger several scripts. */
type Scripts = Map<string, string[]> | null;

/** The properties of a form field that this file reads from pdf.js. */
interface FieldObject {
  name: string;
  actions: Scripts;
  /** Page index, starting at 0; negative if the field is not on a page. */
  page?: number;
  /** The rectangle in user space, with sorted corners. All values are zero if the field has no rectangle. */
  rect?: Rectangle;
}

/** Returns the first 500 characters of a text. Texts of a document may have hundreds of megabytes. */
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
    // The parts of a field inherit its scripts. Each script is reported once, so parts that are on a page come first.
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
    // pdf.js cannot read the page. The script is reported without a rectangle.
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
