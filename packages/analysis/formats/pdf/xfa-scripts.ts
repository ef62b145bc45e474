import { parseLimitedXml } from '../xmp/limited-xml.ts';
import type { PdfObjects } from './pdf-objects.ts';

/** Maximum number of XFA packets that are read. Real forms have fewer. */
const maxPackets = 1_000;

/**
 * Returns the JavaScript scripts of an XFA form (ISO 32000-1, 12.7.8). The form is an XML document in one stream, or in
 * several named packets. Scripts in FormCalc are ignored, because FormCalc only calculates. Scripts after a limit of
 * `parseLimitedXml` are not found.
 */
export async function xfaScripts(objects: PdfObjects): Promise<string[]> {
  const form = await objects.dict(objects.catalog.get('AcroForm'));
  const xfa = form?.get('XFA');
  const packets = await objects.array(xfa);
  let xml = '';
  for (const packet of packets.length > 0 ? packets.slice(0, 2 * maxPackets) : [xfa]) {
    const bytes = await objects.stream(packet);
    if (bytes !== null) xml += new TextDecoder().decode(bytes);
  }
  const scripts: string[] = [];
  let inside: string | null = null;
  parseLimitedXml(xml, {
    onOpen({ local, attributes }) {
      if (local === 'script' && /javascript/i.test(attributes['contentType']?.value ?? '')) inside = '';
    },
    onText(text) {
      if (inside !== null) inside += text;
    },
    onClose({ local }) {
      if (inside === null || local !== 'script') return;
      scripts.push(inside);
      inside = null;
    },
  });
  return scripts;
}
