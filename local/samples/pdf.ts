import { writeFile } from 'node:fs/promises';

export interface PdfOptions {
  pages: number;
  /** JavaScript that runs when the document is opened. */
  script?: string;
  /** What `/Count` of the page tree claims, where that is not the truth. */
  claimedPages?: number;
}

/** The sample document: three pages and a script. */
export const pdfDefects = { pages: 3, script: "app.alert('Opened');" } as const;

/** Writes a small PDF (ISO 32000-2, 7.5: objects, cross-reference table, trailer). */
export async function makePdf(file: string, options: PdfOptions = pdfDefects): Promise<void> {
  await writeFile(file, buildPdf(options), 'latin1');
}

export function buildPdf({ pages, script, claimedPages = pages }: PdfOptions): string {
  const [catalog, tree, font, firstPage] = [1, 2, 3, 4];
  const pageNumbers = Array.from({ length: pages }, (_, index) => firstPage + 2 * index);
  const openAction = script === undefined ? '' : ` /OpenAction << /S /JavaScript /JS (${escaped(script)}) >>`;
  const objects = new Map<number, string>([
    [catalog, `<< /Type /Catalog /Pages ${tree} 0 R${openAction} >>`],
    [
      tree,
      `<< /Type /Pages /Count ${claimedPages} /Kids [${pageNumbers.map((n) => `${n} 0 R`).join(' ')}] >>`,
    ],
    [font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  ]);
  for (const [index, number] of pageNumbers.entries()) {
    const text = `BT /F1 24 Tf 72 700 Td (Page ${index + 1}) Tj ET`;
    const resources = `<< /Font << /F1 ${font} 0 R >> >>`;
    objects.set(
      number,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${number + 1} 0 R >>`,
    );
    objects.set(number + 1, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`);
  }
  let body = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [number, content] of objects) {
    offsets.push(body.length);
    body += `${number} 0 obj\n${content}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return (
    `${body}xref\n0 ${objects.size + 1}\n0000000000 65535 f \n${entries}` +
    `trailer\n<< /Size ${objects.size + 1} /Root ${catalog} 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  );
}

/** In a literal string, backslashes and parentheses are escaped (7.3.4.2). */
function escaped(text: string): string {
  return text.replace(/[\\()]/g, '\\$&');
}
