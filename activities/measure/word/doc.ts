import { type CFB$Container, find, read } from 'cfb';
import type { RangedSource } from '../../../domain/ranged-source.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { wordPages } from './word-pages.ts';

// Word 97–2003: [MS-DOC] in a compound file, [MS-CFB], whose properties are those of [MS-OLEPS].

/** [MS-DOC] 2.5.2: what every file information block begins with. */
const fibIdentifier = 0xa5ec;
/** [MS-DOC] 2.5.4, ccpText: the characters of the main document, behind FibBase, csw, FibRgW97, cslw. */
const ccpTextOffset = 0x4c;
/** [MS-OLEPS] 2.25.1 */
const pageCountProperty = 0x0e;
/** [MS-OLEPS] 2.15: a 32-bit signed integer. */
const vtI4 = 3;

/** Why a compound file is not a Word document; null when it is. */
export async function docMismatch(source: RangedSource): Promise<string | null> {
  return find(await open(source), '/WordDocument') === null
    ? 'its content is a compound file of another kind'
    : null;
}

/** The pages of a DOC document. Throws `Unmeasurable` when it cannot be read. */
export async function docPages(source: RangedSource): Promise<number> {
  const container = await open(source);
  const fib = streamOf(container, '/WordDocument');
  if (fib === null || fib.byteLength < ccpTextOffset + 4 || fib.getUint16(0, true) !== fibIdentifier) {
    throw new Unmeasurable('it has no Word document in it');
  }
  const characters = fib.getInt32(ccpTextOffset, true);
  if (characters < 0) throw new Unmeasurable('its length is not a number of characters');
  const properties = streamOf(container, '/\u0005SummaryInformation');
  return wordPages(characters, properties === null ? null : claimedPages(properties));
}

/** [MS-OLEPS] 2.21: header, then the offset of the first property set, then pairs of property and offset. */
function claimedPages(set: DataView): number | null {
  try {
    const start = set.getUint32(44, true);
    const count = Math.min(set.getUint32(start + 4, true), 1_000);
    for (let index = 0; index < count; index++) {
      const pair = start + 8 + index * 8;
      if (set.getUint32(pair, true) !== pageCountProperty) continue;
      const value = start + set.getUint32(pair + 4, true);
      const pages = set.getInt32(value + 4, true);
      return set.getUint16(value, true) === vtI4 && pages >= 0 ? pages : null;
    }
    return null;
  } catch (error) {
    // Offsets that lead out of the set: it tells nothing.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

async function open(source: RangedSource): Promise<CFB$Container> {
  const bytes = Buffer.from(await source.read(0, source.sizeBytes));
  try {
    return read(bytes, { type: 'buffer' });
  } catch {
    throw new Unmeasurable('it is a damaged compound file');
  }
}

/** By its whole path: a document may have others embedded, with streams of the same names. */
function streamOf(container: CFB$Container, name: string): DataView | null {
  const content = find(container, name)?.content;
  if (content === undefined) return null;
  const bytes = Uint8Array.from(content);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
