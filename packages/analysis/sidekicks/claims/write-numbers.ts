/** A part of a text, and the range of the words for which it stands. */
export interface WrittenWords {
  text: string;
  from: number;
  until: number;
}

const units = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
);
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, at) => [word, 10 * at + 20]),
);
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
]);
const currencies = new Map([
  ['pound', '£'],
  ['pounds', '£'],
  ['quid', '£'],
  ['dollar', '$'],
  ['dollars', '$'],
  ['euro', '€'],
  ['euros', '€'],
]);
const pence = /^(?:p|pence|penny)$/;
const percent = /^(?:%|percent|per)$/;
/** Words between a price and a second price, of which the currency is not repeated: “was 30 pounds, now only 20”. */
const secondPrice = /^(?:now|only|just|from|to|today|for|reduced)$/;
const maxWordsToSecondPrice = 3;

/** Splits a word from the punctuation after it. */
function split(word: string): { core: string; after: string } {
  const after = /[.,;:!?…]*$/u.exec(word)![0];
  return { core: word.slice(0, word.length - after.length), after };
}

/**
 * Writes spoken numbers and amounts as documents do: “fifty per cent” as “50 per cent”, “30 pounds” as “£30”. In “was
 * 30 pounds, now 20”, the second amount gets the sign of the first. A single number word stays, unless it is an amount
 * or a share: “number one”.
 */
export function writeNumbers(words: readonly string[]): WrittenWords[] {
  const written: WrittenWords[] = [];
  /** Currency sign and index of the last price. */
  let price = { sign: '', until: -1 };
  for (let at = 0; at < words.length;) {
    const number = numberAt(words, at);
    if (number === null) {
      written.push({ text: words[at]!, from: at, until: ++at });
      continue;
    }
    const { value, until, after } = number;
    const next = after === '' ? split((words[until] ?? '').toLowerCase()) : { core: '', after: '' };
    const sign = currencies.get(next.core);
    if (sign !== undefined) {
      const minor = next.after === '' ? minorAt(words, until + 1) : null;
      const end = minor?.until ?? until + 1;
      const decimals = minor === null ? '' : `.${minor.value.padStart(2, '0')}`;
      written.push({ text: `${sign}${value}${decimals}${minor?.after ?? next.after}`, from: at, until: end });
      price = { sign, until: end };
      at = end;
    } else if (pence.test(next.core)) {
      written.push({ text: `${value}p${next.after}`, from: at, until: until + 1 });
      at = until + 1;
    } else if (
      price.until >= 0 &&
      at > price.until &&
      at - price.until <= maxWordsToSecondPrice &&
      words.slice(price.until, at).every((word) => secondPrice.test(split(word.toLowerCase()).core)) &&
      !percent.test(next.core)
    ) {
      written.push({ text: `${price.sign}${value}${after}`, from: at, until });
      price = { ...price, until };
      at = until;
    } else {
      const isNumber = until > at + 1 || percent.test(next.core);
      written.push({ text: isNumber ? `${value}${after}` : words[at]!, from: at, until });
      at = until;
    }
  }
  return written;
}

/** Returns the pence after “pounds” in “4 pounds 99”. */
function minorAt(
  words: readonly string[],
  at: number,
): { value: string; until: number; after: string } | null {
  const found = numberAt(words, at);
  if (found === null || !/^\d{1,2}$/.test(found.value)) return null;
  const following = found.after === '' ? split((words[found.until] ?? '').toLowerCase()).core : '';
  // “save 20 pounds 50 times” and “for 5 pounds 20 per cent off” have no pence.
  if (percent.test(following) || following === 'times') return null;
  return found;
}

/** Returns the number that starts at a word, as digits, with the punctuation after it; null if there is none. */
function numberAt(
  words: readonly string[],
  start: number,
): { value: string; until: number; after: string } | null {
  const digits = split(words[start] ?? '');
  if (/^\d{1,3}(?:,?\d{3}){0,2}(?:\.\d{1,2})?$/.test(digits.core))
    return { value: digits.core, until: start + 1, after: digits.after };
  let total = 0;
  let part = 0;
  let last: 'none' | 'unit' | 'ten' | 'scale' = 'none';
  let at = start;
  let after = '';
  while (at < words.length && after === '') {
    const { core, after: ending } = split(words[at]!.toLowerCase());
    const pieces = core.split('-');
    const state = { total, part, last };
    let isNumber = true;
    for (const piece of pieces) {
      const unit = units.get(piece);
      const ten = tens.get(piece);
      const scale = scales.get(piece);
      if (
        unit !== undefined &&
        (last === 'none' || last === 'scale' || (last === 'ten' && unit > 0 && unit < 10))
      ) {
        part += unit;
        last = 'unit';
      } else if (ten !== undefined && (last === 'none' || last === 'scale')) {
        part += ten;
        last = 'ten';
      } else if (scale !== undefined && part > 0 && last !== 'scale') {
        if (scale === 1_000) {
          total += part * scale;
          part = 0;
        } else part *= scale;
        last = 'scale';
      } else if (
        piece === 'a' &&
        last === 'none' &&
        scales.has(split((words[at + 1] ?? '').toLowerCase()).core)
      ) {
        part = 1;
        last = 'unit';
      } else isNumber = false;
      if (!isNumber) break;
    }
    if (!isNumber) {
      ({ total, part, last } = state);
      const follows = numberAt(words, at + 1);
      if (core === 'and' && last === 'scale' && follows !== null && /^\d{1,2}$/.test(follows.value)) {
        return { ...follows, value: String(total + part + Number(follows.value)) };
      }
      if (core === 'point' && last !== 'none') {
        const decimals = follows;
        if (decimals !== null && /^\d{1,2}$/.test(decimals.value))
          return { ...decimals, value: `${total + part}.${decimals.value}` };
      }
      break;
    }
    after = ending;
    at++;
  }
  return last === 'none' ? null : { value: String(total + part), until: at, after };
}
