import type { Weight } from './fonts.ts';
import { layOut, type Piece } from './layout.ts';

export const pageWidth = 595.28;
const pageHeight = 841.89;
export const margin = 48;
const footerHeight = 24;
export const contentWidth = pageWidth - 2 * margin;
const bottom = pageHeight - margin - footerHeight;

export interface TextStyle {
  size: number;
  weight: Weight;
  colour: string;
}

/** A text at a place of a block. `x` and `width` are in points, and `x` counts from the left margin. */
export interface PlacedText {
  text: string;
  x: number;
  width: number;
  style: TextStyle;
}

type Element = PDFKit.PDFStructureElement;

/** The types of pdfkit lack this method. */
interface ImageOpener {
  openImage(file: Buffer): { width: number; height: number };
}

/** A part of a page in which lines and texts are drawn. All lengths are in points. */
export interface Drawing {
  document: PDFKit.PDFDocument;
  left: number;
  top: number;
  /** Writes a text in one line. `y` is its top. */
  text: (text: string, x: number, y: number, style: TextStyle) => void;
  widthOf: (text: string, style: TextStyle) => number;
}

/** Text that is already laid out. pdfkit would measure it again without a width. */
const inLine = { lineBreak: false, baseline: 'alphabetic' as const, textWidth: 0, wordCount: 0 };

const lineHeightOf = ({ size }: TextStyle) => size * 1.4;

/** A table row with its cells. The height is that of its highest cell. */
export interface Row {
  cells: readonly (PlacedText & { isHeading: boolean })[];
}

/** Writes blocks below each other onto tagged pages (ISO 14289-1). All lengths are in points. */
export class PageWriter {
  readonly #document: PDFKit.PDFDocument;
  #y = margin;

  #number = 0;
  readonly #footerText: string;

  constructor(document: PDFKit.PDFDocument, footerText: string) {
    this.#document = document;
    this.#footerText = footerText;
  }

  /** Adds a structure element below `parent`. End it when it has all its children. */
  element(parent: Element | null, tag: string, options: object = {}): Element {
    const element = this.#document.struct(tag, options);
    if (parent === null) this.#document.addStructure(element);
    else parent.add(element);
    return element;
  }

  space(height: number): void {
    this.#y += height;
  }

  /** Starts a new page unless `height` is left on this one. */
  require(height: number): void {
    if (this.#y + height > bottom && this.#y > margin) this.#newPage();
  }

  /** Writes texts side by side as one element. Lines that do not fit continue on the next page. */
  block(parent: Element, tag: string, texts: readonly PlacedText[], options: object = {}): void {
    const element = this.element(parent, tag, options);
    const columns = texts.map((text) => ({ ...text, lines: this.#lines(text) }));
    const height = Math.max(...columns.map(({ style }) => lineHeightOf(style)));
    const count = Math.max(...columns.map(({ lines }) => lines.length));
    let isOpen = false;
    for (let index = 0; index < count; index++) {
      if (this.#y + height > bottom && this.#y > margin) {
        if (isOpen) this.#document.endMarkedContent();
        isOpen = false;
        this.#newPage();
      }
      if (!isOpen) element.add(this.#document.markStructureContent(tag));
      isOpen = true;
      for (const { lines, x, style } of columns) this.#line(lines[index] ?? [], margin + x, this.#y, style);
      this.#y += height;
    }
    if (isOpen) this.#document.endMarkedContent();
    element.end();
  }

  /** Writes a table. The first row repeats on each page. */
  table(parent: Element, head: Row, rows: readonly Row[]): void {
    const table = this.element(parent, 'Table');
    const draw = (row: Row, scope: 'Column' | 'Row' | null) => {
      const element = scope && this.element(table, 'TR');
      const top = this.#y;
      let lowest = top;
      for (const cell of row.cells) {
        const tag = cell.isHeading ? 'TH' : 'TD';
        const cellElement = element && this.element(element, tag, cell.isHeading ? { scope } : {});
        if (cellElement === null) this.#document.markContent('Artifact', { type: 'Pagination' });
        else cellElement.add(this.#document.markStructureContent(tag));
        let y = top;
        for (const line of this.#lines(cell)) {
          this.#line(line, margin + cell.x, y, cell.style);
          y += lineHeightOf(cell.style);
        }
        this.#document.endMarkedContent();
        cellElement?.end();
        lowest = Math.max(lowest, y);
      }
      element?.end();
      this.#y = lowest + 3;
      this.rule('#d5dbe0');
      this.#y += 3;
    };
    const heightOf = ({ cells }: Row) =>
      Math.max(...cells.map((cell) => this.#lines(cell).length * lineHeightOf(cell.style))) + 6;
    this.require(heightOf(head) + (rows[0] === undefined ? 0 : heightOf(rows[0])));
    draw(head, 'Column');
    for (const row of rows) {
      if (this.#y + heightOf(row) > bottom) {
        this.#newPage();
        draw(head, null);
      }
      draw(row, 'Row');
    }
    table.end();
  }

  /** Writes a figure of lines and texts, which `draw` draws. It must be lower than a page. */
  drawing(parent: Element, alt: string, height: number, draw: (drawing: Drawing) => void): void {
    this.require(height);
    const bbox = [margin, this.#y, margin + contentWidth, this.#y + height];
    const figure = this.element(parent, 'Figure', { alt, bbox });
    figure.add(this.#document.markStructureContent('Figure'));
    draw({
      document: this.#document,
      left: margin,
      top: this.#y,
      text: (text, x, y, style) => {
        const [line] = layOut(text, style.weight, Infinity, this.#measure(style));
        this.#line(line!, x, y, style);
      },
      widthOf: (text, style) => this.#measure(style)(style.weight, text),
    });
    this.#document.endMarkedContent();
    figure.end();
    this.#y += height;
  }

  /** Writes a JPEG picture. Writes nothing if it is none. */
  picture(parent: Element, jpeg: Uint8Array, alt: string, maxWidth: number, maxHeight: number): void {
    const opened = this.#open(jpeg);
    if (opened === null) return;
    const scale = Math.min(maxWidth / opened.width, maxHeight / opened.height, 1);
    const [width, height] = [opened.width * scale, opened.height * scale];
    this.require(height + 4);
    const bbox = [margin, this.#y, margin + width, this.#y + height];
    const figure = this.element(parent, 'Figure', { alt, bbox });
    figure.add(this.#document.markStructureContent('Figure'));
    this.#document.image(opened as unknown as string, margin, this.#y, { width, height });
    this.#document.endMarkedContent();
    figure.end();
    this.#y += height + 6;
  }

  /** Draws a line over the width of the content, which has no meaning. */
  rule(colour: string): void {
    this.#artifact(() =>
      this.#document
        .moveTo(margin, this.#y)
        .lineTo(margin + contentWidth, this.#y)
        .lineWidth(0.5)
        .stroke(colour),
    );
  }

  /** Draws a bar at the left of the next `height` points. */
  bar(colour: string, height: number): void {
    this.#artifact(() => this.#document.rect(margin - 10, this.#y, 3, height).fill(colour));
  }

  /** Adds the page to the outline under a title. */
  bookmark(title: string): void {
    this.#document.outline.addItem(title);
  }

  /** Writes the footer of the last page. The other pages have theirs already. */
  end(): void {
    this.#footer();
  }

  #footer(): void {
    this.#number++;
    const style: TextStyle = { size: 7.5, weight: 'regular', colour: '#545f68' };
    const y = pageHeight - margin - 4;
    const [line] = layOut(this.#footerText, 'regular', contentWidth - 90, this.#measure(style));
    const number = layOut(`Page ${this.#number}`, 'regular', 60, this.#measure(style));
    this.#document.markContent('Artifact', { type: 'Pagination' });
    this.#line(line!, margin, y, style);
    this.#line(number[0]!, margin + contentWidth - 40, y, style);
    this.#document.endMarkedContent();
  }

  #open(jpeg: Uint8Array): { width: number; height: number } | null {
    try {
      return (this.#document as unknown as ImageOpener).openImage(Buffer.from(jpeg));
    } catch {
      return null;
    }
  }

  #artifact(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#document.endMarkedContent();
  }

  #newPage(): void {
    this.#footer();
    this.#document.addPage();
    this.#y = margin;
  }

  readonly #widths = new Map<string, number>();

  #measure({ size }: TextStyle) {
    return (font: string, text: string) => {
      const key = `${font} ${text}`;
      let width = this.#widths.get(key);
      if (width === undefined) {
        width = this.#document.font(font).fontSize(1000).widthOfString(text) / 1000;
        this.#widths.set(key, width);
      }
      return width * size;
    };
  }

  #lines({ text, width, style }: PlacedText): Piece[][] {
    return layOut(text, style.weight, width, this.#measure(style));
  }

  #line(pieces: readonly Piece[], x: number, y: number, { size, colour }: TextStyle): void {
    this.#document.fillColor(colour);
    for (const piece of pieces) {
      // All fonts have the same baseline.
      this.#document
        .font(piece.font)
        .fontSize(size)
        .text(piece.text, x + piece.x, y + size, inLine);
    }
  }
}
