import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { Unmeasurable } from '../format-errors.ts';
import { compoundKind, openCompound } from './compound.ts';
import type { WordText } from './word-text.ts';

// Word documents in compound files: Word 97–2003 ([MS-DOC]), Word 6 and Word 95. In Word 6 and 95, the file
// information block (FIB) has a different layout. The document properties follow [MS-OLEPS].

/** Byte offsets in the FIB of ccpText, the number of characters, by the identifier of the FIB ([MS-DOC] 2.5.1). */
const ccpTextOffsets: Partial<Record<number, number>> = {
  // Word 97 to 2003: ccpText follows FibBase, csw and FibRgW97 (2.5.4).
  0xa5ec: 0x4c,
  // Word 6, Word 95 and their East Asian versions.
  0xa5dc: 0x34,
  0xa699: 0x34,
};
/**
 * Byte offset of the flags in FibBase, which include fEncrypted ([MS-DOC] 2.5.2). All versions of Word use this offset.
 */
const flagsOffset = 0x0a;
const encryptedFlag = 0x0100;
/** Identifier of the property that stores the page count: PIDSI_PAGECOUNT ([MS-OLEPS] 2.25.1). */
const pageCountProperty = 0x0e;
/** Property type VT_I4, a 32-bit signed integer ([MS-OLEPS] 2.15). */
const vtI4 = 3;

/** Returns the reason why a compound file is not a Word document; null if it is one. */
export async function docMismatch(source: RangedSource): Promise<string | null> {
  const compound = await openCompound(source);
  if (compound.has('/WordDocument')) return null;
  if (compound.has('/EncryptedPackage')) return 'an Office document with a password; save it without one';
  return compoundKind(compound);
}

/** Counts the characters of a DOC and reads its declared page count. Throws `Unmeasurable` if it cannot be read. */
export async function docText(source: RangedSource): Promise<WordText> {
  const compound = await openCompound(source);
  const characters = charactersOf(compound.stream('/WordDocument'));
  const properties = compound.stream('/\u0005SummaryInformation');
  return {
    characters,
    declaredPages: properties === null ? null : declaredPages(properties),
    pageBreaks: 0,
  };
}

function charactersOf(fib: DataView | null): number {
  const offset = fib && fib.byteLength >= 2 ? ccpTextOffsets[fib.getUint16(0, true)] : undefined;
  if (fib === null || offset === undefined || fib.byteLength < offset + 4) {
    throw new Unmeasurable('no Word document in the file');
  }
  // In an encrypted document, everything after FibBase is encrypted, so the text length cannot be read.
  if ((fib.getUint16(flagsOffset, true) & encryptedFlag) !== 0) {
    throw new Unmeasurable('password required');
  }
  const characters = fib.getInt32(offset, true);
  if (characters < 0) throw new Unmeasurable('negative number of characters');
  // The stream that contains the FIB also contains the text (2.4.1), with one or two bytes per character. So a valid
  // number of characters does not exceed the size of the stream.
  if (characters > fib.byteLength) throw new Unmeasurable('declared text longer than the file');
  return characters;
}

/** Returns the page count in a property set ([MS-OLEPS] 2.21); null if the set has none. */
function declaredPages(set: DataView): number | null {
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
    // An offset in the property set points outside the set.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
