import type { RangedSource } from '../../../lib/ranged-source.ts';
import { codePointsIn, type Passage } from './passage.ts';

const pieceBytes = 2 ** 16;
/** A text without any line breaks is cut somewhere. */
const maxPassage = 2 ** 17;

/**
 * A plain text in UTF-8, or in UTF-16 with a byte order mark, which counts for no character. Passages end with a blank
 * line, or else with a line or a word.
 */
export async function* readText(source: RangedSource): AsyncGenerator<Passage> {
  if (source.sizeBytes === 0) return;
  const [first, second] = await source.read(0, Math.min(2, source.sizeBytes));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const decoder = new TextDecoder(encoding);
  let rest = '';
  let start = 0;
  for (let at = 0; at < source.sizeBytes; at += pieceBytes) {
    const end = Math.min(at + pieceBytes, source.sizeBytes);
    rest += decoder.decode(await source.read(at, end), { stream: end < source.sizeBytes });
    const cut = end === source.sizeBytes ? rest.length : lastBreak(rest);
    if (cut === 0) continue;
    const text = rest.slice(0, cut);
    yield { text, page: null, start };
    start += codePointsIn(text);
    rest = rest.slice(cut);
  }
}

/** Where a text may be cut; 0 where it is better to read on. */
function lastBreak(text: string): number {
  for (const mark of ['\n\n', '\n\r\n', '\r\r']) {
    const at = text.lastIndexOf(mark);
    if (at > 0) return at + mark.length;
  }
  if (text.length < maxPassage) return 0;
  for (const mark of ['\n', '\r', '. ', ' ']) {
    const at = text.lastIndexOf(mark);
    if (at > 0) return at + mark.length;
  }
  return text.length;
}
