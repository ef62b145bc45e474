/** The characters that the recogniser distinguishes. */
export interface Alphabet {
  /** The character of each class. The first class stands for no character. */
  characters: readonly string[];
  /** The class of the space. */
  space: number;
  /** All classes, and those of no character, of the space, and of the characters of Latin scripts. */
  all: readonly number[];
  latin: readonly number[];
  isLatin: readonly boolean[];
}

/**
 * ASCII, Latin-1, Latin Extended-A, and the dashes, quotation marks, currencies and signs that are used with them. The
 * recogniser also knows their full-width forms and thousands of Chinese characters.
 */
const latinCharacter = /^[!-~¡-ſ‐-‧‰′″‹›₠-₿℃℅ℓ№™]?$/u;

/** @param dictionary the characters of the classes after the first one, without the space, which is the last class */
export function createAlphabet(dictionary: readonly string[]): Alphabet {
  const characters = ['', ...dictionary, ' '];
  const space = characters.length - 1;
  const isLatin = characters.map((character, index) => index === space || latinCharacter.test(character));
  const all = [...characters.keys()];
  return { characters, space, isLatin, all, latin: all.filter((index) => isLatin[index]) };
}
