import { createParser } from './parser.ts';
import { type Bounds, boundsOf, identity, type Matrix, multiply, toMatrix } from './matrix.ts';
import { PdfUnreadable } from './values.ts';
import {
  createMarkedContent,
  inlinePropertyList,
  type MarkedContent,
  type PropertyList,
} from './marked-content.ts';

/** The content drawn by the content streams of a page (ISO 32000-2, 7.8.2). */
export interface StreamContent {
  /** True if a path, a shading or an inline image is painted. */
  paints: boolean;
  /** Total length of the strings shown as text, in bytes. */
  textBytes: number;
  /** Resource names of the fonts used for visible text. */
  fonts: Set<string>;
  /** Resource names of the painted XObjects. */
  externalObjects: Set<string>;
  marked: MarkedContent;
  /** True if some content is optional (8.11.3.2). */
  usesLayers: boolean;
}

/** Receives the objects that a content stream paints, in painting order. */
export interface ContentObserver {
  /**
   * @param name the resource name of an XObject; null for an inline image
   * @param matrix maps the unit square or the form space to the space of the stream
   */
  object(name: string | null, matrix: Matrix): void;
  /**
   * A filled subpath with curves or at least five points, such as a letter.
   * @param bounds the bounds in the space of the stream
   * @param points the number of lines and curves
   */
  shape(bounds: Bounds, points: number): void;
  /**
   * A string of text.
   * @param font the resource name of the font
   * @param isInvisible true for text rendering mode 3
   */
  text(font: string, bytes: number, isInvisible: boolean): void;
}

/** Operators that fill a path without stroking it (8.5.3). A path filled with white counts as blank paper. */
const fillOperators = new Set(['f', 'F', 'f*']);
/** Operators that paint a path (8.5.3), a shading (8.7.4.2) or an inline image (8.9.7). */
const paintOperators = new Set(['S', 's', 'B', 'B*', 'b', 'b*', 'sh', 'BI']);
/** Operators that end a path and fill it (8.5.3). */
const allFillOperators = new Set([...fillOperators, 'B', 'B*', 'b', 'b*']);
/** Operators that end a path without filling it (8.5.3). */
const otherPathEnds = new Set(['S', 's', 'n']);
/** Number of points of the operators that construct a path (8.5.2). Rectangles (`re`) are left out. */
const pathPoints: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['l', 1],
  ['c', 3],
  ['v', 2],
  ['y', 2],
]);
/** Maximum number of subpaths of one path. A page of outlined text as one path has some thousands. */
const maxSubpaths = 100_000;
/** Minimum number of points of a subpath without curves that is not a simple quadrilateral. */
const minShapePoints = 5;
/** Operators that show text (9.4.3). */
const textOperators = new Set(['Tj', 'TJ', "'", '"']);
/** Operators that set the fill colour (8.6.8), with the operands that mean white. */
const whites: ReadonlyMap<string, readonly number[]> = new Map([
  ['g', [1]],
  ['rg', [1, 1, 1]],
  ['k', [0, 0, 0, 0]],
]);
/** Keywords that are values and not operators (7.3.2, 7.3.9). */
const keywords = new Set(['true', 'false', 'null']);
const otherColours = new Set(['cs', 'sc', 'scn']);
const maxOperands = 6;
/**
 * Text rendering mode 3 (9.3.6): text is neither filled nor stroked. The OCR layer of scanned pages uses this mode.
 */
export const invisibleMode = 3;
const maxSavedStates = 1_000;

const [backslash, open, close, less, greater, percent, slash] = [0x5c, 0x28, 0x29, 0x3c, 0x3e, 0x25, 0x2f];

/** Character classes by byte: 0 regular, 1 white space, 2 delimiter (7.2.3). */
const kinds = new Uint8Array(256);
for (const byte of [0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20]) kinds[byte] = 1;
for (const character of '()<>[]{}/%') kinds[character.charCodeAt(0)] = 2;

export function emptyContent(): StreamContent {
  return {
    paints: false,
    textBytes: 0,
    fonts: new Set(),
    externalObjects: new Set(),
    marked: createMarkedContent(),
    usesLayers: false,
  };
}

/**
 * Adds the content of a content stream to `shown`. Ignores unknown operators, as PDF viewers do.
 * @param lists the property lists of the stream's resources, by name
 */
export function scanContent(
  bytes: Uint8Array,
  shown: StreamContent,
  lists: ReadonlyMap<string, PropertyList>,
  observer: ContentObserver | null = null,
): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  let state = { font: '', mode: 0, isWhite: false, matrix: identity };
  const saved: (typeof state)[] = [];
  let name = '';
  let previousName = '';
  /** The last dictionary among the operands read so far: its byte offset, and the name before it. */
  let dictionary: { start: number; tag: string } | null = null;
  let depth = 0;
  let operands: string[] = [];
  let stringBytes = 0;
  let at = 0;
  let subpaths: Subpath[] = [];

  function operator(code: string): void {
    if (observer !== null) trackPath(code, observer);
    const white = whites.get(code);
    if (paintOperators.has(code) || (fillOperators.has(code) && !state.isWhite)) {
      shown.paints = true;
      if (code === 'BI') observer?.object(null, state.matrix);
    } else if (textOperators.has(code)) {
      shown.textBytes += stringBytes;
      if (stringBytes > 0) shown.marked.addText();
      if (stringBytes > 0 && state.mode !== invisibleMode && state.font !== '') shown.fonts.add(state.font);
      observer?.text(state.font, stringBytes, state.mode === invisibleMode);
    } else if (code === 'Do') {
      shown.externalObjects.add(name);
      shown.marked.addExternalObject(name);
      observer?.object(name, state.matrix);
    } else if (code === 'cm') {
      const matrix = toMatrix(operands.map(Number));
      if (matrix !== null) state.matrix = multiply(matrix, state.matrix);
    } else if (code === 'BMC') shown.marked.begin(name, null);
    else if (code === 'BDC') beginWithProperties();
    else if (code === 'EMC') shown.marked.end();
    else if (code === 'Tf') state.font = name;
    else if (code === 'Tr') state.mode = Number(operands.at(-1));
    else if (white !== undefined)
      state.isWhite = white.every((part, index) => Number(operands.slice(-white.length)[index]) === part);
    else if (otherColours.has(code)) state.isWhite = false;
    else if (code === 'q' && saved.length < maxSavedStates) saved.push({ ...state });
    else if (code === 'Q') state = saved.pop() ?? state;
    stringBytes = 0;
    operands = [];
    dictionary = null;
    depth = 0;
  }

  /** Extends the current path, or passes its subpaths to the observer if the operator fills the path. */
  function trackPath(code: string, to: ContentObserver): void {
    const points = pathPoints.get(code);
    if (points !== undefined) {
      if (code === 'm' && subpaths.length < maxSubpaths) subpaths.push(newSubpath());
      const subpath = subpaths.at(-1);
      if (subpath !== undefined) extend(subpath, operands, 2 * points);
    } else if (allFillOperators.has(code)) {
      for (const { bounds, points, isCurved } of subpaths)
        if (isCurved || points >= minShapePoints) to.shape(boundsOf(state.matrix, bounds), points);
      subpaths = [];
    } else if (otherPathEnds.has(code)) subpaths = [];
  }

  /** Begins marked content, whose property list is a dictionary in the stream or named in the resources (14.6.1). */
  function beginWithProperties(): void {
    shown.usesLayers ||= (dictionary?.tag ?? previousName) === 'OC';
    if (dictionary === null) return shown.marked.begin(previousName, lists.get(name) ?? null);
    // The bytes end at the operator. An unclosed dictionary would otherwise extend to the end of the stream.
    shown.marked.begin(dictionary.tag, propertiesAt(bytes.subarray(0, at), dictionary.start));
  }

  function regular(): string {
    const from = at;
    while (at < bytes.length && kinds[bytes[at]!] === 0) at++;
    return text.slice(from, at);
  }

  while (at < bytes.length) {
    const byte = bytes[at]!;
    if (kinds[byte] === 0) {
      const token = regular();
      const first = token.charCodeAt(0);
      // Tokens that start like a number are operands; all other tokens are operators.
      if ((first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2b || first === 0x2e) {
        if (operands.push(token) > maxOperands) operands.shift();
      } else if (token === 'ID') at = endOfInlineImage(text, at);
      else if (depth === 0 || !keywords.has(token)) operator(token);
    } else if (byte === open) {
      const end = endOfString(bytes, at);
      stringBytes += end - at - 2;
      at = end;
    } else if (byte === slash) {
      at++;
      previousName = name;
      name = decodedName(regular());
    } else if (byte === percent) {
      while (at < bytes.length && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++;
    } else if (byte === less && bytes[at + 1] !== less) {
      const end = text.indexOf('>', at);
      stringBytes += end === -1 ? 0 : (end - at - 1) >> 1;
      at = end === -1 ? bytes.length : end + 1;
    } else if (byte === less) {
      if (depth++ === 0) dictionary = { start: at, tag: name };
      at += 2;
    } else if (byte === greater && bytes[at + 1] === greater) {
      depth = Math.max(0, depth - 1);
      at += 2;
    } else at++;
  }
}

interface Subpath {
  bounds: [left: number, top: number, right: number, bottom: number];
  points: number;
  isCurved: boolean;
}

const newSubpath = (): Subpath => ({
  bounds: [Infinity, Infinity, -Infinity, -Infinity],
  points: 0,
  isCurved: false,
});

/** Extends a subpath to the points of an operator, which are its last `count` operands. */
function extend(subpath: Subpath, operands: readonly string[], count: number): void {
  const { bounds } = subpath;
  for (let at = Math.max(0, operands.length - count); at < operands.length - 1; at += 2) {
    const [x, y] = [Number(operands[at]), Number(operands[at + 1])];
    if (x < bounds[0]) bounds[0] = x;
    if (y < bounds[1]) bounds[1] = y;
    if (x > bounds[2]) bounds[2] = x;
    if (y > bounds[3]) bounds[3] = y;
  }
  subpath.points++;
  subpath.isCurved ||= count > 2;
}

function propertiesAt(bytes: Uint8Array, start: number): PropertyList | null {
  try {
    return inlinePropertyList(createParser(bytes, start, true).value());
  } catch (error) {
    if (error instanceof PdfUnreadable) return null;
    throw error;
  }
}

/** Returns the offset of the first byte after a literal string (7.3.4.2). */
function endOfString(bytes: Uint8Array, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const byte = bytes[at];
    if (byte === backslash) at++;
    else if (byte === open) depth++;
    else if (byte === close) depth--;
    at++;
  } while (depth > 0 && at < bytes.length);
  return at;
}

/**
 * Returns the offset of the first byte after an inline image. The image ends with `EI` between white space (8.9.7).
 */
function endOfInlineImage(text: string, from: number): number {
  const closing = /\sEI(?=\s|$)/g;
  closing.lastIndex = from;
  return closing.test(text) ? closing.lastIndex : text.length;
}

/** Decodes the `#xx` escapes of a name (7.3.5). */
function decodedName(raw: string): string {
  if (!raw.includes('#')) return raw;
  return raw.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
