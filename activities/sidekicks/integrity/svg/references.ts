// URLs as browsers read them: they leave out tabs and line ends, and control characters and spaces before (WHATWG URL).

/** Whether a value is a URL that runs as a script. */
export function isScriptUrl(value: string): boolean {
  return /^(?:javascript|vbscript|data:(?:text\/html|application\/xhtml|text\/javascript)):?/i.test(
    clean(value),
  );
}

/** The URLs outside of the file that a viewer would load for an attribute, or for a style sheet's text. */
export function externalReferences(element: string, attribute: string, value: string): string[] {
  if (attribute === 'href' || attribute === 'src' || attribute === 'data') {
    // Links are followed by whoever wants to.
    return element !== 'a' && isExternal(value) ? [clean(value)] : [];
  }
  const urls = [
    ...value.matchAll(/url\(\s*["']?([^"')]{1,2000})/gi),
    ...value.matchAll(/@import\s+["']([^"']{1,2000})/gi),
  ];
  return urls.map((match) => match[1]!).filter(isExternal);
}

function isExternal(url: string): boolean {
  return /^(?:https?:|ftp:|file:|\/\/)/i.test(clean(url));
}

function clean(url: string): string {
  return url.replace(/[\t\r\n]/g, '').replace(/^[\0-\x20]+/, '');
}
