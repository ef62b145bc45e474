import { SaxesParser, type SaxesTagNS } from 'saxes';

/** Callbacks for the XML events of a packet. */
export interface XmlListener {
  onOpen(tag: SaxesTagNS): void;
  onText?(text: string): void;
  onClose(tag: SaxesTagNS): void;
}

// Real packets are far below these limits. The parser finds a namespace in time proportional to the depth.
const maxDepth = 200;
const maxElements = 200_000;
const maxErrors = 100;
/** The parser joins the namespace and the name of every attribute, and keeps those of one element in memory. */
const maxNamespaceCharacters = 1_000;
const maxAttributes = 10_000;

class LimitExceeded extends Error {}

/**
 * Parses untrusted XML up to limits of depth, elements, attributes and syntax errors. Beyond a limit, the rest is not
 * read. Syntax errors are ignored, because readers of metadata may accept them. Declared entities are not expanded.
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
