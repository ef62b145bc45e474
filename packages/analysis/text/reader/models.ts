import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { type Alphabet, createAlphabet } from './alphabet.ts';
import { detectorFile, recogniserFile } from './model-files.ts';
import { onnxMetadata } from './onnx-metadata.ts';

export interface TextModels {
  /** Returns for each pixel of a picture the probability that it belongs to text. */
  detector: InferenceSession;
  /** Returns for each column of the picture of a line the probabilities of the characters in `alphabet`. */
  recogniser: InferenceSession;
  alphabet: Alphabet;
}

// A worker has a process for each two cores, so each process has two threads. If they do not spin while they wait, they
// use no more processor time than one. Denormal numbers, below 1e-38, are slow: as zeros, the detector takes a third of
// the time. onnxruntime takes this setting from the first session of the process.
const options: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 2,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  enableMemPattern: false,
  extra: { session: { set_denormal_as_zero: '1', intra_op: { allow_spinning: '0' } } },
};

export async function loadTextModels(directory: string): Promise<TextModels> {
  const [detector, recogniser] = await Promise.all(
    [detectorFile, recogniserFile].map((name) => readFile(path.join(directory, name))),
  );
  const characters = onnxMetadata(recogniser!, 'character').replace(/\n$/, '').split('\n');
  return {
    // The arena keeps the memory of the largest input. The detector's pictures have nearly one size, but lines do not.
    detector: await InferenceSession.create(detector!, { ...options, enableCpuMemArena: true }),
    recogniser: await InferenceSession.create(recogniser!, options),
    alphabet: createAlphabet(characters),
  };
}
