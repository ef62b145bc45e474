import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pdfOfObjects } from './pdf-writer.ts';

export interface PdfOptions {
  pages: number;
  /** JavaScript that runs when the document is opened. */
  script?: string;
  /** The number of pages in `/Count` of the page tree; default: the actual number. */
  claimedPages?: number;
  /** Text of each page, with line feeds between lines; default: `Page` and the page number. */
  texts?: readonly string[];
  /** Content streams by page number, which replace the text of the page. */
  contents?: Readonly<Record<number, string>>;
  /** Additional entries of page dictionaries, by page number. They override default entries with the same key. */
  pageEntries?: Readonly<Record<number, string>>;
  catalogEntries?: string;
  /** Additional objects by name. Other additional objects and entries refer to them as `@name`. */
  objects?: Readonly<Record<string, string>>;
  /** The title in the XMP metadata; null for a document without a title. */
  title?: string | null;
  language?: string | null;
  tagged?: boolean;
  displaysTitle?: boolean;
  embedsFont?: boolean;
}

export const pdfDefects = { pages: 3, script: "app.alert('Opened');" } as const;

/** Writes a small PDF to a file. By default the PDF has the defects of the sample document. */
export async function makePdf(file: string, options: PdfOptions = pdfDefects): Promise<void> {
  await writeFile(file, buildPdf(options), 'latin1');
}

/**
 * Returns a small PDF as latin1 text. By default the document is tagged, its language is English, and it has a title
 * and an embedded font.
 */
export function buildPdf(options: PdfOptions): string {
  const { pages, claimedPages = pages, pageEntries = {} } = options;
  const [catalog, tree, font, firstPage] = [1, 2, 3, 4];
  const pageNumbers = Array.from({ length: pages }, (_, index) => firstPage + 2 * index);
  const additional = { ...defaultObjects(options), ...options.objects };
  const numbers = new Map(Object.keys(additional).map((name, at) => [name, firstPage + 2 * pages + at]));
  const resolve = (text: string) =>
    text.replace(/@(\w+)/g, (whole, name: string) =>
      numbers.has(name) ? `${numbers.get(name)} 0 R` : whole,
    );
  const objects: Record<number, string> = {
    [catalog]: `<< /Type /Catalog /Pages ${tree} 0 R${resolve(catalogEntriesOf(options))} >>`,
    [tree]: `<< /Type /Pages /Count ${claimedPages} /Kids [${pageNumbers.map((n) => `${n} 0 R`).join(' ')}] >>`,
    [font]: resolve(fontOf(options)),
  };
  for (const [index, number] of pageNumbers.entries()) {
    const content = options.contents?.[index + 1] ?? contentOf(options.texts?.[index] ?? `Page ${index + 1}`);
    const entries = {
      MediaBox: '[0 0 595 842]',
      Resources: `<< /Font << /F1 ${font} 0 R >> >>`,
      Contents: `${number + 1} 0 R`,
    };
    const own = resolve(pageEntries[index + 1] ?? '');
    const kept = Object.entries(entries).filter(([key]) => !own.includes(`/${key} `));
    objects[number] =
      `<< /Type /Page /Parent ${tree} 0 R ${kept.map(([key, value]) => `/${key} ${value}`).join(' ')} ${own}>>`;
    objects[number + 1] = streamOf(content);
  }
  for (const [name, text] of Object.entries(additional)) objects[numbers.get(name)!] = resolve(text);
  return pdfOfObjects(objects);
}

function catalogEntriesOf({ script, title = 'Sample', ...options }: PdfOptions): string {
  const entries: string[] = [];
  if (script !== undefined) entries.push(`/OpenAction << /S /JavaScript /JS (${escaped(script)}) >>`);
  if (options.tagged ?? true) entries.push('/MarkInfo << /Marked true >> /StructTreeRoot @structure');
  const { language = 'en' } = options;
  if (language !== null) entries.push(`/Lang (${language})`);
  if (title !== null) entries.push('/Metadata @metadata');
  if (options.displaysTitle ?? true) entries.push('/ViewerPreferences << /DisplayDocTitle true >>');
  if (options.catalogEntries !== undefined) entries.push(options.catalogEntries);
  return entries.map((entry) => ` ${entry}`).join('');
}

function defaultObjects({ title = 'Sample', embedsFont = true }: PdfOptions): Record<string, string> {
  const metadata =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>' +
    `<rdf:li xml:lang="x-default">${title}</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>`;
  return {
    structure: '<< /Type /StructTreeRoot >>',
    metadata: streamOf(metadata, '/Type /Metadata /Subtype /XML '),
    ...(embedsFont ? fontObjects() : {}),
  };
}

function fontOf({ embedsFont = true }: PdfOptions): string {
  if (!embedsFont) return '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
  return (
    '<< /Type /Font /Subtype /Type1 /BaseFont /FoxitFixed /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 ' +
    `/Widths [${Array.from({ length: 95 }, () => 600).join(' ')}] /FontDescriptor @descriptor >>`
  );
}

/** Returns the objects of an embedded font from pdf.js, in hexadecimal digits, because the PDF is built as a string. */
function fontObjects(): Record<string, string> {
  const font = fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/FoxitFixed.pfb'));
  return {
    descriptor:
      '<< /Type /FontDescriptor /FontName /FoxitFixed /Flags 33 /FontBBox [-43 -250 681 805] /ItalicAngle 0 ' +
      '/Ascent 805 /Descent -250 /CapHeight 580 /StemV 80 /FontFile3 @font >>',
    font: streamOf(`${readFileSync(font).toString('hex')}>`, '/Subtype /Type1C /Filter /ASCIIHexDecode '),
  };
}

/** Returns a content stream that shows the lines of a text from the top of the page down. */
function contentOf(text: string): string {
  const [first, ...rest] = text.split('\n');
  const otherLines = rest.map((line) => ` 0 -30 Td (${escaped(line)}) Tj`).join('');
  return `BT /F1 24 Tf 72 700 Td (${escaped(first!)}) Tj${otherLines} ET`;
}

function streamOf(content: string, entries = ''): string {
  return `<< ${entries}/Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Escapes backslashes and parentheses for a literal string (ISO 32000-2, 7.3.4.2). */
function escaped(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}
