import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Bounds, boundsOf, intersect, type Matrix, multiply, toMatrix } from '../matrix.ts';
import { type DecodedImage, decodedImage, decodedObject, type PdfJsImage } from './decoded-image.ts';
import { rectanglesOf } from './path-rectangles.ts';

/** An image, or a rectangle of one colour, that a page paints. */
export interface Painted extends Compositing {
  /** Null for a rectangle. */
  image: DecodedImage | null;
  /** Maps the unit square to the displayed page, in units of the viewport. */
  matrix: Matrix;
  /** The visible part of the displayed page, in units of the viewport. */
  clip: Bounds;
  /** Colour of a rectangle or of an image mask. */
  colour: Colour;
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
  /** Combined compositing of all enclosing groups. */
  group: Compositing;
}

const plain: Compositing = { alpha: 1, multiplies: false, softMask: null };
const black: Colour = [0, 0, 0];
/** Maximum number of painted images and rectangles per page. A page that consists of tiles has some hundreds. */
const maxPainted = 20_000;
const fillOperators = new Set<number>([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

/** Arguments of pdf.js operators. Only the fields that are used here are declared. */
interface Group {
  matrix: ArrayLike<unknown> | null;
  bbox: Bounds | null;
  smask: { subtype?: string; backdrop?: string } | null | undefined;
}
type Path = [operator: number, data: (Float32Array | null)[], bounds: Bounds | null];

/**
 * Returns the images of a page, and the filled rectangles that may hide them, in painting order. Text, other paths,
 * patterns, shadings and annotations are left out.
 * @param base the matrix from the page to the viewport
 * @param isVisible returns whether optional content is displayed (ISO 32000-2, 8.11)
 */
export async function readDisplayList(
  page: PDFPageProxy,
  base: Matrix,
  view: Bounds,
  isVisible: (group: unknown) => boolean,
): Promise<Painted[]> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: annotationsDisabled });
  const images = new Map<string, DecodedImage | null>();
  let painted: Painted[] = [];
  let state: State = { ...plain, matrix: base, clip: view, colour: black, group: plain };
  const saved: State[] = [];
  /** One item per open group: the display list of its parent if the group defines a soft mask, otherwise null. */
  const outer: (Painted[] | null)[] = [];
  let newMask: SoftMask | null = null;
  /** One item per open marked-content sequence: true if its content is hidden. */
  const hides: boolean[] = [];
  let clips = false;
  let count = 0;

  const save = () => saved.push(state);
  const restore = () => (state = saved.pop() ?? state);
  const transform = (values: ArrayLike<unknown> | null | undefined) => {
    const matrix = toMatrix(values);
    if (matrix !== null) state = { ...state, matrix: multiply(matrix, state.matrix) };
  };
  const clipTo = (box: Bounds, matrix = state.matrix) => {
    state = { ...state, clip: intersect(state.clip, boundsOf(matrix, box)) };
  };

  function paint(image: DecodedImage | null, matrix = state.matrix): void {
    const { clip, colour, alpha, multiplies, softMask, group } = state;
    if (hides.includes(true) || count++ >= maxPainted) return;
    painted.push({
      image,
      matrix,
      clip,
      colour: colour ?? black,
      alpha: alpha * group.alpha,
      multiplies: multiplies || group.multiplies,
      softMask: softMask ?? group.softMask,
    });
  }

  async function paintObject(id: string, isMask: boolean): Promise<void> {
    let image = images.get(id);
    if (image === undefined) {
      image = decodedImage(await decodedObject(page, id), isMask);
      images.set(id, image);
    }
    if (image !== null) paint(image);
  }

  function constructPath([operator, [data], bounds]: Path): void {
    if (data && fillOperators.has(operator) && state.colour !== null)
      for (const [x1, y1, x2, y2] of rectanglesOf(data))
        paint(null, multiply([x2 - x1, 0, 0, y2 - y1, x1, y1], state.matrix));
    if (clips && bounds !== null) clipTo(bounds);
    clips = false;
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

  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as unknown[];
    if (operator === OPS.save) save();
    else if (operator === OPS.restore) restore();
    else if (operator === OPS.transform) transform(args);
    else if (operator === OPS.setGState) setGState(args[0] as [string, unknown][]);
    else if (operator === OPS.setFillRGBColor) state = { ...state, colour: colourOf(args[0]) };
    else if (operator === OPS.setFillColorN) state = { ...state, colour: null };
    else if (operator === OPS.clip || operator === OPS.eoClip) clips = true;
    else if (operator === OPS.constructPath) constructPath(args as Path);
    else if (operator === OPS.paintFormXObjectBegin) {
      save();
      transform(args[0] as ArrayLike<unknown> | null);
      if (args[1]) clipTo(args[1] as Bounds);
    } else if (operator === OPS.paintFormXObjectEnd) restore();
    else if (operator === OPS.beginGroup) beginGroup(args[0] as Group);
    else if (operator === OPS.endGroup) endGroup(args[0] as Group);
    else if (operator === OPS.beginMarkedContent) hides.push(false);
    else if (operator === OPS.beginMarkedContentProps) hides.push(args[0] === 'OC' && !isVisible(args[1]));
    else if (operator === OPS.endMarkedContent) hides.pop();
    else if (operator === OPS.paintImageXObject) await paintObject(args[0] as string, false);
    else if (operator === OPS.paintImageMaskXObject)
      await paintObject((args[0] as { data: string }).data, true);
    else if (operator === OPS.paintInlineImageXObject) {
      const image = decodedImage(args[0] as PdfJsImage, false);
      if (image !== null) paint(image);
    } else if (operator === OPS.paintSolidColorImageMask) paint(null);
  }
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
