import { parseLimitedXml } from '../xmp/limited-xml.ts';
import { packetText } from '../xmp/xmp-packets.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** Namespace of the PDF/A identification (ISO 19005-1, 6.7.11). */
const pdfaNamespace = 'http://www.aiim.org/pdfa/ns/id/';

/**
 * Returns the part and the conformance level of PDF/A that the XMP metadata of a document declare, such as `1b` or `4`.
 * Returns null if they declare none. A property is an attribute or a child of a top-level `rdf:Description`.
 */
export async function declaredPdfA(objects: PdfObjects): Promise<string | null> {
  const bytes = await objects.metadata();
  if (bytes === null) return null;
  const declared: Record<string, string> = {};
  const open: { local: string; uri: string }[] = [];
  let text = '';
  const isTopLevel = () => open.at(-1)?.local === 'Description' && open.at(-2)?.local === 'RDF';
  parseLimitedXml(packetText(bytes), {
    onOpen({ local, uri, attributes }) {
      open.push({ local, uri });
      text = '';
      if (!isTopLevel()) return;
      for (const { uri, local, value } of Object.values(attributes))
        if (uri === pdfaNamespace) declared[local] ??= value;
    },
    onText(part) {
      text += part;
    },
    onClose() {
      const { local, uri } = open.pop()!;
      if (uri === pdfaNamespace && isTopLevel()) declared[local] ??= text;
      text = '';
    },
  });
  const name = `${declared['part'] ?? ''}${declared['conformance'] ?? ''}`.replace(/\s/g, '').toLowerCase();
  return /^[1-4][abuef]?$/.test(name) ? name : null;
}
