/** Returns whether a value is a URL whose content can run as a script, such as `javascript:` or an HTML data URL. */
export function isScriptUrl(value: string): boolean {
  return /^(?:javascript|vbscript|data:(?:text\/html|application\/xhtml|text\/javascript)):?/i.test(
    clean(value),
  );
}

/** A reference to content outside of the drawing: at another address, or in a file beside it. */
export interface OutsideReference {
  kind: 'remote' | 'file';
  url: string;
}

/** HTML elements that load the content of `src` or `data`. */
const loaders: readonly string[] = ['audio', 'embed', 'frame', 'iframe', 'image', 'img', 'object', 'script'];

/** Returns the URLs in an attribute or a style sheet from which a viewer would load content outside of the drawing. */
export function outsideReferences(element: string, attribute: string, value: string): OutsideReference[] {
  if (attribute === 'href' || attribute === 'src' || attribute === 'data') {
    // A link is not loaded unless the user follows it.
    if (element === 'a') return [];
    const isLoaded = attribute === 'href' || loaders.includes(element);
    return outside([value]).filter(({ kind }) => isLoaded || kind === 'remote');
  }
  const style = withoutEscapes(value);
  const urls = [
    ...style.matchAll(/url\(\s*["']?([^"')]{1,2000})/gi),
    ...style.matchAll(/@import\s+["']([^"']{1,2000})/gi),
    ...style.matchAll(/(?:image-set|src)\(\s*["']([^"']{1,2000})/gi),
  ];
  return outside(urls.map((match) => match[1]!));
}

function outside(urls: readonly string[]): OutsideReference[] {
  return urls.map(clean).flatMap((url) => {
    const kind = kindOf(url);
    return kind === null ? [] : [{ kind, url }];
  });
}

/**
 * Returns where a URL points: to another address, or to a file by a relative path, an absolute path or `file:`. Returns
 * null for parts of the drawing and for schemes that load nothing from outside. A single letter before a colon is a
 * drive of Windows.
 */
function kindOf(url: string): OutsideReference['kind'] | null {
  if (/^(?:https?:|ftp:|\/\/)/i.test(url)) return 'remote';
  if (/^(?:$|#)/.test(url) || /^(?!file:)[a-z][a-z\d+.-]+:/i.test(url)) return null;
  return 'file';
}

/** Names of folders that Windows and macOS create beside those of the users. */
const sharedFolders: readonly string[] = ['public', 'shared', 'default', 'all users'];

/** A name in a path, after a folder of users. Windows ignores the case of folders. */
const userPaths = [
  /(?:^|[\s"'(]|file:\/{0,3})[a-z]:[\\/]+(?:users|documents and settings)[\\/]+([^\\/"'<>|:*?\r\n\t]{1,64})[\\/]/i,
  /(?:^|[\s"'(]|[Ff][Ii][Ll][Ee]:\/{0,3})(?:\/Users\/|\/home\/)([^\\/"'<>|:*?\r\n\t]{1,64})[\\/]/,
];
/** Maximum length of a value with percent-encoded characters that are decoded. Data URLs are longer. */
const maxEncodedCharacters = 4_000;

/**
 * Returns the name of a user in an absolute path of Windows, macOS or Linux; null if there is none. The path begins the
 * value, or follows a space, a quotation mark, a bracket or `file:`.
 */
export function userNameIn(value: string): string | null {
  const text = value.length > maxEncodedCharacters ? value : decoded(value);
  const name = userPaths.map((path) => path.exec(text)?.[1]).find((found) => found !== undefined);
  return name === undefined || sharedFolders.includes(name.toLowerCase()) ? null : name;
}

/** Decodes percent-encoded characters. Returns the text unchanged if an encoding is wrong. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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

/** Removes tabs, line ends, and control characters and spaces at both ends, as browsers do (WHATWG URL, 4.4). */
function clean(url: string): string {
  return url.replace(/[\t\r\n]/g, '').replace(/^[\0-\x20]+|[\0-\x20]+$/g, '');
}
