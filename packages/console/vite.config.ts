import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

// Builds the console, the browser application in packages/console. `npm start` runs the build.

/**
 * Adds the files that pdf.js requests by name while it draws a PDF: character maps, standard fonts, and decoders for
 * JPEG 2000 and JBIG2 images in JavaScript, because the content security policy forbids WebAssembly.
 */
const pdfFiles: Plugin = {
  name: 'pdf-files',
  generateBundle() {
    const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    const wanted = { cmaps: /\.bcmap$/, standard_fonts: /\.(?:pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ };
    for (const [folder, names] of Object.entries(wanted)) {
      const from = path.join(path.dirname(manifest), folder);
      for (const name of readdirSync(from).filter((each) => names.test(each))) {
        // The version replaces a hash in the path, so that browsers can cache the files.
        const fileName = `assets/pdfjs-${version}/${folder}/${name}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path.join(from, name)) });
      }
    }
  },
};

/** Size in bytes above which files are compressed with less effort. pdf.js would otherwise take seconds. */
const largeBytes = 200_000;
const compressible = /\.(?:html|m?js|css|svg)$/;

/** Adds a compressed copy of each text file, so that the API does not compress files while it serves them. */
export const precompress: Plugin = {
  name: 'precompress',
  generateBundle: {
    // Vite changes dynamic imports in the same hook, and the files must be compressed after that.
    order: 'post',
    handler(_options, bundle) {
      for (const [fileName, output] of Object.entries(bundle)) {
        if (!compressible.test(fileName)) continue;
        const content = output.type === 'chunk' ? output.code : output.source;
        const size = Buffer.byteLength(content);
        const brotli = brotliCompressSync(content, {
          params: {
            [constants.BROTLI_PARAM_SIZE_HINT]: size,
            [constants.BROTLI_PARAM_QUALITY]: size > largeBytes ? 9 : constants.BROTLI_MAX_QUALITY,
          },
        });
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.gz`,
          source: gzipSync(content, { level: 9 }),
        });
      }
    },
  },
};

export default defineConfig({
  base: '/console/',
  oxc: { jsx: { importSource: 'preact' } },
  build: {
    // The oldest browsers with `light-dark()` and popovers (docs/console.md).
    target: ['chrome125', 'edge125', 'firefox128', 'safari17.5'],
    // The content security policy allows neither inline scripts nor `data:` URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Bundles modules that the first view shares with later pages into the file of the first view, which saves one
    // request.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'console', tags: ['$initial'] }] } } },
  },
  plugins: [pdfFiles, precompress],
});
