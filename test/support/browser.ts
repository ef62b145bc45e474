import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { findChromium } from '../../tools/local/programs/chromium.ts';

/** The installation of Chromium can take minutes. */
const startTimeoutMs = 600_000;

/** Starts Chromium for the tests of a file. */
export function useBrowser(): { readonly browser: Browser } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const { cacheDir, environment } = loadLocalConfig();
    browser = await chromium.launch({
      executablePath: await findChromium(cacheDir, environment['PATH'] ?? ''),
      // Chromium's sandbox does not work for root, and many containers run as root.
      chromiumSandbox: process.getuid?.() !== 0,
    });
  }, startTimeoutMs);
  afterAll(() => browser?.close());
  return {
    get browser() {
      return browser!;
    },
  };
}
