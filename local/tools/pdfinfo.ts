import { findOnPath } from '../../analysis/media/find-on-path.ts';
import { ensureSystemPackage } from './system-package.ts';

/** Makes sure that pdfinfo, of poppler, is on PATH; benchmarks compare with it. */
export function ensurePdfinfo(cacheDir: string, searchPath: string): Promise<void> {
  return ensureSystemPackage(
    {
      title: 'poppler',
      names: {
        'apt-get': 'poppler-utils',
        dnf: 'poppler-utils',
        apk: 'poppler-utils',
        pacman: 'poppler',
        brew: 'poppler',
      },
      fault: async () =>
        (await findOnPath('pdfinfo', searchPath)) === null ? 'pdfinfo is not installed' : null,
      needed: 'pdfinfo, of poppler, is needed on PATH to compare with',
      homepage: 'https://poppler.freedesktop.org/',
    },
    cacheDir,
    searchPath,
  );
}
