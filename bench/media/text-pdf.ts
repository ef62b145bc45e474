import { deflateSync } from 'node:zlib';
import { createPdfWriter } from './pdf-writer.ts';

const linesPerPage = 40;

/** A PDF whose pages have forty lines of text each, with a link and a claim on every tenth. */
export function buildTextPdf(pages: number): Buffer {
  const writer = createPdfWriter('streams-spread');
  const [catalog, tree, font] = [writer.newNumber(), writer.newNumber(), writer.newNumber()];
  const numbers = Array.from({ length: pages }, () => writer.newNumber());
  for (const [index, number] of numbers.entries()) {
    const contents = writer.newNumber();
    const marked = index % 10 === 9;
    writer.stream(contents, '/Filter /FlateDecode', deflateSync(Buffer.from(pageContent(index, marked))));
    const link =
      '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://example.org) >> >>';
    writer.object(
      number,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 ${font} 0 R >> >> ` +
        `/Contents ${contents} 0 R ${marked ? `/Annots [${link}]` : ''} >>`,
    );
  }
  writer.object(font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  const kids = numbers.map((number) => `${number} 0 R`).join(' ');
  writer.object(tree, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  writer.object(catalog, `<< /Type /Catalog /Pages ${tree} 0 R >>`);
  return writer.end(catalog);
}

function pageContent(index: number, marked: boolean): string {
  const lines = Array.from({ length: linesPerPage }, (_, line) => {
    const claim = marked && line === 20 ? 'It is clinically proven and never fails.' : '';
    return `0 -14 Td (Line ${line} of page ${index + 1}: the host greets the audience, and the band plays on. ${claim}) Tj`;
  });
  return `BT /F1 10 Tf 40 800 Td\n${lines.join('\n')} ET`;
}
