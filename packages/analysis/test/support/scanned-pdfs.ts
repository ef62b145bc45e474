import { deflateSync } from 'node:zlib';
import type { Picture } from '../../decode/picture.ts';
import { createPdfWriter } from '../../../../tools/local/samples/pdf-writer.ts';
import { bitsOf, greyOf } from './test-picture.ts';

/** A stream object of a PDF. */
export interface PdfStream {
  entries: string;
  bytes: Uint8Array;
}

export interface ScannedPage {
  /** The content stream, or several. */
  content: string | readonly string[];
  /** XObjects by resource name. `@name` in their entries refers to another one. */
  objects?: Readonly<Record<string, PdfStream>>;
  /** Additional resources. */
  resources?: string;
  /** Additional fonts by resource name, with references as in `objects`. */
  fonts?: Readonly<Record<string, string>>;
  /** Additional entries of the page, with references as in `objects`. Absent: a media box of 96 × 128 points. */
  entries?: string;
}

/** Returns a PDF with the given pages. The font F0 is Helvetica. Content with the property list `Hidden` is hidden. */
export function pdfOfPages(pages: readonly ScannedPage[]): Buffer {
  const writer = createPdfWriter('table');
  const [catalog, tree, font, layer] = [1, 2, 3, 4].map(() => writer.newNumber()) as [
    number,
    number,
    number,
    number,
  ];
  writer.object(font, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  writer.object(layer, '<< /Type /OCG /Name (Hidden) >>');
  const kids = pages.map(
    ({ content, objects = {}, resources = '', fonts = {}, entries = '/MediaBox [0 0 96 128]' }) => {
      const numbers = new Map(Object.keys(objects).map((name) => [name, writer.newNumber()]));
      const resolve = (text: string) =>
        text.replace(/@(\w+)/g, (_, name: string) => `${numbers.get(name)} 0 R`);
      const named = [...numbers].map(([name, number]) => `/${name} ${number} 0 R`).join(' ');
      for (const [name, { entries: own, bytes }] of Object.entries(objects))
        writer.stream(numbers.get(name)!, resolve(own), Buffer.from(bytes));
      const contents = [content].flat().map((text) => {
        const number = writer.newNumber();
        writer.stream(number, '', Buffer.from(text, 'latin1'));
        return number;
      });
      const namedFonts = Object.entries(fonts)
        .map(([name, value]) => `/${name} ${resolve(value)}`)
        .join(' ');
      const page = writer.newNumber();
      writer.object(
        page,
        `<< /Type /Page /Parent ${tree} 0 R /Contents [${contents.map((number) => `${number} 0 R`).join(' ')}] ` +
          `/Resources << /Font << /F0 ${font} 0 R ${namedFonts} >> /Properties << /Hidden ${layer} 0 R >> /XObject << ${named} >> ${resolve(resources)} >> ${resolve(entries)} >>`,
      );
      return page;
    },
  );
  writer.object(
    tree,
    `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`,
  );
  const layers = `/OCProperties << /OCGs [${layer} 0 R] /D << /OFF [${layer} 0 R] >> >>`;
  writer.object(catalog, `<< /Type /Catalog /Pages ${tree} 0 R ${layers} >>`);
  return writer.end(catalog);
}

/** Returns an image XObject. `entries` have its colour space and filter. */
export function imageStream(
  { width, height }: { width: number; height: number },
  bytes: Uint8Array,
  entries: string,
): PdfStream {
  return { entries: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${entries}`, bytes };
}

/** Returns a picture as an image of 24 bits per pixel. */
export const rgbImage = (picture: Picture, entries = ''): PdfStream =>
  imageStream(
    picture,
    deflateSync(picture.rgb),
    `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode ${entries}`,
  );

/** Returns a picture as an image of 8 bits of grey per pixel. */
export const greyImage = (picture: Picture, entries = ''): PdfStream =>
  imageStream(
    picture,
    deflateSync(greyOf(picture)),
    `/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode ${entries}`,
  );

/** Returns a picture as an image mask that paints its dark pixels. */
export const maskImage = (picture: Picture): PdfStream =>
  imageStream(picture, bitsOf(picture, 'light'), '/ImageMask true /BitsPerComponent 1');

/** Wraps data of ITU-T T.6 as a JBIG2 stream of a page with one generic region (ITU-T T.88, 7.2, 7.4.6 and 7.4.8). */
export function jbig2Of({ width, height }: { width: number; height: number }, t6: Uint8Array): Buffer {
  const numbers = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
    return bytes;
  };
  const segment = (number: number, type: number, data: Buffer) =>
    Buffer.concat([numbers(number), Buffer.from([type, 0, 1]), numbers(data.length), data]);
  const pageInformation = Buffer.concat([numbers(width, height, 0, 0), Buffer.alloc(3)]);
  const usesT6 = 1;
  const region = Buffer.concat([numbers(width, height, 0, 0), Buffer.from([0, usesT6]), t6]);
  return Buffer.concat([segment(0, 48, pageInformation), segment(1, 38, region)]);
}
