import { filters } from './filters.ts';
import { isDict, nameOf, type PdfDict, PdfUnreadable, type PdfValue } from './values.ts';

/** Maximum number of filters of one stream. No producer uses more. */
const maxFilters = 4;

/** Decodes a stream: reverses its filters (ISO 32000-2, 7.3.8.2) and their PNG predictors. */
export async function decodeStream(
  dict: PdfDict,
  raw: Uint8Array,
  resolve: (value: PdfValue | undefined) => Promise<PdfValue>,
): Promise<Uint8Array> {
  const names = listOf(await resolve(dict.get('Filter')));
  const allParameters = listOf(await resolve(dict.get('DecodeParms')));
  if (names.length > maxFilters)
    throw new PdfUnreadable(`structural stream with more than ${maxFilters} filters`);
  let bytes = raw;
  for (const [index, name] of names.entries()) {
    const filter = filters.get(nameOf(await resolve(name)) ?? '');
    if (filter === undefined) throw new PdfUnreadable('structural stream with an unsupported filter');
    const own = await resolve(allParameters[index]);
    const parameters: PdfDict = isDict(own) ? own : new Map<string, PdfValue>();
    bytes = undoPredictor(await filter(bytes, parameters), parameters);
  }
  return bytes;
}

function listOf(value: PdfValue): PdfValue[] {
  return Array.isArray(value) ? value : value === null ? [] : [value];
}

/** Reverses PNG predictors (7.4.4.4; PNG specification, clause 9). The first byte of each row is its filter type. */
function undoPredictor(bytes: Uint8Array, parameters: PdfDict): Uint8Array {
  const predictor = numberOr(parameters.get('Predictor'), 1);
  if (predictor === 1) return bytes;
  if (predictor < 10) throw new PdfUnreadable('structural stream with an unsupported predictor');
  const colors = numberOr(parameters.get('Colors'), 1);
  const bits = numberOr(parameters.get('BitsPerComponent'), 8);
  const columns = numberOr(parameters.get('Columns'), 1);
  const pixelBytes = Math.max(1, Math.ceil((colors * bits) / 8));
  const rowBytes = Math.ceil((colors * bits * columns) / 8);
  if (!(rowBytes >= 1 && rowBytes <= 2 ** 20))
    throw new PdfUnreadable('predictor with an impossible row length');
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
      throw new PdfUnreadable('unknown PNG filter type');
  }
}

function numberOr(value: PdfValue | undefined, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
