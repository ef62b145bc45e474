import { SaxesParser } from 'saxes';
import type { RangedSource } from '../../../domain/ranged-source.ts';
import { Unmeasurable } from '../../measure/unmeasurable.ts';
import { openZip, type Zip } from '../../measure/word/zip.ts';
import { codePointsIn, type Passage } from './passage.ts';

// WordprocessingML, ECMA-376 part 1, 17: paragraphs of runs of text in the package's main document.

/** What has been moved away, and what is there a second time for older programs. */
const unread = new Set(['moveFrom', 'Fallback']);

/**
 * The text of a DOCX's main document, its paragraphs joined by line feeds; headers, footers and notes are other parts. Its
 * pages are those that Word broke it into when it last did (`lastRenderedPageBreak`), and all are the first where it did not.
 */
export async function* readDocx(source: RangedSource): AsyncGenerator<Passage> {
  const zip = await openZip(source);
  const passages: Passage[] = [];
  let page = 1;
  let start = 0;
  let text = '';
  const open: string[] = [];
  let skipped = 0;

  function end(separator: string): void {
    if (text.trim() !== '') passages.push({ text, page, start });
    start += codePointsIn(text + separator);
    text = '';
  }

  const onElement = (name: string, attributes: Record<string, string>) => {
    open.push(name);
    if (unread.has(name)) skipped++;
    if (skipped > 0) return;
    if (name === 'lastRenderedPageBreak') {
      end('');
      page++;
    } else if (name === 'br' || name === 'cr') text += attributes['w:type'] === undefined ? '\n' : '\n\n';
    else if (name === 'tab' && open.at(-2) === 'r') text += ' ';
    else if (name === 'noBreakHyphen') text += '-';
  };
  const onEnd = () => {
    const name = open.pop();
    if (unread.has(name!)) skipped--;
    else if (name === 'p' && skipped === 0) end('\n');
  };
  const onText = (part: string) => {
    if (skipped === 0 && open.at(-1) === 't') text += part;
  };
  for await (const feed of parts(zip, await mainPart(zip), { onElement, onEnd, onText })) {
    feed();
    yield* passages.splice(0);
  }
}

interface Handlers {
  onElement: (name: string, attributes: Record<string, string>) => void;
  onEnd?: () => void;
  onText?: (text: string) => void;
}

async function mainPart(zip: Zip): Promise<string> {
  const found: string[] = [];
  const onElement = (_name: string, { Type = '', Target = '' }: Record<string, string>) => {
    if (Type.endsWith('/officeDocument')) found.push(Target.replace(/^\//, ''));
  };
  for await (const feed of parts(zip, '_rels/.rels', { onElement })) feed();
  if (found[0] === undefined) throw new Unmeasurable('it has no main document');
  return found[0];
}

/** Goes through a part piece by piece, telling of elements by their local names; entities of its own do not expand. */
async function* parts(zip: Zip, part: string, handlers: Handlers): AsyncGenerator<() => void> {
  const parser = new SaxesParser();
  parser.on('error', () => {
    throw new Unmeasurable(`its part ${part} is not well-formed XML`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    handlers.onElement(name.slice(name.indexOf(':') + 1), attributes);
  });
  parser.on('closetag', () => handlers.onEnd?.());
  parser.on('text', (text) => handlers.onText?.(text));
  parser.on('cdata', (text) => handlers.onText?.(text));
  const decoder = new TextDecoder();
  for await (const bytes of await zip.read(part))
    yield () => parser.write(decoder.decode(bytes, { stream: true }));
  yield () => parser.write(decoder.decode()).close();
}
