import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { detectorFile } from '@assay/analysis/text/reader/model-files.ts';
import { serveJobs } from './serve-jobs.ts';

export interface DetectJob {
  /** Directory of the weights. */
  models: string;
  pictures: number;
}

const [width, height] = [1280, 736];
let detector: Promise<InferenceSession> | null = null;

/** Runs the detector of text on pictures, with one thread. Loads the network in the first job. */
serveJobs(async ({ models, pictures }: DetectJob): Promise<null> => {
  detector ??= readFile(path.join(models, detectorFile)).then((weights) =>
    InferenceSession.create(weights, {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      extra: { session: { set_denormal_as_zero: '1' } },
    }),
  );
  const session = await detector;
  const levels = Float32Array.from({ length: 3 * width * height }, (_, i) => Math.sin(i / 17));
  const input = new Tensor('float32', levels, [1, 3, height, width]);
  for (let i = 0; i < pictures; i++) await session.run({ [session.inputNames[0]!]: input });
  return null;
});
