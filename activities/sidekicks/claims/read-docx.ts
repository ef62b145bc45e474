import path from 'node:path';
import { SaxesParser } from 'saxes';
import type { RangedSource } from '../../../domain/ranged-source.ts';
import { Unmeasurable } from '../../measure/unmeasurable.ts';
import { openZip, type Zip } from '../../measure/word/zip.ts';
import { codePointsIn, type Passage } from './passage.ts';

// WordprocessingML, ECMA-376 part 1, 17: paragraphs of runs of text, in a main document and parts beside it.

/** What has been moved away, and what is there a second time for older programs. */
const unread = new Set(['moveFrom', 'Fallback']);

/** Headers, footers and notes, which are parts of their own. */
const besides = ['/header', '/footer', '/footnotes', '/endnotes'];
const off: readonly (string | undefined)[] = ['0', 'false', 'off'];

/** Where in the document a part's text begins. */
interface Place {
  page: number;
  start: number;
}

/**
 * The text of a DOCX, its paragraphs joined by line feeds: its main document, and behind it its headers, footers and
 * notes, which are on no one page. A page begins where the document says so (17.3.3.1, 17.3.1.23), and where Word broke
 * the text when it last laid it out (`lastRenderedPageBreak`).
 */
export async function* readDocx(source: RangedSource): AsyncGenerator<Passage> {
  const zip = await openZip(source);
  const [main] = await related(zip, '_rels/.rels', ['/officeDocument']);
  if (main === undefined) throw new Unmeasurable('it has no main document');
  const place: Place = { page: 1, start: 0 };
  yield* readPart(zip, main, place);
  const { dir, base } = path.posix.parse(main);
  const relations = path.posix.join(dir, '_rels', `${base}.rels`);
  const parts = zip.has(relations) ? await related(zip, relations, besides) : [];
  for (const part of new Set(parts.map((target) => path.posix.join(dir, target)))) {
    if (!zip.has(part)) continue;
    for await (const passage of readPart(zip, part, place)) yield { ...passage, page: null };
  }
}

/** The passages of a part; leaves `place` behind them. */
async function* readPart(zip: Zip, part: string, place: Place): AsyncGenerator<Passage> {
  const passages: Passage[] = [];
  const open: string[] = [];
  let text = '';
  let skipped = 0;
  /** Nothing is on the page yet: of two ways to begin it, one counts. */
  let isFresh = true;

  function end(separator: string): void {
    if (text.trim() !== '') {
      passages.push({ text, ...place });
      isFresh = false;
    }
    place.start += codePointsIn(text + separator);
    text = '';
  }
  function breakPage(): void {
    end('');
    place.page++;
    isFresh = true;
  }

  const onElement = (name: string, attributes: Record<string, string>) => {
    open.push(name);
    if (unread.has(name)) skipped++;
    if (skipped > 0) return;
    if (name === 'br' && attributes['w:type'] === 'page') breakPage();
    else if (name === 'lastRenderedPageBreak') {
      end('');
      if (!isFresh) breakPage();
    } else if (name === 'pageBreakBefore') {
      if (!isFresh && !off.includes(attributes['w:val'])) breakPage();
    } else if (name === 'br' || name === 'cr') text += attributes['w:type'] === undefined ? '\n' : '\n\n';
    else if (name === 'tab' && open.at(-2) === 'r') text += ' ';
    else if (name === 'noBreakHyphen') text += '-';
  };
  const onEnd = () => {
    const name = open.pop();
    if (unread.has(name!)) skipped--;
    else if (name === 'p' && skipped === 0) end('\n');
  };
  const onText = (found: string) => {
    if (skipped === 0 && open.at(-1) === 't') text += found;
  };
  for await (const feed of parts(zip, part, { onElement, onEnd, onText })) {
    feed();
    yield* passages.splice(0);
  }
}

interface Handlers {
  onElement: (name: string, attributes: Record<string, string>) => void;
  onEnd?: () => void;
  onText?: (text: string) => void;
}

/** The parts that a part names as related to it, of types with one of these endings. */
async function related(zip: Zip, relations: string, endings: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const onElement = (_name: string, { Type = '', Target = '' }: Record<string, string>) => {
    if (endings.some((ending) => Type.endsWith(ending))) found.push(Target.replace(/^\//, ''));
  };
  for await (const feed of parts(zip, relations, { onElement })) feed();
  return found;
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
