import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Bounds, boundsOf, identity, intersect, type Matrix, multiply, toMatrix } from '../matrix.ts';
import { type DecodedImage, decodedImage, decodedObject, type PdfJsImage } from './decoded-image.ts';
import { isNoCharacter } from './nameless-fonts.ts';
import { flatten, type Outline, unitSquare } from './outline.ts';
import { invisibleMode } from '../scan-content.ts';
import {
  advance,
  type Glyph,
  initialText,
  type Operators,
  type PdfJsFont,
  placeGlyphs,
  type TextParameters,
} from './text-state.ts';

/** An image, or an area of one colour, that a page paints. */
export type Painted = PaintedImage | PaintedArea;
export interface PaintedImage extends Paint {
  image: DecodedImage;
  /** Maps the unit square to the displayed page, in units of the viewport. */
  matrix: Matrix;
}
export interface PaintedArea extends Paint {
  image: null;
  /** In units of the viewport. */
  outline: Outline;
}
interface Paint extends Compositing {
  /** The visible part of the displayed page, in units of the viewport. */
  clip: Bounds;
  /** Colour of an area or of an image mask. */
  colour: Colour;
}

/** A string of text that the page shows. */
export interface TextRun {
  text: string;
  /** Maps the unit square of the first character to the displayed page. */
  matrix: Matrix;
  /** Place of the end of the string on the displayed page. */
  end: readonly [x: number, y: number];
  /** True for text rendering mode 3. */
  isInvisible: boolean;
}
export type Colour = readonly [red: number, green: number, blue: number];

/** How a colour is combined with the backdrop, the colours painted before it (ISO 32000-2, 11.3). */
interface Compositing {
  /** Opacity (0–1). */
  alpha: number;
  /** True for the blend mode Multiply (11.3.5.2). */
  multiplies: boolean;
  softMask: SoftMask | null;
}

/** A soft mask. The luminosity of its pixels is the opacity of the objects painted with the mask (11.6.5.2). */
export interface SoftMask {
  painted: Painted[];
  backdrop: Colour;
}

interface State extends Compositing {
  matrix: Matrix;
  clip: Bounds;
  /** Null for a pattern. */
  colour: Colour | null;
  text: TextParameters;
  /** Combined compositing of all enclosing groups. */
  group: Compositing;
}

const plain: Compositing = { alpha: 1, multiplies: false, softMask: null };
const black: Colour = [0, 0, 0];
/** Maximum number of painted images and areas per page. A page of drawn letters has some thousands. */
const maxPainted = 100_000;
/** Maximum number of points of the painted areas. The letters of a page have some 100,000. */
const maxPoints = 2_000_000;
/** Maximum number of operators that are run for the glyphs of Type 3 fonts. */
const maxGlyphOperators = 2_000_000;
const fillOperators = new Set<number>([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

const evenOddOperators = new Set<number>([OPS.eoFill, OPS.eoFillStroke, OPS.closeEOFillStroke]);

/** Arguments of pdf.js operators. Only the fields that are used here are declared. */
interface Group {
  matrix: ArrayLike<unknown> | null;
  bbox: Bounds | null;
  smask: { subtype?: string; backdrop?: string } | null | undefined;
}
type Path = [operator: number, data: (Float32Array | null)[], bounds: Bounds | null];

export interface DisplayOptions {
  /** The matrix from the page to the viewport. */
  base: Matrix;
  /** The visible part of the page, in units of the viewport. */
  view: Bounds;
  /** Returns whether optional content is displayed (ISO 32000-2, 8.11). */
  isVisible: (group: unknown) => boolean;
  /** True to paint all glyphs whose font is embedded. Absent: glyphs are painted only if their character is unknown. */
  paintsGlyphs?: boolean;
  /** Called for each string on a displayed layer. Areas and glyphs are then not painted. */
  onText?: (run: TextRun) => void;
}

/**
 * Returns the images and the filled areas of a page, in painting order. Glyphs are areas if their text cannot be
 * extracted. Strokes, patterns, shadings, annotations and all other text are left out.
 */
export async function readDisplayList(
  page: PDFPageProxy,
  { base, view, isVisible, paintsGlyphs = false, onText }: DisplayOptions,
): Promise<Painted[]> {
  const operators: Operators = await page.getOperatorList({ annotationMode: annotationsDisabled });
  const images = new Map<string, DecodedImage | null>();
  let painted: Painted[] = [];
  let state: State = { ...plain, matrix: base, clip: view, colour: black, group: plain, text: initialText };
  const saved: State[] = [];
  /** One item per open group: the display list of its parent if the group defines a soft mask, otherwise null. */
  const outer: (Painted[] | null)[] = [];
  let newMask: SoftMask | null = null;
  /** One item per open marked-content sequence: true if its content is hidden. */
  const hides: boolean[] = [];
  let clips = false;
  let count = 0;
  let points = 0;
  let glyphOperators = 0;
  /** Matrices of the current text position and the start of the line (9.4.1). */
  let [textMatrix, lineMatrix] = [identity, identity];

  const save = () => saved.push(state);
  const restore = () => (state = saved.pop() ?? state);
  const transform = (values: ArrayLike<unknown> | null | undefined) => {
    const matrix = toMatrix(values);
    if (matrix !== null) state = { ...state, matrix: multiply(matrix, state.matrix) };
  };
  const clipTo = (box: Bounds, matrix = state.matrix) => {
    state = { ...state, clip: intersect(state.clip, boundsOf(matrix, box)) };
  };

  function paint(what: { image: DecodedImage; matrix: Matrix } | { image: null; outline: Outline }): void {
    const { clip, colour, alpha, multiplies, softMask, group } = state;
    if (hides.includes(true) || count++ >= maxPainted) return;
    painted.push({
      ...what,
      clip,
      colour: colour ?? black,
      alpha: alpha * group.alpha,
      multiplies: multiplies || group.multiplies,
      softMask: softMask ?? group.softMask,
    });
  }

  function paintArea(path: ArrayLike<number>, isEvenOdd: boolean, matrix = state.matrix): void {
    if (points >= maxPoints || onText !== undefined) return;
    const outline = flatten(path, matrix, isEvenOdd);
    points += outline.size;
    paint({ image: null, outline });
  }

  async function paintObject(id: string, isMask: boolean): Promise<void> {
    let image = images.get(id);
    if (image === undefined) {
      image = decodedImage(await decodedObject(page, id), isMask);
      images.set(id, image);
    }
    if (image !== null) paint({ image, matrix: state.matrix });
  }

  function constructPath([operator, [data], bounds]: Path): void {
    if (data && fillOperators.has(operator) && state.colour !== null)
      paintArea(data, evenOddOperators.has(operator));
    if (clips && bounds !== null) clipTo(bounds);
    clips = false;
  }

  const setText = (text: Partial<TextParameters>) => (state = { ...state, text: { ...state.text, ...text } });

  async function setFont([name, size]: [string, number]): Promise<void> {
    const font = (await decodedObject(page, name)) as unknown as PdfJsFont | string | null;
    setText({ font: typeof font === 'object' ? font : null, size });
  }

  function moveText(x: number, y: number): void {
    lineMatrix = textMatrix = multiply([1, 0, 0, 1, x, y], lineMatrix);
  }

  async function showText(glyphs: readonly (Glyph | number)[]): Promise<void> {
    const { font, mode } = state.text;
    if (font === null) return;
    const placed = placeGlyphs(glyphs, state.text, multiply(textMatrix, state.matrix));
    textMatrix = advance(glyphs, state.text, textMatrix);
    const isInvisible = mode === invisibleMode;
    if (hides.includes(true)) return;
    if (onText !== undefined && placed.length > 0) {
      const { matrix } = placed[0]!;
      const end = multiply(textMatrix, state.matrix);
      const text = placed.map(({ glyph, isSpaced }) => (isSpaced ? ' ' : '') + glyph.unicode).join('');
      onText({ text, matrix, end: [end[4], end[5]], isInvisible });
    }
    if (isInvisible || onText !== undefined) return;
    for (const { glyph, matrix } of placed) {
      if (!paintsGlyphs && !isNoCharacter(glyph.unicode)) continue;
      if (font.isType3Font) await paintType3(font, glyph, matrix);
      else if (state.colour !== null) {
        const path = glyphPath(page, font, glyph);
        if (path !== null) paintArea(path, false, matrix);
      }
    }
  }

  /** Paints a glyph whose description is a content stream (9.6.4). */
  async function paintType3(font: PdfJsFont, glyph: Glyph, matrix: Matrix): Promise<void> {
    const operators = font.charProcOperatorList?.get(glyph.operatorListId ?? '');
    if (operators === undefined || (glyphOperators += operators.fnArray.length) > maxGlyphOperators) return;
    const [ownText, ownLine, depth] = [textMatrix, lineMatrix, saved.length];
    save();
    state = { ...state, matrix: multiply(font.fontMatrix ?? identity, matrix) };
    await run(operators);
    saved.length = Math.min(saved.length, depth + 1);
    restore();
    [textMatrix, lineMatrix] = [ownText, ownLine];
  }

  function beginGroup({ matrix, bbox, smask }: Group): void {
    save();
    if (bbox !== null) {
      const own = toMatrix(matrix);
      clipTo(bbox, own === null ? state.matrix : multiply(own, state.matrix));
    }
    const { alpha, multiplies, softMask, group } = state;
    outer.push(smask ? painted : null);
    if (smask) painted = [];
    state = {
      ...state,
      ...plain,
      group: smask
        ? plain
        : {
            alpha: alpha * group.alpha,
            multiplies: multiplies || group.multiplies,
            softMask: softMask ?? group.softMask,
          },
    };
  }

  function endGroup({ smask }: Group): void {
    restore();
    const list = outer.pop();
    if (!list) return;
    newMask =
      smask?.subtype === 'Luminosity' ? { painted, backdrop: colourOf(smask.backdrop) ?? black } : null;
    painted = list;
  }

  function setGState(entries: [key: string, value: unknown][]): void {
    for (const [key, value] of entries) {
      if (key === 'ca' && typeof value === 'number') state = { ...state, alpha: value };
      if (key === 'BM') state = { ...state, multiplies: value === 'multiply' };
      if (key !== 'SMask') continue;
      state = { ...state, softMask: value ? newMask : null };
      newMask = null;
    }
  }

  async function run({ fnArray, argsArray }: Operators): Promise<void> {
    for (const [index, operator] of fnArray.entries())
      await apply(operator, (argsArray[index] ?? []) as unknown[]);
  }

  async function apply(operator: number, args: unknown[]): Promise<void> {
    const [first, second] = args;
    switch (operator) {
      case OPS.save:
        return void save();
      case OPS.restore:
        return void restore();
      case OPS.transform:
        return transform(args);
      case OPS.setGState:
        return setGState(first as [string, unknown][]);
      case OPS.setFillRGBColor:
        return void (state = { ...state, colour: colourOf(first) });
      case OPS.setFillColorN:
        return void (state = { ...state, colour: null });
      case OPS.clip:
      case OPS.eoClip:
        return void (clips = true);
      case OPS.constructPath:
        return constructPath(args as unknown as Path);
      case OPS.paintFormXObjectBegin:
        save();
        transform(first as ArrayLike<unknown> | null);
        if (second) clipTo(second as Bounds);
        return;
      case OPS.paintFormXObjectEnd:
        return void restore();
      case OPS.beginGroup:
        return beginGroup(first as Group);
      case OPS.endGroup:
        return endGroup(first as Group);
      case OPS.beginMarkedContent:
        return void hides.push(false);
      case OPS.beginMarkedContentProps:
        return void hides.push(first === 'OC' && !isVisible(second));
      case OPS.endMarkedContent:
        return void hides.pop();
      case OPS.paintImageXObject:
        return paintObject(first as string, false);
      case OPS.paintImageMaskXObject:
        return paintObject((first as { data: string }).data, true);
      case OPS.paintInlineImageXObject: {
        const image = decodedImage(first as PdfJsImage, false);
        if (image !== null) paint({ image, matrix: state.matrix });
        return;
      }
      case OPS.paintSolidColorImageMask:
        return paintArea(unitSquare, false);
      case OPS.beginText:
        textMatrix = lineMatrix = identity;
        return;
      case OPS.setFont:
        return setFont(args as [string, number]);
      case OPS.setCharSpacing:
        return void setText({ charSpacing: first as number });
      case OPS.setWordSpacing:
        return void setText({ wordSpacing: first as number });
      case OPS.setHScale:
        return void setText({ hScale: (first as number) / 100 });
      case OPS.setLeading:
        return void setText({ leading: -(first as number) });
      case OPS.setTextRise:
        return void setText({ rise: first as number });
      case OPS.setTextRenderingMode:
        return void setText({ mode: first as number });
      case OPS.setTextMatrix:
        textMatrix = lineMatrix = toMatrix(first as ArrayLike<unknown>) ?? identity;
        return;
      case OPS.setLeadingMoveText:
        setText({ leading: second as number });
        return moveText(first as number, second as number);
      case OPS.moveText:
        return moveText(first as number, second as number);
      case OPS.nextLine:
        return moveText(0, state.text.leading);
      case OPS.showText:
        return showText(first as (Glyph | number)[]);
    }
  }

  await run(operators);
  return painted;
}

/** `AnnotationMode.DISABLE` of pdf.js. */
const annotationsDisabled = 0;

/** Returns a colour that pdf.js writes as `#rrggbb`; null for anything else. */
function colourOf(text: unknown): Colour | null {
  const digits = typeof text === 'string' ? /^#([0-9a-f]{6})$/i.exec(text)?.[1] : undefined;
  if (digits === undefined) return null;
  const value = parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Returns the outline of a glyph in units of the font size; null if it has none. */
function glyphPath(page: PDFPageProxy, font: PdfJsFont, { fontChar }: Glyph): ArrayLike<number> | null {
  const id = `${font.loadedName}_path_${fontChar}`;
  if (font.missingFile === true || !page.commonObjs.has(id)) return null;
  return (page.commonObjs.get(id) as { path?: ArrayLike<number> } | null)?.path ?? null;
}
