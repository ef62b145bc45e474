import { findOnPath } from '@assay/analysis/media/find-on-path.ts';
import { ensureSystemPackage } from './system-package.ts';

/**
 * Ensures that pdfinfo, a program of poppler, is on PATH. Benchmarks compare Assay's results with those of pdfinfo.
 */
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
      problem: async () =>
        (await findOnPath('pdfinfo', searchPath)) === null ? 'pdfinfo is not installed' : null,
      needed: "poppler's pdfinfo is needed on PATH for the comparison",
      homepage: 'https://poppler.freedesktop.org/',
    },
    cacheDir,
    searchPath,
  );
}
