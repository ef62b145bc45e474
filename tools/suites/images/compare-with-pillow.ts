import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { ensurePythonWith } from '../../local/programs/python-package.ts';
import { runTool } from '../../local/programs/run-tool.ts';
import type { SuiteTools, Verdict } from '../suite.ts';
import { examineDamage } from './damage.ts';

/** The version of Pillow for pip. It decodes JPEG with libjpeg-turbo, and PNG with zlib and its own chunk reader. */
const pillow = 'pillow==13.0.0';
const script = path.join(import.meta.dirname, 'load-images.py');

/**
 * Compares whether Assay and Pillow find damage in the images of a folder and its subfolders. For Pillow, an image is
 * damaged if not all of its frames can be loaded.
 * @param extension matches the names of the files that are compared
 */
export async function* compareWithPillow(
  tools: SuiteTools,
  folder: string,
  extension: RegExp,
): AsyncIterable<Verdict> {
  const files = await readdir(path.join(tools.directory, folder), { recursive: true });
  const images = files.filter((file) => extension.test(file)).toSorted();
  const items = images.map((file) => path.posix.join(folder, file));
  const refusals = await askPillow(tools, items);
  for (const [index, item] of items.entries()) {
    const refusal = refusals[index] ?? null;
    const { ours, details } = await examineDamage(tools, item);
    yield {
      item,
      check: 'damage',
      ours,
      expected: refusal === null ? 'whole' : 'damaged',
      details: `Pillow: ${refusal ?? 'loads'}; ours: ${details || 'nothing found'}`,
    };
  }
}

/** Returns for each image the reason why Pillow cannot load it; null if Pillow loads the image. */
async function askPillow(
  { directory, config: { cacheDir, environment } }: SuiteTools,
  items: readonly string[],
): Promise<(string | null)[]> {
  const python = await ensurePythonWith(pillow, cacheDir, environment['PATH'] ?? '');
  const output = await runTool(python, [script, ...items.map((item) => path.join(directory, item))]);
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string | null);
}
