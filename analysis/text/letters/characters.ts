/** The height of a character: capital (with digits), lower case without ascender and descender, or neither. */
export type Height = 'capital' | 'lower' | 'other';

export interface Character {
  height: Height;
  /** Number of ends, above and below, that are round and exceed the height of flat letters a little (overshoot). */
  roundEnds: 0 | 1 | 2;
  /** True if the character stands on the base line. */
  isOnBaseLine: boolean;
  /** Usual width, as a share of the height of capitals. */
  width: number;
}

const narrow = /^[ijlftrI1.,:;!'|()[\]‘’]$/u;
const wide = /^[mwMWQO@%—&]$/u;
const lowerCase = /^[acemnorsuvwxz]$/;
const roundTwice = /^[acesoCGOQS035689]$/;
const roundOnce = /^[mnruJU2]$/;
const hanging = /^[gjpqyQ,;()[\]|@$§/'"‘’“”*°™®\-–—+=~^]$/u;
/** Old-style digits are rare in pictures: digits are as high as capitals. */
const capital = /^[A-Z0-9£€]$/;

/** Letters, digits and signs of their size. Dots, commas, hyphens and quotes are too small to be told from noise. */
const isLarge = /^[\p{L}\p{N}£€$%&@#!?()[\]/§©®+]$/u;

/** Maximum number of characters of a line that are compared with its shapes. */
export const maxCharacters = 300;

/** Returns the letters, digits and large signs of a text, up to 300. */
export function charactersOf(text: string): Character[] {
  const characters: Character[] = [];
  for (const character of text) {
    if (!isLarge.test(character)) continue;
    if (characters.push(describe(character)) === maxCharacters) break;
  }
  return characters;
}

function describe(character: string): Character {
  const height = capital.test(character) ? 'capital' : lowerCase.test(character) ? 'lower' : 'other';
  return {
    height: character === 'Q' ? 'other' : height,
    roundEnds: roundTwice.test(character) ? 2 : roundOnce.test(character) ? 1 : 0,
    isOnBaseLine: !hanging.test(character),
    width: narrow.test(character) ? 0.35 : wide.test(character) ? 1.05 : height === 'capital' ? 0.85 : 0.72,
  };
}
