import type { PdfStream } from './scanned-pdfs.ts';

/**
 * Outlines of letters on a grid of 7 rows: polygons of “x,y” points. A second polygon of a letter is its hole. The
 * letters are 5 units wide, with rounded corners where the letter has them.
 */
const outlines: Readonly<Record<string, readonly string[]>> = {
  A: ['0,0 1.2,0 1.7,1.7 3.3,1.7 3.8,0 5,0 3.1,7 1.9,7', '2,2.7 3,2.7 2.5,4.8'],
  C: ['5,2 3.9,2 3.5,1 1.5,1 1.1,2 1.1,5 1.5,6 3.5,6 3.9,5 5,5 5,5.8 4,7 1,7 0,5.8 0,1.2 1,0 4,0 5,1.2'],
  E: ['0,0 5,0 5,1.1 1.2,1.1 1.2,3 4.4,3 4.4,4.1 1.2,4.1 1.2,5.9 5,5.9 5,7 0,7'],
  I: ['1.9,0 3.1,0 3.1,7 1.9,7'],
  L: ['0,0 5,0 5,1.1 1.2,1.1 1.2,7 0,7'],
  N: ['0,0 1.2,0 1.2,4.8 3.8,0 5,0 5,7 3.8,7 3.8,2.2 1.2,7 0,7'],
  O: ['1,0 4,0 5,1.2 5,5.8 4,7 1,7 0,5.8 0,1.2', '1.5,1 1.1,2 1.1,5 1.5,6 3.5,6 3.9,5 3.9,2 3.5,1'],
  P: ['0,0 1.2,0 1.2,2.8 4,2.8 5,3.8 5,6 4,7 0,7', '1.2,3.9 1.2,5.9 3.4,5.9 3.8,5.5 3.8,4.3 3.4,3.9'],
  R: [
    '0,0 1.2,0 1.2,2.8 2.2,2.8 3.7,0 5,0 3.4,2.9 5,3.8 5,6 4,7 0,7',
    '1.2,3.9 1.2,5.9 3.4,5.9 3.8,5.5 3.8,4.3 3.4,3.9',
  ],
  T: ['1.9,0 3.1,0 3.1,5.9 5,5.9 5,7 0,7 0,5.9 1.9,5.9'],
  U: ['1,0 4,0 5,1.2 5,7 3.8,7 3.8,2 3.4,1.1 1.6,1.1 1.2,2 1.2,7 0,7 0,1.2'],
  V: ['1.9,0 3.1,0 5,7 3.7,7 2.5,2 1.3,7 0,7'],
  Y: ['1.9,0 3.1,0 3.1,2.8 5,7 3.7,7 2.5,4.2 1.3,7 0,7 1.9,2.8'],
};
const unitsPerLetter = 6.4;

/** Returns the path of a letter, with its lower left corner at the origin. */
function pathOf(letter: string): string {
  return (outlines[letter] ?? [])
    .map((polygon) => {
      const points = polygon.split(' ').map((point) => point.replace(',', ' '));
      return `${points[0]} m ${points
        .slice(1)
        .map((point) => `${point} l`)
        .join(' ')} h`;
    })
    .join(' ');
}

/** Returns a content stream that fills a line of capitals as paths, as “create outlines” does. */
export function outlined(text: string, { x, y, height }: { x: number; y: number; height: number }): string {
  const scale = height / 7;
  return Array.from(text, (letter, at) => {
    const left = x + at * unitsPerLetter * scale;
    return letter === ' ' ? '' : `q ${scale} 0 0 ${scale} ${left} ${y} cm ${pathOf(letter)} f* Q`;
  }).join('\n');
}

/**
 * Returns a Type 3 font without names and characters for the letters of a text, as a resource and its glyphs, and the
 * text in its codes, which begin at 1.
 */
export function namelessFont(text: string): {
  font: string;
  glyphs: Record<string, PdfStream>;
  codes: string;
} {
  const letters = [...new Set(text)];
  const glyphs = Object.fromEntries(
    letters.map((letter, at) => [
      `g${at}`,
      { entries: '', bytes: Buffer.from(`${unitsPerLetter} 0 0 -1 6 8 d1 ${pathOf(letter)} f*`) },
    ]),
  );
  const names = letters.map((_, at) => `/a${at}`);
  const font =
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 -1 6 8] /FontMatrix [0.1 0 0 0.1 0 0] /Resources << >> ` +
    `/FirstChar 1 /LastChar ${letters.length} /Widths [${letters.map(() => unitsPerLetter).join(' ')}] ` +
    `/Encoding << /Type /Encoding /Differences [1 ${names.join(' ')}] >> ` +
    `/CharProcs << ${names.map((name, at) => `${name} @g${at}`).join(' ')} >> >>`;
  const codes = Array.from(text, (letter) =>
    (letters.indexOf(letter) + 1).toString(16).padStart(2, '0'),
  ).join('');
  return { font, glyphs, codes: `<${codes}>` };
}
