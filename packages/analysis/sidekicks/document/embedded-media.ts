import { actionDicts, fileName } from '../../formats/pdf/actions.ts';
import type { PdfObjects } from '../../formats/pdf/pdf-objects.ts';
import { isDict, isRef, type PdfDict, type PdfValue } from '../../formats/pdf/values.ts';

/** Maximum number of files of one annotation, and of nodes of a name tree or of nested renditions. */
const maxFiles = 100;
const maxNodes = 1_000;

/**
 * Returns the names of the files that an annotation embeds (ISO 32000-2, 12.5.6.15, 12.5.6.16, 12.5.6.17, 12.5.6.18,
 * 13.6 and 13.7): attached files, sounds, films, rich media and 3D models. Files outside the document are left out.
 * @param subtype the subtype of the annotation
 */
export async function embeddedFiles(
  objects: PdfObjects,
  annotation: PdfDict,
  subtype: string | null,
): Promise<string[]> {
  switch (subtype) {
    case 'FileAttachment':
      return [(await fileName(objects, annotation.get('FS'))) ?? 'a file without a readable name'];
    case 'Sound':
      return annotation.has('Sound') ? ['a sound'] : [];
    case '3D':
      return annotation.has('3DD') ? ['a 3D model'] : [];
    case 'Movie':
      return filmOf(objects, (await objects.dict(annotation.get('Movie')))?.get('F'));
    case 'RichMedia': {
      const content = await objects.dict(annotation.get('RichMediaContent'));
      return namesIn(objects, content?.get('Assets'));
    }
    case 'Screen':
      return renditionsOf(objects, annotation);
    default:
      return [];
  }
}

/** Returns the name of a film; empty if the file is not in the document. */
async function filmOf(objects: PdfObjects, value: PdfValue | undefined): Promise<string[]> {
  const specification = await objects.dict(value);
  if (specification === null) return (await objects.stream(value)) === null ? [] : ['a film'];
  if (!specification.has('EF')) return [];
  return [(await fileName(objects, specification)) ?? 'a film without a readable name'];
}

/** Returns the names of the files in a name tree (7.9.6). */
async function namesIn(objects: PdfObjects, tree: PdfValue | undefined): Promise<string[]> {
  const found: string[] = [];
  await visit(objects, tree, async (node) => {
    const names = await objects.array(node.get('Names'));
    for (let at = 1; at < names.length && found.length < maxFiles; at += 2)
      found.push((await fileName(objects, names[at])) ?? 'a file without a readable name');
    return objects.array(node.get('Kids'));
  });
  return found;
}

/** Returns the names of the films and sounds of the rendition actions of an annotation (12.6.4.14, 13.2.3). */
async function renditionsOf(objects: PdfObjects, annotation: PdfDict): Promise<string[]> {
  const found: string[] = [];
  for (const action of await actionDicts(objects, annotation)) {
    await visit(objects, action.get('R'), async (rendition) => {
      const clip = await objects.dict(rendition.get('C'));
      if (clip !== null && found.length < maxFiles) found.push(...(await filmOf(objects, clip.get('D'))));
      // A selector rendition has several renditions, of which a viewer plays one.
      return objects.array(rendition.get('R'));
    });
  }
  return [...new Set(found)];
}

/** Visits a dictionary and those that `next` returns, each once. */
async function visit(
  objects: PdfObjects,
  root: PdfValue | undefined,
  next: (node: PdfDict) => Promise<PdfValue[]>,
): Promise<void> {
  const queued: PdfValue[] = root === undefined ? [] : [root];
  const visited = new Set<number>();
  for (let count = 0; queued.length > 0 && count < maxNodes; count++) {
    const value = queued.pop()!;
    if (isRef(value) && visited.size === visited.add(value.objectNumber).size) continue;
    const node = await objects.resolve(value);
    if (isDict(node)) queued.push(...(await next(node)).slice(0, maxNodes));
  }
}
