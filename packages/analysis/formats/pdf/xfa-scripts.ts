import { SaxesParser } from 'saxes';
import type { PdfObjects } from './pdf-objects.ts';

/** Maximum number of XFA packets that are read. Real forms have fewer. */
const maxPackets = 1_000;

/**
 * Returns the JavaScript scripts of an XFA form (ISO 32000-1, 12.7.8). The form is an XML document in one stream, or in
 * several named packets. Scripts in FormCalc are ignored, because FormCalc only calculates.
 */
export async function xfaScripts(objects: PdfObjects): Promise<string[]> {
  const form = await objects.dict(objects.catalog.get('AcroForm'));
  const xfa = form?.get('XFA');
  const packets = await objects.array(xfa);
  const scripts: string[] = [];
  let inside: string | null = null;
  const parser = new SaxesParser();
  // XML errors are ignored, because viewers may open a damaged form.
  parser.on('error', () => {});
  parser.on('opentag', ({ name, attributes }) => {
    const isScript = localName(name) === 'script' && /javascript/i.test(attributes['contentType'] ?? '');
    if (isScript) inside = '';
  });
  const append = (text: string) => {
    if (inside !== null) inside += text;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', ({ name }) => {
    if (inside === null || localName(name) !== 'script') return;
    scripts.push(inside);
    inside = null;
  });
  for (const packet of packets.length > 0 ? packets.slice(0, 2 * maxPackets) : [xfa]) {
    const bytes = await objects.stream(packet);
    if (bytes !== null) parser.write(new TextDecoder().decode(bytes));
  }
  parser.close();
  return scripts;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
