import { SaxesParser, type SaxesTagNS } from 'saxes';

/** Callbacks for the XML events of an XMP packet. */
export interface XmlListener {
  onOpen(tag: SaxesTagNS): void;
  onText?(text: string): void;
  onClose(tag: SaxesTagNS): void;
}

// Real XMP packets are far below these limits. The depth is limited because the parser needs time proportional to the
// depth to look up a namespace.
const maxDepth = 200;
const maxElements = 200_000;
const maxErrors = 100;
/** Maximum length of a namespace URI, which the parser copies for each attribute of an element. */
const maxNamespaceCharacters = 1_000;
const maxAttributes = 10_000;

class LimitExceeded extends Error {}

/**
 * Parses untrusted XML. Stops without an error when the depth or the number of elements, attributes or syntax errors
 * exceeds a limit. Ignores syntax errors up to this limit, because other readers of XMP may accept them. Does not
 * expand declared entities.
 */
export function parseLimitedXml(xml: string, listener: XmlListener): void {
  let depth = 0;
  let elements = 0;
  let errors = 0;
  /** Number of attributes of the tag that is being read. */
  let attributesOfTag = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('attribute', ({ name, prefix, value }) => {
    const isNamespace = prefix === 'xmlns' || name === 'xmlns';
    if (++attributesOfTag > maxAttributes || (isNamespace && value.length > maxNamespaceCharacters))
      throw new LimitExceeded();
  });
  parser.on('opentag', (tag) => {
    if (++elements > maxElements || depth === maxDepth) throw new LimitExceeded();
    depth++;
    attributesOfTag = 0;
    listener.onOpen(tag);
  });
  const onText = (text: string) => listener.onText?.(text);
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', (tag) => {
    depth--;
    listener.onClose(tag);
  });
  parser.on('error', () => {
    if (++errors > maxErrors) throw new LimitExceeded();
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
  }
}
