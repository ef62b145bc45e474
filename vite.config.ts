import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

// Builds the console, the browser application in console/. `npm start` runs the build.

/** Adds a compressed copy of each text file, so that the API does not compress files while it serves them. */
const precompress: Plugin = {
  name: 'precompress',
  generateBundle: {
    // Vite's own plugins still change the scripts that import others.
    order: 'post',
    handler(_options, bundle) {
      for (const [fileName, output] of Object.entries(bundle)) {
        const content = output.type === 'chunk' ? output.code : output.source;
        const size = Buffer.byteLength(content);
        const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: size } });
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(content, { level: 9 }) });
      }
    },
  },
};

export default defineConfig({
  root: 'console',
  base: '/console/',
  oxc: { jsx: { importSource: 'preact' } },
  build: {
    // The oldest browsers with `light-dark()` and popovers (docs/console.md).
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    // The content security policy allows neither inline scripts nor `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Keeps what the first view shares with later pages in the file of the first view: one request less.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'console', tags: ['$initial'] }] } } },
  },
  plugins: [precompress],
});
