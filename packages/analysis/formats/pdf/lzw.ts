import { type PdfDict, PdfUnreadable } from './values.ts';

/**
 * Decodes the LZWDecode filter (ISO 32000-2, 7.4.4.2), whose codes have 9 to 12 bits. Codes below 256 stand for one
 * byte. A code from 258 on stands for the bytes of an earlier code, followed by one more byte.
 */
export function decodeLzw(raw: Uint8Array, parameters: PdfDict, maxBytes: number): Uint8Array {
  const [clear, end, firstFree, full] = [256, 257, 258, 4096];
  const early = parameters.get('EarlyChange') === 0 ? 0 : 1;
  const shorter = new Uint16Array(full);
  const first = Uint8Array.from({ length: full }, (_, code) => code);
  const last = Uint8Array.from(first);
  const lengths = new Uint16Array(full).fill(1);
  let out = Buffer.alloc(raw.length * 4);
  let [length, next, width, previous, held, bits] = [0, firstFree, 9, -1, 0, 0];
  for (const byte of raw) {
    held = (held << 8) | byte;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = held >> bits;
    held &= (1 << bits) - 1;
    if (code === end) break;
    if (code === clear) [next, width, previous] = [firstFree, 9, -1];
    else {
      if (previous !== -1 && next < full) {
        shorter[next] = previous;
        first[next] = first[previous]!;
        last[next] = code === next ? first[previous]! : first[code]!;
        lengths[next] = lengths[previous]! + 1;
        next++;
      }
      if (code >= next) break;
      const until = length + lengths[code]!;
      if (until > maxBytes)
        throw new PdfUnreadable(`structural stream of more than ${maxBytes} decoded bytes`);
      if (until > out.length) out = Buffer.concat([out], until * 2);
      for (let at = until - 1, one = code; at >= length; one = shorter[one]!) out[at--] = last[one]!;
      length = until;
      previous = code;
      width = Math.min(12, Math.max(9, 32 - Math.clz32(next + early)));
    }
  }
  return out.subarray(0, length);
}
