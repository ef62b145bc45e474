import type { RangedSource } from '../../../../lib/ranged-source.ts';

// GIF89a specification: blocks follow one another (section 17 on) up to the trailer, 0x3b (section 27).

const colorTableFlag = 0x80;

/** How many bytes a GIF lacks, at least, and whether it has a block of the application `C2PA_GIF`. */
export async function walkGif(
  source: RangedSource,
): Promise<{ missingBytes: number | null; hasManifest: boolean }> {
  const bytes = Buffer.from(await source.read(0, source.sizeBytes));
  let hasManifest = false;
  let at = 13 + tableBytes(bytes[10] ?? 0);
  while (at < bytes.length) {
    const introducer = bytes[at]!;
    if (introducer === 0x3b) return { missingBytes: 0, hasManifest };
    if (introducer === 0x21) {
      hasManifest ||= bytes[at + 1] === 0xff && bytes.toString('latin1', at + 3, at + 11) === 'C2PA_GIF';
      at = endOfSubBlocks(bytes, at + 2);
    } else if (introducer === 0x2c) {
      // The descriptor, its colour table and the code size.
      at = endOfSubBlocks(bytes, at + 10 + tableBytes(bytes[at + 9] ?? 0) + 1);
    } else {
      // What stands here is no block: the decoder has lost its way here, too.
      return { missingBytes: null, hasManifest };
    }
  }
  // The trailer alone is missed by nobody.
  return { missingBytes: at - bytes.length, hasManifest };
}

function tableBytes(packed: number): number {
  return (packed & colorTableFlag) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1);
}

function endOfSubBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at]!;
  return at + 1;
}
