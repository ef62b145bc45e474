import type { PdfObjects } from '../../formats/pdf/pdf-objects.ts';
import { isDict, isRef, nameOf, type PdfDict, type PdfValue } from '../../formats/pdf/values.ts';

/** The kinds of colour spaces. A space that is based on an ICC profile counts by its number of components. */
export const spaceNames = ['RGB', 'CMYK', 'Gray', 'Lab', 'Separation', 'DeviceN', 'unknown'] as const;
export type SpaceName = (typeof spaceNames)[number];

/** Names of colour spaces (ISO 32000-2, 8.6) and their abbreviations in inline images (8.9.7). */
const named: Readonly<Record<string, SpaceName>> = {
  DeviceGray: 'Gray',
  CalGray: 'Gray',
  G: 'Gray',
  DeviceRGB: 'RGB',
  CalRGB: 'RGB',
  RGB: 'RGB',
  DeviceCMYK: 'CMYK',
  CMYK: 'CMYK',
  Lab: 'Lab',
  Separation: 'Separation',
  DeviceN: 'DeviceN',
};
const byComponents: Readonly<Record<number, SpaceName>> = { 1: 'Gray', 3: 'RGB', 4: 'CMYK' };
/** Maximum nesting of colour spaces: an indexed space within a pattern space. */
const maxDepth = 4;

/** Creates a function that names colour spaces. It reads each object once. */
export function createSpaceNamer(objects: PdfObjects) {
  const known = new Map<number, Promise<SpaceName>>();

  async function read(value: PdfValue, resources: PdfDict | null, depth: number): Promise<SpaceName> {
    const space = await objects.resolve(value);
    const name = nameOf(space);
    if (name !== null) {
      if (name.startsWith('Device') || depth === maxDepth) return named[name] ?? 'unknown';
      const own = (await objects.dict(resources?.get('ColorSpace')))?.get(name);
      return own === undefined ? (named[name] ?? 'unknown') : nameSpace(own, null, depth + 1);
    }
    if (!Array.isArray(space)) return 'unknown';
    const kind = nameOf(await objects.resolve(space[0])) ?? '';
    if (kind === 'ICCBased') {
      const components = await objects.resolve((await objects.dict(space[1]))?.get('N'));
      return byComponents[Number(components)] ?? 'unknown';
    }
    const hasBase = kind === 'Indexed' || kind === 'I' || kind === 'Pattern';
    if (hasBase)
      return space[1] === undefined || depth === maxDepth
        ? 'unknown'
        : nameSpace(space[1], resources, depth + 1);
    return named[kind] ?? 'unknown';
  }

  /**
   * Returns the kind of a colour space: a name or an array.
   * @param resources the resources in which a name is looked up; null if a name must be one of the standard
   */
  function nameSpace(value: PdfValue, resources: PdfDict | null, depth = 0): Promise<SpaceName> {
    if (!isRef(value)) return read(value, resources, depth);
    let space = known.get(value.objectNumber);
    if (space === undefined) known.set(value.objectNumber, (space = read(value, resources, depth)));
    return space;
  }

  return nameSpace;
}

/** Returns the kind of the colour space of a shading or an image; `unknown` if it states none. */
export async function spaceOfObject(
  objects: PdfObjects,
  nameSpace: ReturnType<typeof createSpaceNamer>,
  value: PdfValue | undefined,
  resources: PdfDict | null,
): Promise<SpaceName> {
  const dict = await objects.dict(value);
  const space = isDict(dict) ? dict.get('ColorSpace') : undefined;
  return space === undefined ? 'unknown' : nameSpace(space, resources);
}
