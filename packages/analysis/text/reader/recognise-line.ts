import { Tensor } from 'onnxruntime-node';
import type { Picture } from '../../decode/picture.ts';
import { correctWords } from './correct-words.ts';
import { decodeCharacters, meanProbability, type ReadCharacter } from './decode-characters.ts';
import type { TiltedBox } from './enclosing-box.ts';
import type { TextModels } from './models.ts';
import { copyBox, planes } from './resample.ts';

export interface RecognisedText {
  /** The characters of the line, with one space between words. */
  text: string;
  /** Mean probability of the characters (0–1). 0 if there are none. */
  confidence: number;
}

/** Height and minimum width in pixels of the recogniser's input. Shorter lines are padded with grey. */
const lineHeight = 48;
const minLineWidth = 320;
/** Maximum width in pixels of the picture of a line, which bounds memory. Longer lines are compressed horizontally. */
const maxLineWidth = 4096;
/**
 * Factor by which a line is stretched horizontally at the first reading, because the network confuses narrow letters
 * and misses narrow spaces. An uncertain line is read again without stretching.
 */
const stretch = 1.3;
/** Minimum ratio of height to width from which a box may contain vertical text. */
const tallFactor = 1.5;
/**
 * Minimum probability of a space between two characters. The network often gives a narrow space a lower probability
 * than no character. Inside a word, a space rarely reaches this minimum.
 */
const minSpaceProbability = 0.03;
/**
 * Minimum probability of a space before or after a sign. A sign is a character that is neither a letter nor a digit.
 * The minimum is higher than `minSpaceProbability`, because signs often have wide gaps without a space, as in `T&Cs`
 * and `www.name.com`.
 */
const minSpaceProbabilityAtSign = 0.15;
/**
 * A line is certain, and is read only once, if each character has at least the probability `certainCharacter`. The
 * probability of each space must be above one half or below `noSpace`.
 */
const certainCharacter = 0.9;
const noSpace = 0.0005;
/**
 * Minimum confidence (0–1) after the first reading. A second reading may increase the confidence. Of 249 lines and
 * textures in real pictures, it raised none from below 0.6 to above 0.6.
 */
export const minConfidenceOfFirst = 0.4;

export interface RecognitionOptions {
  /** True to read an uncertain line only once. Absent: false. */
  once?: boolean;
  /**
   * Texts of the picture before, with their confidence. If the first reading is one of them, that reading replaces the
   * second one.
   */
  expected?: ReadonlyMap<string, number>;
}

const noTexts: ReadonlyMap<string, number> = new Map();

/**
 * Recognises the text of the line in a box of a picture. Reads a tall box also from top to bottom and from bottom to
 * top, and returns the reading with the highest mean probability.
 */
export async function recogniseLine(
  models: TextModels,
  picture: Picture,
  box: TiltedBox,
  { once = false, expected = noTexts }: RecognitionOptions = {},
): Promise<RecognisedText> {
  const read = async (direction: TiltedBox): Promise<ReadCharacter[]> => {
    const first = await readOnce(models, picture, direction, stretch);
    const isHopeless = meanProbability(first) < minConfidenceOfFirst;
    if (once || isHopeless || isCertain(first) || expected.has(textOf(first))) return first;
    return bestOfTwo(first, await readOnce(models, picture, direction, 1));
  };
  let best = await read(box);
  if (box.height >= tallFactor * box.width)
    for (const turn of [1, -1] as const) {
      const turned = await read(turnedBox(box, turn));
      if (meanProbability(turned) > meanProbability(best)) best = turned;
    }
  const text = textOf(best);
  return { text, confidence: Math.max(meanProbability(best), expected.get(text) ?? 0) };
}

function textOf(characters: readonly ReadCharacter[]): string {
  const text = characters.map(({ character, spaceProbability }, index) => {
    const isAtSign = !isLetterOrDigit(character) || !isLetterOrDigit(characters[index - 1]?.character ?? '');
    const isSpaced = spaceProbability >= (isAtSign ? minSpaceProbabilityAtSign : minSpaceProbability);
    return isSpaced ? ` ${character}` : character;
  });
  return correctWords(text.join('').trim());
}

const isLetterOrDigit = (character: string) => /[\p{L}\p{N}]/u.test(character);

const isCertain = (characters: readonly ReadCharacter[]) =>
  characters.every(
    ({ probability, spaceProbability }) =>
      probability >= certainCharacter && (spaceProbability > 0.5 || spaceProbability < noSpace),
  );

/** Returns the better of two readings, or for equal texts the highest probabilities of both. */
function bestOfTwo(first: ReadCharacter[], second: ReadCharacter[]): ReadCharacter[] {
  const isSame =
    first.length === second.length &&
    first.every(({ character }, index) => character === second[index]!.character);
  if (!isSame) return meanProbability(second) > meanProbability(first) ? second : first;
  return first.map((read, index) => ({
    ...read,
    probability: Math.max(read.probability, second[index]!.probability),
    spaceProbability: (read.spaceProbability + second[index]!.spaceProbability) / 2,
  }));
}

async function readOnce(
  { recogniser, alphabet }: TextModels,
  picture: Picture,
  box: TiltedBox,
  factor: number,
): Promise<ReadCharacter[]> {
  const inkWidth = Math.min(
    maxLineWidth,
    Math.max(1, Math.ceil((factor * lineHeight * box.width) / box.height)),
  );
  const width = Math.max(minLineWidth, inkWidth);
  const line = new Float32Array(planes * lineHeight * width);
  copyBox(picture, box, inkWidth, lineHeight, line, width);
  const input = new Tensor('float32', line, [1, planes, lineHeight, width]);
  const { [recogniser.outputNames[0]!]: output } = await recogniser.run({
    [recogniser.inputNames[0]!]: input,
  });
  return decodeCharacters(output!.data as Float32Array, alphabet);
}

/** Returns the same rectangle with the direction of reading rotated by 90 degrees, clockwise or counterclockwise. */
function turnedBox({ x, y, width, height, cos, sin }: TiltedBox, turn: 1 | -1): TiltedBox {
  return { x, y, width: height, height: width, cos: -turn * sin, sin: turn * cos };
}
