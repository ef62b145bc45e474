// Two PDFs with one length and one MD5, but different numbers of pages. MD5 works on blocks of 64 bytes, so if two
// pairs of blocks collide after a common start, the files still collide after any common end (M. Stevens, "Fast
// collision attack on MD5", IACR ePrint 2006/104). The pairs below were computed for exactly the `start` below.
//
// The pairs are entries of the cross-reference stream: numbers of two bytes, each the offset of an object. One bit of
// the entry of the page tree differs, so that each file has its page tree at another offset.

const pairs = [
  '179ac6ed64e328ff2090e5904727b40cf2601d6eb6cb429d023241c1a947be3b12e5eceede620ed16b24bffc9c6b8f7b' +
    '5ad6563326652d321b540c92ee2c601accd687dcc9867ac50f6b791ebf1e05c9a4afde13130636e7d31a764bec46e26b' +
    '304c9ed50498fb43789038ef5260e56cffd5b5da300cc917bf937d6ce66fb568',
  '179ac6ed64e328ff2090e5904727b40cf2601deeb6cb429d023241c1a947be3b12e5eceede620ed16b24bffc9ceb8f7b' +
    '5ad6563326652d321b540c12ee2c601accd687dcc9867ac50f6b791ebf1e05c9a4afde93130636e7d31a764bec46e26b' +
    '304c9ed50498fb43789038ef52e0e46cffd5b5da300cc917bf937dece66fb568',
] as const;

/** Number of bytes of `start` and of the pairs that precede the entry of the page tree. */
const entryOffset = 147;
/** Object number of the page tree. The pairs consist of the entries of the objects from number 100 on. */
const pageTree = 125;

/**
 * The header and the start of the cross-reference stream: two blocks. The last 31 bytes are entries already, so that
 * the first differing byte is the first byte of an entry.
 */
const start =
  '%PDF-1.5\n1 0 obj\n<</Type/XRef/Size 180/W[0 2 0]/Index[100 80 1 6]/Root 2 0 R/Length 172>>\nstream\n'.padEnd(
    128,
    '.',
  );

/** Returns two PDFs with the same length and MD5. The first has one page, the second has three. */
export function collidingPdfs(): [Buffer, Buffer] {
  const [one, three] = pairs.map((pair) => Buffer.concat([Buffer.from(start), Buffer.from(pair, 'hex')]));
  const end = commonEnd(one!.readUInt16BE(entryOffset), three!.readUInt16BE(entryOffset));
  return [Buffer.concat([one!, end]), Buffer.concat([three!, end])];
}

/** Returns the bytes after the pairs, with a page tree of one page at one offset and of three pages at the other. */
function commonEnd(oneAt: number, threeAt: number): Buffer {
  const end = Buffer.alloc(2 ** 16, ' ');
  const before = start.length + 128;
  const write = (text: string, offset: number) => end.write(text, offset - before);
  const page = `<</Type/Page/Parent ${pageTree} 0 R/MediaBox[0 0 595 842]>>`;
  const objects = ['', `<</Type/Catalog/Pages ${pageTree} 0 R>>`, page, page, page, page];
  // The entries of the objects 1 to 6 follow the pairs and one byte that completes the last entry of the pairs.
  let at = before + 1 + 2 * objects.length;
  at += write('\nendstream\nendobj\n', at);
  for (const [index, object] of objects.entries()) {
    end.writeUInt16BE(index === 0 ? '%PDF-1.5\n'.length : at, 1 + 2 * index);
    if (index > 0) at += write(`${index + 1} 0 obj\n${object}\nendobj\n`, at);
  }
  for (const [offset, kids] of [
    [oneAt, [3]],
    [threeAt, [4, 5, 6]],
  ] as const) {
    const refs = kids.map((kid) => `${kid} 0 R`).join(' ');
    write(`${pageTree} 0 obj\n<</Type/Pages/Count ${kids.length}/Kids[${refs}]>>\nendobj\n`, offset);
  }
  const tail = `startxref\n${'%PDF-1.5\n'.length}\n%%EOF\n`;
  end.write(tail, end.length - tail.length);
  return end;
}
