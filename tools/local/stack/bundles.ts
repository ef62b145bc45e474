import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rename, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { step } from '../progress.ts';
import { runTool } from '../programs/run-tool.ts';
import { removeUnusedFiles } from '../unused-files.ts';

const root = path.join(import.meta.dirname, '../../..');

/**
 * Returns the directory with the built console for the current code. Builds the console if it is missing.
 * @param cacheDir directory that all stacks share
 */
export function ensureConsoleBundle(cacheDir: string): Promise<string> {
  return ensureBundle(cacheDir, '{packages/console/**/*,packages/domain/**/*}', 'console-HASH', {
    title: 'Building the console',
    build: async (bundle) => {
      const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
      const build = (...args: string[]) =>
        runTool(process.execPath, [vite, 'build', '--outDir', bundle, '--logLevel', 'warn', ...args], {
          cwd: path.join(root, 'packages/console'),
        });
      await build('--emptyOutDir');
      await build('--config', 'vite.verify.config.ts', '--emptyOutDir', 'false');
    },
  });
}

/**
 * Returns the path of the workflow bundle for the current code. All workers share the bundle. Builds the bundle if it
 * is missing.
 * @param cacheDir directory that all stacks share
 */
export function ensureWorkflowBundle(cacheDir: string): Promise<string> {
  const sources = '{{workflows,packages/domain}/**/*.ts,workers/bundle.ts}';
  return ensureBundle(cacheDir, sources, 'workflows-HASH.js', {
    title: 'Bundling the workflows',
    build: (bundle) => runTool(process.execPath, [path.join(root, 'workers/build-bundle.ts'), bundle]),
  });
}

/** Returns the path of the bundle of `sources`. Its name contains their hash. Builds the bundle if it is missing. */
async function ensureBundle(
  cacheDir: string,
  sources: string,
  name: string,
  { title, build }: { title: string; build: (bundle: string) => Promise<unknown> },
): Promise<string> {
  const directory = path.resolve(cacheDir, 'bundles');
  const bundle = path.join(directory, name.replace('HASH', await hashOf([sources, 'package-lock.json'])));
  if (existsSync(bundle)) {
    await utimes(bundle, new Date(), new Date());
    return bundle;
  }
  await mkdir(directory, { recursive: true });
  await removeUnusedFiles(directory);
  const parts = await mkdtemp(path.join(directory, 'part-'));
  const part = path.join(parts, path.basename(bundle));
  await step(title, () => build(part));
  // Another process may have built the same bundle concurrently.
  await rename(part, bundle).catch((error: unknown) => {
    if (!existsSync(bundle)) throw error;
  });
  await rm(parts, { recursive: true, force: true });
  return bundle;
}

async function hashOf(patterns: string[]): Promise<string> {
  const hash = createHash('sha256');
  const entries = await Array.fromAsync(glob(patterns, { cwd: root, withFileTypes: true }));
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(path.relative(root, file)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}
