/** Splits the output of a process into lines. */
export interface LineReader {
  write: (text: string) => void;
  /** Passes the last line to `onLine` if it has no line break. Called at the end of the output. */
  end: () => void;
}

/**
 * Returns a reader that passes each line to `onLine`. Drops the characters of a line beyond `maxCharacters`: lines may
 * contain metadata of an untrusted file, and could exceed the memory or the maximum length of a string.
 * @param onDropped called with the number of characters dropped from a line, as soon as they are read
 */
export function createLineReader(
  maxCharacters: number,
  onLine: (line: string) => void,
  onDropped: (characters: number) => void = () => undefined,
): LineReader {
  let line = '';
  const end = () => {
    const complete = line;
    line = '';
    onLine(complete);
  };
  return {
    write(text) {
      for (const [index, part] of text.split('\n').entries()) {
        if (index > 0) end();
        const kept = part.slice(0, maxCharacters - line.length);
        line += kept;
        if (kept.length < part.length) onDropped(part.length - kept.length);
      }
    },
    end() {
      if (line !== '') end();
    },
  };
}
