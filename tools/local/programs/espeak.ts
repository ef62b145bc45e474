import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { ensureSystemPackage } from './system-package.ts';

/** Returns the path of espeak-ng, the synthesiser whose voices the tests of speech use. Installs it if necessary. */
export async function ensureEspeak(cacheDir: string, searchPath: string): Promise<string> {
  const find = () => findOnPath('espeak-ng', searchPath);
  await ensureSystemPackage(
    {
      title: 'espeak-ng',
      names: {
        'apt-get': 'espeak-ng',
        dnf: 'espeak-ng',
        apk: 'espeak-ng',
        pacman: 'espeak-ng',
        brew: 'espeak-ng',
      },
      problem: async () => ((await find()) === null ? 'espeak-ng is not installed' : null),
      needed: 'The tests of speech need espeak-ng',
      homepage: 'https://github.com/espeak-ng/espeak-ng',
    },
    cacheDir,
    searchPath,
  );
  return (await find())!;
}
