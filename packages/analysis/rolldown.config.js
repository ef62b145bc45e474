import { readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

// Builds the JavaScript of the npm package, because Node strips no types below `node_modules`. Each module becomes a
// file, so that paths relative to a module stay right. The code of `@assay/domain`, which is on no registry, is part of
// the result.
export default defineConfig({
  input: [
    'check/start.ts',
    'parsers/child.ts',
    'jobs/parser-jobs.ts',
    'text/reader/reader-jobs.ts',
    'speech/listener/detector-jobs.ts',
  ],
  platform: 'node',
  external: (id) => !/^(?:[./]|@assay\/|@oxc-project\/|\0)/.test(id),
  transform: { target: 'node22' },
  plugins: [
    {
      name: 'listener',
      generateBundle() {
        const name = 'speech/listener/listen.py';
        this.emitFile({ type: 'asset', fileName: `analysis/${name}`, source: readFileSync(name) });
      },
    },
  ],
  output: {
    dir: 'dist',
    cleanDir: true,
    preserveModules: true,
    preserveModulesRoot: '..',
    entryFileNames: '[name].js',
  },
});
