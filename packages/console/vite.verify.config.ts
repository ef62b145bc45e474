import { defineConfig } from 'vite';
import config, { precompress } from './vite.config.ts';

// Builds the page at /verify into the directory of the console. One build of both pages would share code, and a reader
// of a report would load the console.
export default defineConfig({
  base: config.base!,
  build: {
    target: config.build!.target!,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: { input: 'verify.html' },
  },
  plugins: [precompress],
});
