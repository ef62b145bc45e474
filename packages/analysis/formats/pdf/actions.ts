import { isDict, isRef, nameOf, type PdfDict, type PdfValue } from './values.ts';
import { type PdfObjects, textOf } from './pdf-objects.ts';

/** Types of actions (ISO 32000-2, 12.6) that run scripts or access something outside the document. */
export const riskyActions = ['Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'JavaScript'] as const;
export type RiskyAction = (typeof riskyActions)[number];

export interface Action {
  type: RiskyAction;
  /** The event that triggers the action, described in words. */
  trigger: string;
  /** The file or address that the action opens; null if there is none or if the text is encrypted. */
  target: string | null;
  /** The text of a script; null for actions that are not scripts, and for encrypted scripts. */
  script: string | null;
  /** True for the script of a rendition action (12.6.4.14), which pdf.js does not report. */
  isRendition: boolean;
}

const maxChain = 1_000;
const maxOutlineItems = 100_000;

/** The trigger events of annotations, pages and documents, by key (12.6.3). */
const events: ReadonlyMap<string, string> = new Map(
  Object.entries({
    E: 'the cursor enters',
    X: 'the cursor leaves',
    D: 'mouse down',
    U: 'mouse up',
    Fo: 'focus',
    Bl: 'focus is lost',
    PO: 'its page is opened',
    PC: 'its page is closed',
    PV: 'its page is visible',
    PI: 'its page is hidden',
    O: 'the page is opened',
    C: 'the page is closed',
    WC: 'the document is closed',
    WS: 'the document is saved',
    DS: 'the document has been saved',
    WP: 'the document is printed',
    DP: 'the document has been printed',
  }),
);

/**
 * Returns the risky actions in `value` (an action or an array of actions), and in the actions that follow as `Next`.
 */
export async function actionsIn(
  objects: PdfObjects,
  value: PdfValue | undefined,
  trigger: string,
): Promise<Action[]> {
  const found: Action[] = [];
  const visited = new Set<number>();
  const queued = [value];
  for (let seen = 0; queued.length > 0 && seen < maxChain; seen++) {
    const next = queued.pop();
    if (isRef(next) && visited.size === visited.add(next.objectNumber).size) continue;
    const action = await objects.resolve(next);
    if (Array.isArray(action)) queued.push(...action.slice(0, maxChain));
    if (!isDict(action)) continue;
    const isRendition = nameOf(action.get('S')) === 'Rendition' && action.has('JS');
    const type = isRendition ? 'JavaScript' : riskyActions.find((risky) => risky === nameOf(action.get('S')));
    if (type !== undefined) {
      const script = type === 'JavaScript' ? await scriptOf(objects, action.get('JS')) : null;
      found.push({ type, trigger, target: await targetOf(objects, action), script, isRendition });
    }
    queued.push(action.get('Next'));
  }
  return found;
}

/**
 * Returns the risky actions of an annotation, a page or the catalog.
 * @param what name of the owner in the description of the trigger, such as `a link`
 */
export async function ownActions(objects: PdfObjects, owner: PdfDict, what: string): Promise<Action[]> {
  const found = owner.has('A') ? await actionsIn(objects, owner.get('A'), `${what} is activated`) : [];
  const additional = owner.has('AA') ? await objects.dict(owner.get('AA')) : null;
  for (const [key, action] of additional ?? [])
    found.push(...(await actionsIn(objects, action, events.get(key) ?? `the event ${key}`)));
  return found;
}

/** Returns the actions of an annotation as dictionaries, without those that follow as `Next`. */
export async function actionDicts(objects: PdfObjects, annotation: PdfDict): Promise<PdfDict[]> {
  const additional = annotation.has('AA') ? await objects.dict(annotation.get('AA')) : null;
  const values = [annotation.get('A'), ...(additional?.values() ?? [])].slice(0, maxChain);
  const actions = await Promise.all(values.map((value) => objects.dict(value)));
  return actions.filter((action) => action !== null);
}

export async function documentActions(objects: PdfObjects): Promise<Action[]> {
  const { catalog } = objects;
  return [
    ...(await actionsIn(objects, catalog.get('OpenAction'), 'the document is opened')),
    ...(await ownActions(objects, catalog, 'the document')),
    ...(await outlineActions(objects)),
  ];
}

/** Returns the risky actions of the bookmarks (ISO 32000-2, 12.3.3). */
async function outlineActions(objects: PdfObjects): Promise<Action[]> {
  const found: Action[] = [];
  const visited = new Set<number>();
  const root = await objects.dict(objects.catalog.get('Outlines'));
  const queued = [root?.get('First')];
  while (queued.length > 0 && visited.size < maxOutlineItems) {
    const value = queued.pop();
    if (!isRef(value) || visited.size === visited.add(value.objectNumber).size) continue;
    const item = await objects.dict(value);
    if (item === null) continue;
    if (item.has('A')) found.push(...(await actionsIn(objects, item.get('A'), 'a bookmark is activated')));
    queued.push(item.get('Next'), item.get('First'));
  }
  return found;
}

async function scriptOf(objects: PdfObjects, value: PdfValue | undefined): Promise<string | null> {
  const text = await objects.text(value);
  if (text !== null) return text;
  const bytes = await objects.stream(value);
  return bytes === null ? null : textOf(bytes);
}

/** Returns the program, document or address that an action opens (ISO 32000-2, 7.11, 12.6.4, 12.7.6). */
async function targetOf(objects: PdfObjects, action: PdfDict): Promise<string | null> {
  const windows = await objects.dict(action.get('Win'));
  return (await fileName(objects, action.get('F'))) ?? (await fileName(objects, windows?.get('F')));
}

/** Returns the file name in a file specification (7.11.2); null if it has no name or the name cannot be read. */
export async function fileName(objects: PdfObjects, value: PdfValue | undefined): Promise<string | null> {
  const specification = await objects.resolve(value);
  if (!isDict(specification)) return objects.text(specification);
  return (await objects.text(specification.get('UF'))) ?? (await objects.text(specification.get('F')));
}
