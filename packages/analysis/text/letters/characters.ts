/** Height class: `capital` (also digits), `lower` (lower case without ascender and descender), or `other`. */
export type Height = 'capital' | 'lower' | 'other';

/** Usual height of lower-case letters without ascenders, as a share of the height of capitals. */
export const lowerCaseShare = 0.72;

export interface Character {
  height: Height;
  /**
   * Number of round ends, at the top and the bottom. Round letters are slightly higher than flat letters (overshoot).
   */
  roundEnds: 0 | 1 | 2;
  /** True if the character stands on the base line. */
  isOnBaseLine: boolean;
  /** Usual width, as a share of the height of capitals. */
  width: number;
  /**
   * Expected position of the character's middle in the line (0–1), computed from the usual widths of all characters.
   */
  position: number;
}

const narrow = /^[ijlftrI1.,:;!'|()[\]‘’]$/u;
const wide = /^[mwMWQO@%—&]$/u;
const lowerCase = /^[acemnorsuvwxz]$/;
const roundTwice = /^[acesoCGOQS035689]$/;
const roundOnce = /^[mnruJU2]$/;
const hanging = /^[gjpqyQ,;()[\]|@$§/'"‘’“”*°™®\-–—+=~^]$/u;
/** Digits count as capitals, because old-style digits with other heights are rare in pictures. */
const capital = /^[A-Z0-9£€]$/;

/**
 * Letters, digits, and signs of similar size. Dots, commas, hyphens and quotes are left out, because their shapes
 * cannot be distinguished from noise.
 */
const isLarge = /^[\p{L}\p{N}£€$%&@#!?()[\]/§©®+]$/u;

/** Maximum number of characters of a line that are matched with shapes. */
export const maxCharacters = 300;

/** Usual widths of a space, a small sign, and the gap after a large character, as shares of the height of capitals. */
const spaceWidth = 0.38;
const smallWidth = 0.35;
const gapWidth = 0.1;

/** Returns the letters, digits and large signs of a text, at most 300. */
export function charactersOf(text: string): Character[] {
  const characters: Character[] = [];
  let end = 0;
  for (const character of text) {
    if (!isLarge.test(character)) {
      end += character === ' ' ? spaceWidth : smallWidth;
      continue;
    }
    const described = describe(character);
    if (characters.length < maxCharacters)
      characters.push({ ...described, position: end + described.width / 2 });
    end += described.width + gapWidth;
  }
  return characters.map((character) => ({ ...character, position: character.position / end }));
}

function describe(character: string): Omit<Character, 'position'> {
  const height = capital.test(character) ? 'capital' : lowerCase.test(character) ? 'lower' : 'other';
  return {
    height: character === 'Q' ? 'other' : height,
    roundEnds: roundTwice.test(character) ? 2 : roundOnce.test(character) ? 1 : 0,
    isOnBaseLine: !hanging.test(character),
    width: narrow.test(character) ? 0.35 : wide.test(character) ? 1.05 : height === 'capital' ? 0.85 : 0.72,
  };
}
