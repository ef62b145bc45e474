import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { step } from '../progress.ts';
import { runTool } from '../programs/run-tool.ts';

const root = path.join(import.meta.dirname, '../../..');
const sources = '{packages/console/**/*,packages/domain/**/*,package-lock.json}';

/** Returns the directory with the built console for the current code. Builds the console if it is missing. */
export async function ensureConsoleBundle(directory: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await Array.fromAsync(glob(sources, { cwd: root, withFileTypes: true }));
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files.sort()) hash.update(path.relative(root, file)).update(await readFile(file));
  const bundle = path.join(path.resolve(directory), `console-${hash.digest('hex').slice(0, 16)}`);
  if (existsSync(bundle)) return bundle;
  const part = `${bundle}.${process.pid}.part`;
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  await step('Building the console', async () => {
    await runTool(
      process.execPath,
      [vite, 'build', '--outDir', part, '--emptyOutDir', '--logLevel', 'warn'],
      { cwd: path.join(root, 'packages/console') },
    );
    // Another process may have built the same console concurrently.
    await rename(part, bundle).catch(() => rm(part, { recursive: true, force: true }));
  });
  return bundle;
}
