import { parseLimitedXml } from '../xmp/limited-xml.ts';

/** The standards to which a document declares that it conforms. Each is null if it declares none of this family. */
export interface DeclaredConformances {
  /** Part and conformance level of PDF/A, such as `1b` or `4`. */
  pdfA: string | null;
  /** Part of PDF/UA, such as `1`. */
  pdfUa: string | null;
  /** Name of PDF/X, such as `PDF/X-4` or `PDF/X-1a:2003`. */
  pdfX: string | null;
}

/** Namespaces of the identifications: ISO 19005-1, 6.7.11; ISO 14289-1, 5; ISO 15930-7, 6.3. */
const pdfaNamespace = 'http://www.aiim.org/pdfa/ns/id/';
const pdfuaNamespace = 'http://www.aiim.org/pdfua/ns/id/';
const pdfxNamespace = 'http://www.npes.org/pdfx/ns/id/';
/** Namespace in which programs repeat the entries of the information dictionary that declare PDF/X-1a and X-3. */
const adobePdfxNamespace = 'http://ns.adobe.com/pdfx/1.3/';
const namespaces: readonly string[] = [pdfaNamespace, pdfuaNamespace, pdfxNamespace, adobePdfxNamespace];

/**
 * Returns the conformances that a document declares. A property of XMP is an attribute or a child of a top-level
 * `rdf:Description`.
 * @param xmp the XMP metadata of the document; null if it has none
 * @param information the entries `GTS_PDFXVersion` and `GTS_PDFXConformance` of the information dictionary, which
 * declare PDF/X-1a and PDF/X-3 (ISO 15930-4, 6.11; ISO 15930-6, 6.11)
 */
export function declaredConformances(
  xmp: string | null,
  information: ReadonlyMap<string, unknown> = new Map(),
): DeclaredConformances {
  const declared: Record<string, string> = {};
  const set = (uri: string, local: string, value: string) => {
    if (namespaces.includes(uri)) declared[uri + local] ??= value.replace(/\s/g, '');
  };
  const open: { local: string; uri: string }[] = [];
  let text = '';
  const isTopLevel = () => open.at(-1)?.local === 'Description' && open.at(-2)?.local === 'RDF';
  parseLimitedXml(xmp ?? '', {
    onOpen({ local, uri, attributes }) {
      open.push({ local, uri });
      text = '';
      if (isTopLevel()) for (const { uri, local, value } of Object.values(attributes)) set(uri, local, value);
    },
    onText(part) {
      text += part;
    },
    onClose() {
      const { local, uri } = open.pop()!;
      if (isTopLevel()) set(uri, local, text);
      text = '';
    },
  });
  const pdfA = `${declared[`${pdfaNamespace}part`] ?? ''}${declared[`${pdfaNamespace}conformance`] ?? ''}`;
  const pdfUa = declared[`${pdfuaNamespace}part`] ?? '';
  const pdfX = ['GTS_PDFXConformance', 'GTS_PDFXVersion'].flatMap((name) => [
    declared[adobePdfxNamespace + name],
    information.get(name),
  ]);
  return {
    pdfA: /^[1-4][abuef]?$/i.test(pdfA) ? pdfA.toLowerCase() : null,
    pdfUa: /^[12]$/.test(pdfUa) ? pdfUa : null,
    pdfX: [declared[`${pdfxNamespace}GTS_PDFXVersion`], ...pdfX].find(isPdfX) ?? null,
  };
}

function isPdfX(name: unknown): name is string {
  return typeof name === 'string' && /^PDF\/X-[1-6][a-z]{0,3}(?::\d{4})?$/.test(name);
}
