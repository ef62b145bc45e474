import { InvalidArgumentError } from 'commander';

/** Returns a parser of option values. The parser rejects all values except integers from `min` to `max`. */
export function wholeNumber(min: number, max = 999_999_999): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < min || Number(text) > max) {
      throw new InvalidArgumentError(`Give a whole number of at least ${min} and at most ${max}.`);
    }
    return Number(text);
  };
}
