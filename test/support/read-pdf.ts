import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface StructureNode {
  role?: string;
  alt?: string;
  children?: StructureNode[];
}

/** Reads a PDF with pdf.js. */
export async function readPdf(bytes: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const texts: string[] = [];
  const roles: string[] = [];
  const alternatives: string[] = [];
  const visit = ({ role, alt, children = [] }: StructureNode) => {
    if (role !== undefined) roles.push(role);
    if (alt !== undefined) alternatives.push(alt);
    children.forEach(visit);
  };
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
    const tree = (await page.getStructTree()) as StructureNode | null;
    if (tree !== null) visit(tree);
  }
  const attachments: Record<string, string> = {};
  for (const name of (await document.getAttachments())?.keys() ?? [])
    attachments[name] = Buffer.from((await document.getAttachmentContent(name))!).toString();
  const { info } = await document.getMetadata();
  const { Title: title } = info as { Title?: string };
  await loading.destroy();
  return {
    title,
    /** One line, whose spaces are not those of the document. */
    text: texts.join(' ').replace(/\s+/g, ' '),
    pages: texts.length,
    pageTexts: texts,
    roles,
    /** The texts that replace figures. */
    alternatives,
    figures: roles.filter((role) => role === 'Figure').length,
    attachments,
  };
}
