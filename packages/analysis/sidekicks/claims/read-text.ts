import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { codePointsIn, type Passage } from './passage.ts';

const blockBytes = 2 ** 16;
/** Length of text without a blank line, in UTF-16 code units, from which the text is divided into passages. */
const maxPassage = 2 ** 17;

/**
 * Yields the passages of a plain text in UTF-8, or in UTF-16 with a byte order mark, which is not part of the text. A
 * passage ends at a blank line. Long text without a blank line is divided at the end of a line, a sentence or a word.
 */
export async function* readText(source: RangedSource): AsyncGenerator<Passage> {
  if (source.sizeBytes === 0) return;
  const [first, second] = await source.read(0, Math.min(2, source.sizeBytes));
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  const decoder = new TextDecoder(encoding);
  let rest = '';
  let start = 0;
  for (let at = 0; at < source.sizeBytes; at += blockBytes) {
    const end = Math.min(at + blockBytes, source.sizeBytes);
    rest += decoder.decode(await source.read(at, end), { stream: end < source.sizeBytes });
    const cut = end === source.sizeBytes ? rest.length : lastBreak(rest);
    if (cut === 0) continue;
    const text = rest.slice(0, cut);
    yield { text, page: null, start };
    start += codePointsIn(text);
    rest = rest.slice(cut);
  }
}

/** Returns the offset at which a passage can end; 0 if more text must be read first. */
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
