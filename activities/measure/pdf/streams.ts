import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { isDict, isName, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

const inflated = promisify(inflate);

/** No cross-reference or object stream of a document we take (100 MB at most) comes near this. */
const maxInflatedBytes = 64 * 2 ** 20;

/** Undoes a stream's filters: none, or Flate with or without a PNG predictor, which is all that structure uses. */
export async function decodeStream(dict: PdfDict, raw: Uint8Array): Promise<Uint8Array> {
  const filter = single(dict.get('Filter'));
  if (filter === undefined || filter === null) return raw;
  if (!isName(filter, 'FlateDecode')) throw new PdfUnreadable('a structural stream has an unusual filter');
  let bytes: Buffer;
  try {
    bytes = await inflated(raw, { maxOutputLength: maxInflatedBytes });
  } catch (error) {
    throw new PdfUnreadable(`a structural stream does not inflate: ${(error as Error).message}`);
  }
  const parameters = single(dict.get('DecodeParms'));
  return isDict(parameters) ? undoPredictor(bytes, parameters) : bytes;
}

/** Filters may be given as an array of one. */
function single(value: PdfValue | undefined): PdfValue | undefined {
  if (!Array.isArray(value)) return value;
  if (value.length > 1) throw new PdfUnreadable('a structural stream has several filters');
  return value[0];
}

/** PNG filters (7.4.4.4; PNG specification, clause 9), one type byte before each row. */
function undoPredictor(bytes: Uint8Array, parameters: PdfDict): Uint8Array {
  const predictor = numberOr(parameters.get('Predictor'), 1);
  if (predictor === 1) return bytes;
  if (predictor < 10) throw new PdfUnreadable('a structural stream has an unusual predictor');
  const colors = numberOr(parameters.get('Colors'), 1);
  const bits = numberOr(parameters.get('BitsPerComponent'), 8);
  const columns = numberOr(parameters.get('Columns'), 1);
  const pixelBytes = Math.max(1, Math.ceil((colors * bits) / 8));
  const rowBytes = Math.ceil((colors * bits * columns) / 8);
  if (!(rowBytes >= 1 && rowBytes <= 2 ** 20))
    throw new PdfUnreadable('a predictor has an impossible row length');
  const rows = Math.floor(bytes.length / (rowBytes + 1));
  const out = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const type = bytes[row * (rowBytes + 1)]!;
    const from = row * (rowBytes + 1) + 1;
    const to = row * rowBytes;
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= pixelBytes ? out[to + i - pixelBytes]! : 0;
      const up = row > 0 ? out[to + i - rowBytes]! : 0;
      const upLeft = row > 0 && i >= pixelBytes ? out[to + i - rowBytes - pixelBytes]! : 0;
      out[to + i] = bytes[from + i]! + predict(type, left, up, upLeft);
    }
  }
  return out;
}

function predict(type: number, left: number, up: number, upLeft: number): number {
  switch (type) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const estimate = left + up - upLeft;
      const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - upLeft)];
      return a <= b && a <= c ? left : b <= c ? up : upLeft;
    }
    default:
      throw new PdfUnreadable('a row has an unknown PNG filter');
  }
}

function numberOr(value: PdfValue | undefined, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
