import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession } from 'onnxruntime-node';
import { type Alphabet, createAlphabet } from './alphabet.ts';
import { detectorFile, recogniserFile } from './model-files.ts';
import { onnxMetadata } from './onnx-metadata.ts';

export interface TextModels {
  /** Network that computes for each pixel of a picture the probability that the pixel belongs to text. */
  detector: InferenceSession;
  /**
   * Network that computes the probabilities of all characters in `alphabet` for each column of the picture of a line.
   */
  recogniser: InferenceSession;
  alphabet: Alphabet;
}

// A worker has one process per two cores, so each process uses two threads. Without spinning, two threads need no more
// processor time than one. Denormal numbers (below 1e-38) are slow; with denormals set to zero, the detector needs a
// third of the time. onnxruntime uses the denormal setting of the first session in the process.
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
    // The arena keeps memory for the largest input. This is useful for the detector, whose inputs have nearly equal
    // sizes, but not for lines, whose sizes vary.
    detector: await InferenceSession.create(detector!, { ...options, enableCpuMemArena: true }),
    recogniser: await InferenceSession.create(recogniser!, options),
    alphabet: createAlphabet(characters),
  };
}
