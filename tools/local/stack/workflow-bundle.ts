import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { step } from '../progress.ts';
import { runTool } from '../programs/run-tool.ts';

const root = path.join(import.meta.dirname, '../../..');

/**
 * Returns the path of the workflow bundle for the current code. All workers share the bundle. Builds the bundle if it
 * is missing.
 */
export async function ensureWorkflowBundle(directory: string): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path.join(root, 'package-lock.json')));
  const files = await Array.fromAsync(
    glob(['{workflows,packages/domain}/**/*.ts', 'workers/bundle.ts'], { cwd: root }),
  );
  for (const file of files.sort()) hash.update(file).update(await readFile(path.join(root, file)));
  const bundle = path.join(directory, `workflows-${hash.digest('hex').slice(0, 16)}.js`);
  if (existsSync(bundle)) return bundle;
  await step('Bundling the workflows', () =>
    runTool(process.execPath, [path.join(root, 'workers/build-bundle.ts'), bundle]),
  );
  return bundle;
}
