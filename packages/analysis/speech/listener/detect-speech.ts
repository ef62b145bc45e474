import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { detectorFile } from './model-files.ts';
import { findSpeech, type Speech } from './find-speech.ts';
import { frameSamples } from './limits.ts';

/** The network of this process. The first job loads it. */
let detector: Promise<InferenceSession> | null = null;

/** Number of samples before a frame that the network also gets, and size of its state. */
const contextSamples = 64;
const stateSize = 128;
/** Number of frames that are passed to the network at once: 16 s. */
const batchFrames = 500;

const load = (models: string) =>
  (detector ??= readFile(path.join(models, detectorFile)).then((weights) =>
    InferenceSession.create(weights, {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      enableCpuMemArena: false,
    }),
  ));

export async function loadDetector(_source: RangedSource, { models }: { models: string }): Promise<true> {
  await load(models);
  return true;
}

/**
 * Returns the ranges of speech in sound of 16 kHz, as 16-bit samples. No range is longer than a window.
 * @param source the samples, little-endian
 */
export async function detectSpeech(
  source: RangedSource,
  { models }: { models: string },
): Promise<{ speech: Speech[] }> {
  const session = await load(models);
  const bytes = await source.read(0, source.sizeBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const samples = Math.floor(bytes.length / 2);
  const sampleAt = (at: number) => (at >= 0 && at < samples ? view.getInt16(2 * at, true) / 32_768 : 0);
  const frames = Math.ceil(samples / frameSamples);
  const probabilities: number[] = [];
  const state = () => new Tensor('float32', new Float32Array(stateSize), [1, 1, stateSize]);
  let [h, c] = [state(), state()];
  const width = contextSamples + frameSamples;
  for (let first = 0; first < frames; first += batchFrames) {
    const count = Math.min(batchFrames, frames - first);
    const input = new Float32Array(count * width);
    for (let frame = 0; frame < count; frame++)
      for (let at = 0; at < width; at++)
        input[frame * width + at] = sampleAt((first + frame) * frameSamples + at - contextSamples);
    const outputs = await session.run({ input: new Tensor('float32', input, [count, width]), h, c });
    const [speech, nextH, nextC] = session.outputNames.map((name) => outputs[name]!);
    probabilities.push(...(speech!.data as Float32Array));
    [h, c] = [nextH as Tensor & typeof h, nextC as Tensor & typeof c];
  }
  return { speech: findSpeech(probabilities, samples) };
}
