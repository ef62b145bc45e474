import { existsSync } from 'node:fs';
import { findOnPath } from '@assay/analysis/decode/find-on-path.ts';
import { ensureSystemPackage } from './system-package.ts';

// The headless shell is the same engine without a browser window. The tests of the console take a third less processor
// time with it.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const macApplication = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Returns the path of Chromium or Chrome for the tests of web pages. Installs Chromium if both are missing. */
export async function findChromium(cacheDir: string, searchPath: string): Promise<string> {
  await ensureSystemPackage(
    {
      title: 'Chromium',
      names: { 'apt-get': 'chromium-headless-shell', dnf: 'chromium', apk: 'chromium', pacman: 'chromium' },
      problem: async () => ((await findInstalled(searchPath)) === null ? 'Chromium is not installed' : null),
      needed: 'Chromium or Chrome is needed for the tests of web pages',
      homepage: 'https://www.chromium.org/getting-involved/download-chromium/',
    },
    cacheDir,
    searchPath,
  );
  return (await findInstalled(searchPath))!;
}

async function findInstalled(searchPath: string): Promise<string | null> {
  for (const name of names) {
    const file = await findOnPath(name, searchPath);
    if (file !== null) return file;
  }
  return existsSync(macApplication) ? macApplication : null;
}
