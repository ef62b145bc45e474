/** Returns whether a value is a URL whose content can run as a script, such as `javascript:` or an HTML data URL. */
export function isScriptUrl(value: string): boolean {
  return /^(?:javascript|vbscript|data:(?:text\/html|application\/xhtml|text\/javascript)):?/i.test(
    clean(value),
  );
}

/** Returns the URLs in an attribute or a style sheet from which a viewer would load external content. */
export function externalReferences(element: string, attribute: string, value: string): string[] {
  if (attribute === 'href' || attribute === 'src' || attribute === 'data') {
    // A link is not loaded unless the user follows it.
    return element !== 'a' && isExternal(value) ? [clean(value)] : [];
  }
  const style = withoutEscapes(value);
  const urls = [
    ...style.matchAll(/url\(\s*["']?([^"')]{1,2000})/gi),
    ...style.matchAll(/@import\s+["']([^"']{1,2000})/gi),
    ...style.matchAll(/(?:image-set|src)\(\s*["']([^"']{1,2000})/gi),
  ];
  return urls.map((match) => match[1]!).filter(isExternal);
}

/**
 * Replaces CSS escapes by their characters. An escape is a backslash before a character or before up to six hexadecimal
 * digits (CSS Syntax 3, 4.3.7).
 */
function withoutEscapes(style: string): string {
  return style.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n\r\f]))/gi, (_, code?: string, character = '') => {
    if (code === undefined) return character as string;
    const point = parseInt(code, 16);
    return point === 0 || point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  });
}

/** Returns the SVG text of a data URL (RFC 2397); null for any other URL. */
export function embeddedDrawing(url: string): string | null {
  const [, parameters, data] = /^data:image\/svg\+xml([^,]*),([\s\S]*)$/i.exec(clean(url)) ?? [];
  if (parameters === undefined || data === undefined) return null;
  const [body = ''] = data.split('#');
  const bytes = Buffer.from(
    body.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
  return /;\s*base64\s*$/i.test(parameters)
    ? Buffer.from(bytes.toString('latin1'), 'base64').toString()
    : bytes.toString();
}

function isExternal(url: string): boolean {
  return /^(?:https?:|ftp:|file:|\/\/)/i.test(clean(url));
}

/** Removes tabs, line ends, and leading control characters and spaces, as browsers do (WHATWG URL, 4.4). */
function clean(url: string): string {
  return url.replace(/[\t\r\n]/g, '').replace(/^[\0-\x20]+/, '');
}
