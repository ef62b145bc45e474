import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { detectorFile, recogniserFile } from '@assay/analysis/text/reader/model-files.ts';
import { step } from '../progress.ts';
import { ensurePython } from './python-package.ts';
import { createVenv, makeDirectory, requireDigest, unpackWheels } from './wheel-files.ts';

/** The Python package whose wheel contains the weights of the text reader. The Dockerfile uses the same wheel. */
export const wheel = {
  name: 'rapidocr',
  version: '3.10.0',
  sha256: '2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050',
};
/** Files of the wheel that are stored. Only the weights, which the text reader loads, have a SHA-256 digest. */
const files: { from: string; sha256: string | null }[] = [
  {
    from: `rapidocr/models/${detectorFile}`,
    sha256: '090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f',
  },
  {
    from: `rapidocr/models/${recogniserFile}`,
    sha256: '6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884',
  },
  { from: `rapidocr-${wheel.version}.dist-info/licenses/LICENSE`, sha256: null },
  { from: `rapidocr-${wheel.version}.dist-info/licenses/MODEL_LICENSES.md`, sha256: null },
];

/** Returns the directory for the weights, which may not exist yet. */
export function textModelsDirectory(cacheDir: string): string {
  return path.join(cacheDir, `text-models-${wheel.name}-${wheel.version}`);
}

/**
 * Returns the directory with the weights of the neural networks that read text in pictures. Downloads the weights with
 * pip into the user's cache folder if they are missing. If the download fails, prints the reason and returns null.
 */
export async function ensureTextModels(cacheDir: string, searchPath: string): Promise<string | null> {
  const directory = textModelsDirectory(cacheDir);
  if (await isComplete(directory)) return directory;
  try {
    const python = await ensurePython(cacheDir, searchPath);
    await step('Getting the weights that read text in pictures with pip', () =>
      makeDirectory(directory, isComplete, (folder, around) => getWeights(python, folder, around)),
    );
    return directory;
  } catch (error) {
    console.warn(
      `! Text in pictures is not read: the weights could not be downloaded.\n${(error as Error).message}\n` +
        '  This is needed: Python with the module venv, and a package index that pip reaches, https://pypi.org or ' +
        'the one in PIP_INDEX_URL.',
    );
    return null;
  }
}

/** Downloads the wheel to `around`, and copies `files` to `folder`. */
async function getWeights(python: string, folder: string, around: string): Promise<void> {
  const [requirements, unpacked] = [path.join(around, 'wheel.txt'), path.join(around, 'package')];
  await writeFile(requirements, `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
  await unpackWheels(await createVenv(python, path.join(around, 'venv')), requirements, unpacked);
  for (const { from, sha256 } of files) {
    const target = path.join(folder, path.basename(from));
    await copyFile(path.join(unpacked, from), target);
    await requireDigest(target, sha256);
  }
}

const isComplete = (directory: string): Promise<boolean> =>
  Promise.all(files.map(({ from }) => readFile(path.join(directory, path.basename(from))))).then(
    () => true,
    () => false,
  );
