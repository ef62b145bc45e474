import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { type Alphabet, createAlphabet } from './alphabet.ts';
import { detectorFile, recogniserFile } from './model-files.ts';
import { onnxMetadata } from './onnx-metadata.ts';

/** The networks that read text. */
export interface TextModels {
  /** Returns for each pixel of a picture the probability that it belongs to text. */
  detector: InferenceSession;
  /** Returns for each column of the picture of a line the probabilities of the characters in `alphabet`. */
  recogniser: InferenceSession;
  alphabet: Alphabet;
}

// The arena would keep the memory of the largest picture. One thread of the worker waits for each picture, and pictures
// are read in several processes, so more threads would only compete.
const options: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  enableMemPattern: false,
};

/** Loads the networks from a directory. */
export async function loadTextModels(directory: string): Promise<TextModels> {
  const [detector, recogniser] = await Promise.all(
    [detectorFile, recogniserFile].map((name) => readFile(path.join(directory, name))),
  );
  const characters = onnxMetadata(recogniser!, 'character').replace(/\n$/, '').split('\n');
  return {
    detector: await InferenceSession.create(detector!, options),
    recogniser: await InferenceSession.create(recogniser!, options),
    alphabet: createAlphabet(characters),
  };
}
