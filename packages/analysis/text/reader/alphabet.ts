/** The characters (classes) that the recogniser network distinguishes. */
export interface Alphabet {
  /** The character of each class. The first class stands for no character. */
  characters: readonly string[];
  /** Index of the class of the space. */
  space: number;
  /** Indexes of the Latin classes, which include the space and the class for no character. */
  latin: readonly number[];
  isLatin: readonly boolean[];
}

/**
 * ASCII, Latin-1 and Latin Extended-A, and dashes, quotation marks, currency signs and other signs in Latin texts. The
 * recogniser also knows full-width forms of these characters, and thousands of Chinese characters.
 */
const latinCharacter = /^[!-~¡-ſ‐-‧‰′″‹›₠-₿℃℅ℓ№™]?$/u;

/** @param dictionary the characters of all classes except the first class (no character) and the last class (space) */
export function createAlphabet(dictionary: readonly string[]): Alphabet {
  const characters = ['', ...dictionary, ' '];
  const space = characters.length - 1;
  const isLatin = characters.map((character, index) => index === space || latinCharacter.test(character));
  const latin = [...characters.keys()].filter((index) => isLatin[index]);
  return { characters, space, isLatin, latin };
}
