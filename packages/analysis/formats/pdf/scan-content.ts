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
  /** The colours with which something is painted, as `paintColour` makes them. */
  colours: Set<string>;
}

/**
 * A colour with which content is painted: the name of a colour space, of a shading, or of a pattern with the name of
 * its underlying colour space; or `fill` or `stroke` for the colour at the start of the stream. A form starts with the
 * colours of its caller (8.10.1), and a page with black in DeviceGray (8.4.1).
 */
export type PaintColour =
  | { kind: 'space'; name: string }
  | { kind: 'shading'; name: string }
  | { kind: 'pattern'; name: string; space: string | null }
  | { kind: 'initial'; name: 'fill' | 'stroke' };

const colourKeys = { space: 'c', shading: 's', pattern: 'p', initial: 'i' } as const;
/** Colours are stored as text, so that a set has each of them once. Names of PDF cannot contain NUL (7.3.5). */
const colourKey = (kind: keyof typeof colourKeys, name: string, space = '') =>
  `${colourKeys[kind]}\0${name}\0${space}`;

export function paintColour(key: string): PaintColour {
  const [code, name, space] = key.split('\0') as [string, string, string];
  if (code === 'i') return { kind: 'initial', name: name as 'fill' | 'stroke' };
  if (code === 'p') return { kind: 'pattern', name, space: space === '' ? null : space };
  return code === 's' ? { kind: 'shading', name } : { kind: 'space', name };
}

/** Receives the objects that a content stream paints, in painting order. */
export interface ContentObserver {
  /**
   * @param name the resource name of an XObject; null for an inline image
   * @param matrix maps the unit square or the form space to the space of the stream
   * @param colours the colours for filling and stroking, which a form and an image mask use
   */
  object?(name: string | null, matrix: Matrix, colours: { fill: string; stroke: string }): void;
  /**
   * The dictionary of an inline image (8.9.7).
   * @param entries the dictionary without `BI` and `ID`, or its first 2,000 characters
   */
  inlineImage?(entries: string, matrix: Matrix): void;
  /**
   * A filled subpath with curves or at least five points, such as a letter.
   * @param bounds the bounds in the space of the stream
   * @param points the number of lines and curves
   */
  shape?(bounds: Bounds, points: number): void;
  /**
   * A string of text.
   * @param font the resource name of the font
   * @param isInvisible true for text rendering mode 3
   */
  text?(font: string, bytes: number, isInvisible: boolean): void;
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
/** Operators that set a colour in a device colour space (8.6.8). */
const deviceColours: ReadonlyMap<string, { use: 'fill' | 'stroke'; space: string }> = new Map([
  ['g', { use: 'fill', space: 'DeviceGray' }],
  ['G', { use: 'stroke', space: 'DeviceGray' }],
  ['rg', { use: 'fill', space: 'DeviceRGB' }],
  ['RG', { use: 'stroke', space: 'DeviceRGB' }],
  ['k', { use: 'fill', space: 'DeviceCMYK' }],
  ['K', { use: 'stroke', space: 'DeviceCMYK' }],
]);
/** Operators that stroke a path (8.5.3). */
const strokeOperators = new Set(['S', 's', 'B', 'B*', 'b', 'b*']);
/** Text rendering modes that fill glyphs, and those that stroke them (9.3.6). */
const fillingModes = new Set([0, 2, 4, 6]);
const strokingModes = new Set([1, 2, 5, 6]);
const maxInlineEntries = 2_000;
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
    colours: new Set(),
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
  let state = {
    font: '',
    mode: 0,
    isWhite: false,
    matrix: identity,
    fill: colourKey('initial', 'fill'),
    stroke: colourKey('initial', 'stroke'),
  };
  const saved: (typeof state)[] = [];
  let name = '';
  let previousName = '';
  /** The last dictionary among the operands read so far: its byte offset, and the name before it. */
  let dictionary: { start: number; tag: string } | null = null;
  let depth = 0;
  let operands: string[] = [];
  let stringBytes = 0;
  /** True if a name is among the operands read so far. */
  let hasName = false;
  let inlineImageAt = 0;
  let at = 0;
  let subpaths: Subpath[] = [];

  function operator(code: string): void {
    if (observer?.shape !== undefined) trackPath(code, observer);
    trackColour(code);
    const white = whites.get(code);
    if (paintOperators.has(code) || (fillOperators.has(code) && !state.isWhite)) {
      shown.paints = true;
      if (code === 'BI') observer?.object?.(null, state.matrix, state);
      if (code === 'BI') inlineImageAt = at;
    } else if (textOperators.has(code)) {
      shown.textBytes += stringBytes;
      if (stringBytes > 0) shown.marked.addText();
      if (stringBytes > 0 && state.mode !== invisibleMode && state.font !== '') shown.fonts.add(state.font);
      observer?.text?.(state.font, stringBytes, state.mode === invisibleMode);
    } else if (code === 'Do') {
      shown.externalObjects.add(name);
      shown.marked.addExternalObject(name);
      observer?.object?.(name, state.matrix, state);
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
    hasName = false;
  }

  /** Follows the colours for filling and stroking (8.6.8), and adds those with which something is painted. */
  function trackColour(code: string): void {
    const device = deviceColours.get(code);
    if (device !== undefined) state[device.use] = colourKey('space', device.space);
    else if (code === 'cs') state.fill = colourKey('space', name);
    else if (code === 'CS') state.stroke = colourKey('space', name);
    else if (code === 'scn' && hasName) state.fill = patternIn(state.fill);
    else if (code === 'SCN' && hasName) state.stroke = patternIn(state.stroke);
    else if (code === 'sh') shown.colours.add(colourKey('shading', name));
    else if (textOperators.has(code)) {
      if (stringBytes > 0 && fillingModes.has(state.mode)) shown.colours.add(state.fill);
      if (stringBytes > 0 && strokingModes.has(state.mode)) shown.colours.add(state.stroke);
    } else {
      if (allFillOperators.has(code)) shown.colours.add(state.fill);
      if (strokeOperators.has(code)) shown.colours.add(state.stroke);
    }
  }

  /** Returns the pattern that the last name selects. Its underlying colour space is the current one (8.7.3.3). */
  function patternIn(current: string): string {
    const colour = paintColour(current);
    const space = colour.kind === 'pattern' ? colour.space : colour.kind === 'space' ? colour.name : null;
    return colourKey('pattern', name, space ?? '');
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
        if (isCurved || points >= minShapePoints) to.shape?.(boundsOf(state.matrix, bounds), points);
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
      } else if (token === 'ID') {
        const entries = text.slice(inlineImageAt, Math.min(at - 2, inlineImageAt + maxInlineEntries));
        observer?.inlineImage?.(entries, state.matrix);
        at = endOfInlineImage(text, at);
      } else if (depth === 0 || !keywords.has(token)) operator(token);
    } else if (byte === open) {
      const end = endOfString(bytes, at);
      stringBytes += end - at - 2;
      at = end;
    } else if (byte === slash) {
      at++;
      previousName = name;
      name = decodedName(regular());
      hasName = true;
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
