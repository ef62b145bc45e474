/** An element with its attributes, and with elements or a text in it. Null children are left out. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string | number>;
  content: readonly XmlElement[] | string;
}

export function element(
  name: string,
  content: readonly (XmlElement | null)[] | string | number = [],
  attributes: XmlElement['attributes'] = {},
): XmlElement {
  if (typeof content === 'number') return { name, attributes, content: String(content) };
  return {
    name,
    attributes,
    content: typeof content === 'string' ? content : content.filter((child) => child !== null),
  };
}

/** Returns an XML 1.0 document. `doctype` is what follows `DOCTYPE`; null: none. */
export function xmlDocument(root: XmlElement, { doctype }: { doctype: string | null }): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...(doctype === null ? [] : [`<!DOCTYPE ${doctype}>`]),
    ...linesOf(root, ''),
    '',
  ].join('\n');
}

function linesOf({ name, attributes, content }: XmlElement, margin: string): string[] {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escapedAttribute(String(value))}"`),
  ].join(' ');
  if (content.length === 0) return [`${margin}<${start}/>`];
  if (typeof content === 'string') return [`${margin}<${start}>${escapedXml(content)}</${name}>`];
  const inner = content.flatMap((child) => linesOf(child, `${margin}  `));
  return [`${margin}<${start}>`, ...inner, `${margin}</${name}>`];
}

/**
 * Escapes text for XML 1.0. Characters that XML does not permit become U+FFFD. A carriage return is a reference,
 * because parsers replace it by a line break.
 */
export function escapedXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"\r]/g, reference);
}

/** Escapes the value of an attribute, in which parsers replace tabs and line breaks by spaces. */
function escapedAttribute(value: string): string {
  return escapedXml(value).replace(/[\t\n]/g, reference);
}

const reference = (character: string) => `&#${character.charCodeAt(0)};`;
