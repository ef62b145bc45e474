import { type Browser, chromium } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { findChromium } from '../../tools/local/programs/chromium.ts';

/** Time limit in milliseconds for the start of Chromium. The installation of Chromium can take minutes. */
const startTimeoutMs = 600_000;

// The test files of a process that are not isolated share one Chromium, which ends with the process.
let launched: Promise<Browser> | undefined;

async function launch(): Promise<Browser> {
  const { cacheDir, environment } = loadLocalConfig();
  return chromium.launch({
    executablePath: await findChromium(cacheDir, environment['PATH'] ?? ''),
    // Chromium's sandbox does not work for root, and many containers run as root.
    chromiumSandbox: process.getuid?.() !== 0,
  });
}

/** Starts Chromium unless it runs. Closes the pages of each test after it, because open pages continue to poll. */
export function useBrowser(): { readonly browser: Browser } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await (launched ??= launch());
  }, startTimeoutMs);
  afterEach(async () => {
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  });
  return {
    get browser() {
      return browser!;
    },
  };
}
