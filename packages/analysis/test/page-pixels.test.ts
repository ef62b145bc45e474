import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ParserFailed } from '../parsers/run-job.ts';
import type { PageToRead } from '../formats/pdf/scanned-pages/find-scanned-pages.ts';
import { maxPageBytes } from '../formats/pdf/scanned-pages/limits.ts';
import type { Picture } from '../decode/picture.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { bytesSource } from './support/file-source.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import {
  greyImage,
  imageStream,
  jbig2Of,
  maskImage,
  pdfOfPages,
  type PdfStream,
  rgbImage,
  type ScannedPage,
} from './support/scanned-pdfs.ts';
import { bitsOf, greyOf, meanDifference, partOf, rotated, testPicture } from './support/test-picture.ts';

const parsers = useParsers();
const { signal } = new AbortController();
const [width, height] = [96, 128];
const picture = testPicture(width, height);
const blackAndWhite = testPicture(width, height, false);
const toGrey = (of: Picture): Picture => ({
  ...of,
  rgb: Uint8Array.from(greyOf(of)).reduce(
    (rgb, value, at) => rgb.fill(value, at * 3, at * 3 + 3),
    new Uint8Array(of.rgb.length),
  ),
});
const fullPage = 'q 96 0 0 128 0 0 cm /Im Do Q';
/** Mean difference (0–255) that rounding may cause. */
const rounding = 0.5;

async function pixelsOf(
  pdf: Uint8Array,
  page = 1,
  maxComputeMs = 20_000,
  letters: PageToRead['letters'] = 'scan',
): Promise<Picture | null> {
  const options = { signal, maxComputeMs, maxResultBytes: maxPageBytes };
  const found = await parsers.run('pagePixels', { page, letters }, bytesSource(pdf), options);
  return found === null ? null : { width: found.width, height: found.height, rgb: found.bytes };
}

/** Returns the pixels of a page. Fails if the page has none. */
async function shown(page: ScannedPage): Promise<Picture> {
  const pixels = await pixelsOf(pdfOfPages([page]));
  expect(pixels).not.toBeNull();
  return pixels!;
}
const onFullPage = (image: PdfStream, entries?: string) =>
  shown({ content: fullPage, objects: { Im: image }, ...(entries !== undefined && { entries }) });

/** The black and white picture by ITU-T T.6 (CCITT group 4), as libtiff encodes it. */
const t6 = Buffer.from(
  'JqHO5h//////////x///yBBrf///kCDf//yIt/////////+QzRf/////yIt////////////8moF/////x////////////8AEAEA=',
  'base64',
);

const encoded = { jpg: Buffer.alloc(0), greyJpg: Buffer.alloc(0), jp2: Buffer.alloc(0) };
beforeAll(async () => {
  const at = (name: string) => path.join(inject('scratchDir'), `page-pixels-${name}`);
  await writeFile(at('in.ppm'), Buffer.concat([Buffer.from(`P6 ${width} ${height} 255\n`), picture.rgb]));
  await make(at('a.jpg'), ['-i', at('in.ppm'), '-q:v', '2', '-pix_fmt', 'yuvj444p']);
  await make(at('b.jpg'), ['-i', at('in.ppm'), '-q:v', '2', '-pix_fmt', 'gray']);
  await make(at('c.jp2'), ['-i', at('in.ppm'), '-c:v', 'jpeg2000', '-pred', 'dwt53', '-q:v', '2']);
  encoded.jpg = await readFile(at('a.jpg'));
  encoded.greyJpg = await readFile(at('b.jpg'));
  encoded.jp2 = await readFile(at('c.jp2'));
});

describe('an image is decoded', () => {
  const deviceRgb = '/ColorSpace /DeviceRGB /BitsPerComponent 8';
  const oneBit = '/ColorSpace /DeviceGray /BitsPerComponent 1';
  const inverted = Uint8Array.from(bitsOf(blackAndWhite, 'light'), (byte) => byte ^ 255);
  /** Indexes of 4 bits: 0 for black, 1 to 3 for the colours, 4 for white. */
  const palette = [
    [0, 0, 0],
    [220, 30, 30],
    [20, 160, 40],
    [30, 40, 200],
    [255, 255, 255],
  ];
  const indexes = Buffer.alloc((width * height) / 2);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const colour = picture.rgb.subarray(pixel * 3, pixel * 3 + 3);
    const index = palette.findIndex((entry) => entry.every((value, at) => value === colour[at]));
    indexes[pixel >> 1]! |= index << (pixel % 2 === 0 ? 4 : 0);
  }
  const cmyk = new Uint8Array(width * height * 4);
  for (const [pixel, value] of greyOf(blackAndWhite).entries()) cmyk[pixel * 4 + 3] = 255 - value;

  test.for<[string, () => PdfStream, Picture, number]>([
    ['24 bits', () => rgbImage(picture), picture, rounding],
    ['8 bits of grey', () => greyImage(picture), toGrey(picture), rounding],
    ['1 bit', () => imageStream(picture, bitsOf(blackAndWhite, 'light'), oneBit), blackAndWhite, rounding],
    [
      '1 bit, inverted',
      () => imageStream(picture, inverted, `${oneBit} /Decode [1 0]`),
      blackAndWhite,
      rounding,
    ],
    [
      '4 bits, indexed',
      () =>
        imageStream(
          picture,
          indexes,
          `/ColorSpace [/Indexed /DeviceRGB 4 <${Buffer.from(palette.flat()).toString('hex')}>] /BitsPerComponent 4`,
        ),
      picture,
      rounding,
    ],
    // pdf.js converts 100 % of black ink to a dark grey.
    [
      'CMYK',
      () => imageStream(picture, cmyk, '/ColorSpace /DeviceCMYK /BitsPerComponent 8'),
      blackAndWhite,
      12,
    ],
    ['JPEG', () => imageStream(picture, encoded.jpg, `${deviceRgb} /Filter /DCTDecode`), picture, 4],
    [
      'grey JPEG',
      () =>
        imageStream(
          picture,
          encoded.greyJpg,
          '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode',
        ),
      toGrey(picture),
      8,
    ],
    ['JPEG 2000', () => imageStream(picture, encoded.jp2, `${deviceRgb} /Filter /JPXDecode`), picture, 4],
    [
      'CCITT group 4',
      () =>
        imageStream(
          picture,
          t6,
          `${oneBit} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} >>`,
        ),
      blackAndWhite,
      rounding,
    ],
    [
      'JBIG2',
      () => imageStream(picture, jbig2Of(picture, t6), `${oneBit} /Filter /JBIG2Decode`),
      blackAndWhite,
      rounding,
    ],
  ])('%s', async ([, image, expected, tolerance]) => {
    expect(meanDifference(await onFullPage(image()), expected)).toBeLessThan(tolerance);
  });
});

describe('an image is painted as the page displays it', () => {
  const turns = (count: number) => Array.from({ length: count }).reduce<Picture>(rotated, picture);
  const flipped: Picture = { ...picture, rgb: new Uint8Array(picture.rgb.length) };
  for (let pixel = 0; pixel < width * height; pixel++) {
    const from = pixel - (pixel % width) + width - 1 - (pixel % width);
    flipped.rgb.set(picture.rgb.subarray(from * 3, from * 3 + 3), pixel * 3);
  }

  test.for([90, 180, 270, 450, -90])('on a page that is rotated by %i degrees', async (degrees) => {
    const page = await onFullPage(rgbImage(picture), `/MediaBox [0 0 96 128] /Rotate ${degrees}`);
    expect(meanDifference(page, turns((((degrees / 90) % 4) + 4) % 4))).toBeLessThan(rounding);
  });

  test('that is rotated by its matrix', async () => {
    const page = { content: 'q 0 96 -128 0 128 0 cm /Im Do Q', entries: '/MediaBox [0 0 128 96]' };
    expect(
      meanDifference(await shown({ ...page, objects: { Im: rgbImage(picture) } }), turns(3)),
    ).toBeLessThan(rounding);
  });

  test('that is flipped', async () => {
    const page = { content: 'q -96 0 0 128 96 0 cm /Im Do Q', objects: { Im: rgbImage(picture) } };
    expect(meanDifference(await shown(page), flipped)).toBeLessThan(rounding);
  });

  test('within the crop box', async () => {
    const entries = '/MediaBox [-10 -10 200 200] /CropBox [24 32 72 120]';
    const page = await onFullPage(rgbImage(picture), entries);
    expect(meanDifference(page, partOf(picture, [24, 8, 72, 96]))).toBeLessThan(rounding);
  });

  test('in user units', async () => {
    const entries = '/MediaBox [0 0 96 128] /UserUnit 5';
    expect(meanDifference(await onFullPage(rgbImage(picture), entries), picture)).toBeLessThan(rounding);
  });

  test('in strips with rounded places', async () => {
    const heights = [40, 40, 40, 8];
    let top = 0;
    const objects: Record<string, PdfStream> = {};
    let content = '';
    for (const [index, rows] of heights.entries()) {
      objects[`S${index}`] = rgbImage(partOf(picture, [0, top, width, top + rows]));
      content += `q 96 0 0 ${rows - 0.02} 0 ${128 - top - rows} cm /S${index} Do Q\n`;
      top += rows;
    }
    expect(meanDifference(await shown({ content, objects }), picture)).toBeLessThan(2);
  });

  test('in tiles that forms paint', async () => {
    const tiles = [0, 1, 2, 3].map((tile) => {
      const [x, y] = [(tile % 2) * 48, Math.floor(tile / 2) * 64];
      return { name: `T${tile}`, image: rgbImage(partOf(picture, [x, y, x + 48, y + 64])), x, y };
    });
    const form = (name: string) => ({
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Matrix [48 0 0 64 0 0] /Resources << /XObject << /I @${name} >> >>`,
      bytes: Buffer.from('/I Do'),
    });
    const page = {
      content: tiles.map(({ name, x, y }) => `q 1 0 0 1 ${x} ${64 - y} cm /F${name} Do Q`).join('\n'),
      objects: Object.fromEntries(
        tiles.flatMap(({ name, image }) => [
          [name, image],
          [`F${name}`, form(name)],
        ]),
      ),
    };
    expect(meanDifference(await shown(page), picture)).toBeLessThan(rounding);
  });

  test('in a graphics state that continues from one content stream to the next', async () => {
    const content = ['q 96 0 0 128', '0 0 cm', '/Im Do', 'Q'];
    expect(
      meanDifference(await shown({ content, objects: { Im: rgbImage(picture) } }), picture),
    ).toBeLessThan(rounding);
  });

  test('if it is an inline image', async () => {
    const hex = Buffer.from(greyOf(picture)).toString('hex');
    const content = `q 96 0 0 128 0 0 cm BI /W 96 /H 128 /BPC 8 /CS /G /F /AHx ID ${hex}> EI Q`;
    expect(meanDifference(await shown({ content }), toGrey(picture))).toBeLessThan(rounding);
  });

  test('if it is a mask in the fill colour', async () => {
    const page = { content: `0 0 1 rg ${fullPage}`, objects: { Im: maskImage(blackAndWhite) } };
    const blue: Picture = {
      ...picture,
      rgb: blackAndWhite.rgb.map((value, at) => (at % 3 === 2 ? 255 : value)),
    };
    expect(meanDifference(await shown(page), blue)).toBeLessThan(rounding);
  });

  test.for([
    ['its own soft mask', fullPage, ''],
    [
      'a soft mask of the graphics state',
      `/Masked gs ${fullPage}`,
      '/ExtGState << /Masked << /SMask << /S /Luminosity /G @Group >> >> >>',
    ],
  ] as const)('through %s', async ([, content, resources]) => {
    const black: Picture = { ...picture, rgb: new Uint8Array(picture.rgb.length) };
    const inverse: Picture = { ...picture, rgb: blackAndWhite.rgb.map((value) => 255 - value) };
    const page = {
      content,
      resources,
      objects: {
        Mask: greyImage(inverse),
        Group: {
          entries:
            '/Type /XObject /Subtype /Form /BBox [0 0 96 128] /Group << /S /Transparency /CS /DeviceGray >> ' +
            '/Resources << /XObject << /Im @Mask >> >>',
          bytes: Buffer.from(fullPage),
        },
        Im: rgbImage(black, resources === '' ? '/SMask @Mask' : ''),
      },
    };
    expect(meanDifference(await shown(page), blackAndWhite)).toBeLessThan(rounding);
  });

  test('under another one that multiplies', async () => {
    const yellow: Picture = { ...picture, rgb: picture.rgb.map((_, at) => (at % 3 === 2 ? 0 : 255)) };
    const page = {
      content: `${fullPage} /Multiply gs q 96 0 0 128 0 0 cm /Im2 Do Q`,
      resources: '/ExtGState << /Multiply << /BM /Multiply >> >>',
      objects: { Im: rgbImage(blackAndWhite), Im2: rgbImage(yellow) },
    };
    const product: Picture = {
      ...picture,
      rgb: blackAndWhite.rgb.map((value, at) => (at % 3 === 2 ? 0 : value)),
    };
    expect(meanDifference(await shown(page), product)).toBeLessThan(rounding);
  });

  test.for([
    ['a rectangle hides it', `${fullPage} 0 g 0 0 96 64 re f`, 0],
    ['rectangles hide it', `${fullPage} 0 g 0 0 50 64 re 50 0 46 64 re f`, 0],
    ['a closed path hides it', `${fullPage} 0 g 0 0 m 96 0 l 96 64 l 0 64 l h f`, 0],
    ['a clip hides it', `q 0 64 96 64 re W n ${fullPage} Q`, 255],
  ] as const)('except where %s', async ([, content, value]) => {
    const expected: Picture = {
      ...picture,
      rgb: picture.rgb.slice().fill(value, (picture.rgb.length / 4) * 2),
    };
    expect(
      meanDifference(await shown({ content, objects: { Im: rgbImage(picture) } }), expected),
    ).toBeLessThan(rounding);
  });

  test('unless its layer is hidden', async () => {
    const page = {
      content: `${fullPage} /OC /Hidden BDC q 96 0 0 128 0 0 cm /Im2 Do Q EMC`,
      objects: { Im: rgbImage(picture), Im2: rgbImage(blackAndWhite) },
    };
    expect(meanDifference(await shown(page), picture)).toBeLessThan(rounding);
  });
});

describe('the size of a page is', () => {
  test('that of the finest image', async () => {
    const fine = testPicture(300, 400);
    const page = {
      content: `${fullPage} q 96 0 0 128 0 0 cm /Fine Do Q`,
      objects: { Im: rgbImage(picture), Fine: rgbImage(fine) },
    };
    expect(meanDifference(await shown(page), fine)).toBeLessThan(rounding);
  });

  test('2,200 pixels at most, with the mean of the pixels of an image', { tags: 'long' }, async () => {
    const page = await onFullPage(greyImage(testPicture(3_300, 4_400)));
    expect([page.width, page.height]).toEqual([1_650, 2_200]);
    expect(meanDifference(page, toGrey(testPicture(1_650, 2_200)))).toBeLessThan(1);
  });

  test('not that of a small image', async () => {
    const page = {
      content: `${fullPage} q 5 0 0 5 40 40 cm /Stamp Do Q`,
      objects: { Im: rgbImage(picture), Stamp: greyImage(testPicture(100, 100)) },
    };
    expect((await shown(page)).width).toBe(96);
  });
});

describe('a page has no pixels if', () => {
  test.for<[string, ScannedPage]>([
    ['it has no image', { content: '0 0 96 128 re f' }],
    [
      'its image is damaged',
      {
        content: fullPage,
        objects: {
          Im: imageStream(
            picture,
            Buffer.from('no JPEG'),
            '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
          ),
        },
      },
    ],
    [
      'its image is too large',
      {
        content: fullPage,
        objects: {
          Im: imageStream(
            { width: 8_000, height: 8_000 },
            deflateSync(Buffer.alloc(8_000_000)),
            '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
          ),
        },
      },
    ],
    ['its image has no area', { content: 'q 96 0 0 0 0 0 cm /Im Do Q', objects: { Im: rgbImage(picture) } }],
    [
      'its image lies outside',
      { content: 'q 96 0 0 128 500 0 cm /Im Do Q', objects: { Im: rgbImage(picture) } },
    ],
  ])('%s', async ([, page]) => {
    expect(await pixelsOf(pdfOfPages([page]))).toBeNull();
  });

  test('it does not exist', async () => {
    expect(await pixelsOf(pdfOfPages([{ content: '' }]), 2)).toBeNull();
  });
});

describe('a hostile page is painted or fails within its limits:', { tags: 'long' }, () => {
  const small = rgbImage(testPicture(8, 8));
  const zeros = deflateSync(Buffer.alloc(27_000_000));
  const jpegOf = (side: number) => {
    const bytes = Buffer.from(encoded.jpg);
    const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    bytes.writeUInt16BE(side, at + 5);
    bytes.writeUInt16BE(side, at + 7);
    return imageStream(picture, bytes, '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode');
  };
  test.for<[string, () => ScannedPage]>([
    [
      'a JPEG that declares 65,535 pixels a side',
      () => ({ content: fullPage, objects: { Im: jpegOf(65_535) } }),
    ],
    [
      'a JPEG that declares 6,000 pixels a side',
      () => ({ content: fullPage, objects: { Im: jpegOf(6_000) } }),
    ],
    [
      'an image that is painted 100,000 times',
      () => ({ content: `${fullPage}\n`.repeat(100_000), objects: { Im: rgbImage(testPicture(500, 500)) } }),
    ],
    [
      'a million saved states',
      () => ({ content: `${'q '.repeat(1_000_000)}${fullPage}`, objects: { Im: small } }),
    ],
    [
      'huge numbers',
      () => ({
        content: `q 1e308 0 0 1e308 -1e307 -1e307 cm 1e308 0 0 1e308 0 0 cm /Im Do Q ${fullPage}`,
        objects: { Im: small },
      }),
    ],
    [
      'a page of the largest size',
      () => ({
        content: 'q 1e30 0 0 1e30 0 0 cm /Im Do Q',
        entries: '/MediaBox [0 0 1e30 1e30]',
        objects: { Im: small },
      }),
    ],
    [
      'a page that is 1 high and a million wide',
      () => ({
        content: 'q 1000000 0 0 1 0 0 cm /Im Do Q',
        entries: '/MediaBox [0 0 1000000 1]',
        objects: { Im: small },
      }),
    ],
    [
      '300 images of 9 million pixels',
      () => ({
        content: Array.from({ length: 300 }, (_, at) => `q 96 0 0 128 0 0 cm /I${at} Do Q`).join('\n'),
        objects: Object.fromEntries(
          Array.from({ length: 300 }, (_, at) => [
            `I${at}`,
            imageStream(
              { width: 3_000, height: 3_000 },
              zeros,
              '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
            ),
          ]),
        ),
      }),
    ],
    [
      'JPEG 2000 of random bytes',
      () => {
        const bytes = Buffer.from(encoded.jp2);
        for (let at = 120; at < bytes.length; at += 7) bytes[at] = (at * 31) % 256;
        return {
          content: fullPage,
          objects: { Im: imageStream(picture, bytes, '/ColorSpace /DeviceRGB /Filter /JPXDecode') },
        };
      },
    ],
    [
      'JBIG2 that declares 60,000 pixels a side',
      () => ({
        content: fullPage,
        objects: {
          Im: imageStream(
            picture,
            jbig2Of({ width: 60_000, height: 60_000 }, t6),
            '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode',
          ),
        },
      }),
    ],
  ])('%s', async ([, page]) => {
    const pdf = pdfOfPages([page()]);
    const startedAt = Date.now();
    const outcome = await pixelsOf(pdf, 1, 5_000).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(ParserFailed);
    expect(Date.now() - startedAt).toBeLessThan(60_000);
  });
});
