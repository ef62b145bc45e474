import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { SetupError } from '../progress.ts';
import { ensureSystemPackage } from './system-package.ts';

/**
 * Installs bubblewrap, with which workers isolate ffmpeg, unless `bwrap` is on PATH. Does nothing on systems other than
 * Linux. If the installation fails, prints a warning. Workers then use only resource limits.
 */
export async function ensureBubblewrap(cacheDir: string, searchPath: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const name = 'bubblewrap';
  try {
    await ensureSystemPackage(
      {
        title: name,
        names: { 'apt-get': name, dnf: name, apk: name, pacman: name },
        problem: async () =>
          (await findOnPath('bwrap', searchPath)) === null ? 'bwrap is not installed' : null,
        needed: 'bubblewrap is needed on PATH to isolate ffmpeg; without it there are resource limits alone',
        homepage: 'https://github.com/containers/bubblewrap',
      },
      cacheDir,
      searchPath,
    );
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.warn(`! ${error.message}`);
  }
}
