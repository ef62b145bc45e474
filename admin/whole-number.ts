import { InvalidArgumentError } from 'commander';

/** Returns a parser of option values. The parser rejects all values except integers from `min` to 999,999,999. */
export function wholeNumber(min: number): (text: string) => number {
  return (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) < min) {
      throw new InvalidArgumentError(`Give a whole number of at least ${min}.`);
    }
    return Number(text);
  };
}
