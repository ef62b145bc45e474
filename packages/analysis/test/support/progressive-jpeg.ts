const scanHeader = (first: number, last: number) => segment(0xda, [1, 1, 0, first, last, 0]);

/**
 * Returns a grey JPEG of 64 × 64 pixels in two progressive scans (ISO/IEC 10918-1, annex G), which ffmpeg cannot write:
 * the DC coefficients, and the AC coefficients.
 */
export function progressiveJpeg(): Buffer {
  const blocks = Array.from({ length: 64 }, (_, index) => index);
  const bits = (value: number, length: number) => value.toString(2).padStart(length, '0');
  // Differences of three bits: ±4 to ±7. The sum stays within the range.
  const dc = blocks.map((block) => `0${bits(block % 2 === 0 ? 4 + (block % 3) : 3 - (block % 3), 3)}`);
  // Two coefficients of ±1 and the end of the block.
  const ac = blocks.map((block) => `10${block % 2}10${(block >> 1) % 2}0`);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...blocks.map(() => 16)]),
    segment(0xc2, [8, 0, 64, 0, 64, 1, 1, 0x11, 0]),
    huffmanTable(0, [[3]]),
    scanHeader(0, 0),
    entropyCoded(dc.join('')),
    huffmanTable(0x10, [[0], [1]]),
    scanHeader(1, 63),
    entropyCoded(ac.join('')),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content]);
}

/** Returns a table whose codes have the length of their position in `symbols`, plus one. */
function huffmanTable(id: number, symbols: readonly (readonly number[])[]): Buffer {
  const counts = Array.from({ length: 16 }, (_, index) => symbols[index]?.length ?? 0);
  return segment(0xc4, [id, ...counts, ...symbols.flat()]);
}

/** Returns the bytes of a string of bits, filled with ones, with a zero after each 0xFF. */
function entropyCoded(bits: string): Buffer {
  const octets = bits.match(/.{1,8}/g)!.map((octet) => parseInt(octet.padEnd(8, '1'), 2));
  return Buffer.from(octets.flatMap((octet) => (octet === 0xff ? [octet, 0] : [octet])));
}
