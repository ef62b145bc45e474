import { Tensor } from 'onnxruntime-node';
import type { Picture } from '../text-reader.ts';
import { decodeCharacters, type RecognisedText } from './decode-characters.ts';
import type { TiltedBox } from './enclosing-box.ts';
import type { TextModels } from './models.ts';
import { copyBox, planes } from './resample.ts';

/** Size in pixels of the picture that the recogniser gets. Shorter lines are filled up with grey. */
const lineHeight = 48;
const minLineWidth = 320;
/** Longer lines are compressed to this width, which limits memory. */
const maxLineWidth = 4096;
/** A box that is taller by this factor than it is wide may contain a line that runs up or down. */
const tallFactor = 1.5;

/** Reads the line in a box of a picture. */
export async function recogniseLine(
  models: TextModels,
  picture: Picture,
  box: TiltedBox,
): Promise<RecognisedText> {
  if (box.height < tallFactor * box.width) return recognise(models, picture, box);
  const turned = [box, turnedBox(box, 1), turnedBox(box, -1)];
  let best: RecognisedText = { text: '', confidence: 0 };
  for (const candidate of turned) {
    const read = await recognise(models, picture, candidate);
    if (read.confidence > best.confidence) best = read;
  }
  return best;
}

async function recognise(
  { recogniser, alphabet }: TextModels,
  picture: Picture,
  box: TiltedBox,
): Promise<RecognisedText> {
  const inkWidth = Math.min(maxLineWidth, Math.max(1, Math.ceil((lineHeight * box.width) / box.height)));
  const width = Math.max(minLineWidth, inkWidth);
  const line = new Float32Array(planes * lineHeight * width);
  copyBox(picture, box, inkWidth, lineHeight, line, width);
  const input = new Tensor('float32', line, [1, planes, lineHeight, width]);
  const { [recogniser.outputNames[0]!]: output } = await recogniser.run({
    [recogniser.inputNames[0]!]: input,
  });
  return decodeCharacters(output!.data as Float32Array, alphabet);
}

/** Returns the same box with the direction of reading turned by 90 degrees, clockwise or counterclockwise. */
function turnedBox({ x, y, width, height, cos, sin }: TiltedBox, turn: 1 | -1): TiltedBox {
  return { x, y, width: height, height: width, cos: -turn * sin, sin: turn * cos };
}
