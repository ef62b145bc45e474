import type { RangedSource } from '../../../lib/ranged-source.ts';
import { Unmeasurable } from '../unmeasurable.ts';
import { openCompound } from './compound.ts';
import { wordPages } from './word-pages.ts';

// Word in a compound file: of 97–2003, [MS-DOC], and of 6 and 95, whose file information block differs in places.
// The properties are those of [MS-OLEPS].

/** [MS-DOC] 2.5.1: what a file information block begins with, and where its ccpText is, by it. */
const ccpTextOffsets: Partial<Record<number, number>> = {
  // 2.5.4: the characters of the main document, behind FibBase, csw, FibRgW97, cslw.
  0xa5ec: 0x4c,
  // Word 6 and 95, and those of East Asia.
  0xa5dc: 0x34,
  0xa699: 0x34,
};
/** [MS-DOC] 2.5.2, of all versions: a word of flags, of which this one is fEncrypted. */
const flagsOffset = 0x0a;
const encryptedFlag = 0x0100;
/** [MS-OLEPS] 2.25.1 */
const pageCountProperty = 0x0e;
/** [MS-OLEPS] 2.15: a 32-bit signed integer. */
const vtI4 = 3;

/** Why a compound file is not a Word document; null when it is. */
export async function docMismatch(source: RangedSource): Promise<string | null> {
  const compound = await openCompound(source);
  return compound.has('/WordDocument') ? null : 'its content is a compound file of another kind';
}

/** The pages of a DOC document. Throws `Unmeasurable` when it cannot be read. */
export async function docPages(source: RangedSource): Promise<number> {
  const compound = await openCompound(source);
  const characters = charactersOf(compound.stream('/WordDocument'));
  const properties = compound.stream('/\u0005SummaryInformation');
  return wordPages(characters, properties === null ? null : claimedPages(properties));
}

function charactersOf(fib: DataView | null): number {
  const offset = fib && fib.byteLength >= 2 ? ccpTextOffsets[fib.getUint16(0, true)] : undefined;
  if (fib === null || offset === undefined || fib.byteLength < offset + 4) {
    throw new Unmeasurable('it has no Word document in it');
  }
  // What is behind FibBase is enciphered too.
  if ((fib.getUint16(flagsOffset, true) & encryptedFlag) !== 0) {
    throw new Unmeasurable('a password is needed to open it');
  }
  const characters = fib.getInt32(offset, true);
  if (characters < 0) throw new Unmeasurable('its length is not a number of characters');
  // The text is in this stream (2.4.1), of which a character takes a byte or two.
  if (characters > fib.byteLength) throw new Unmeasurable('it claims more text than there is in it');
  return characters;
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
