import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureTextModels } from '../../tools/local/programs/text-models.ts';
import { root } from './compose.ts';
import { run } from './run.ts';

/**
 * Returns the environment variables that the Dockerfile sets in an image. `directory` replaces the image's `/app`. The
 * processes listen only on the loopback address.
 */
export async function imageEnvironment(
  target: 'service' | 'media',
  directory: string,
): Promise<Record<string, string>> {
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  const stages = dockerfile.split(/^FROM /m).filter((stage) => / AS (service|media)\n/.test(stage));
  const lines = stages
    .slice(0, target === 'media' ? 2 : 1)
    .flatMap((stage) => stage.match(/^ENV .+$/gm) ?? []);
  const entries = lines.flatMap((line) => line.split(' ').slice(1)).map((entry) => entry.split('='));
  const set = Object.fromEntries(entries) as Record<string, string>;
  const moved = Object.entries(set).map(([name, value]) => [name, value.replace(/^\/app\b/, directory)]);
  return { ...(Object.fromEntries(moved) as Record<string, string>), HOST: '127.0.0.1' };
}

/**
 * Creates a copy of the image's `/app` by following the Dockerfile. The copy contains the copied files, the
 * installed packages, the workflow bundle, the built console and the weights that read text.
 */
export async function makeImageTree(directory: string): Promise<void> {
  const dockerfile = await readFile(path.join(root, 'Dockerfile'), 'utf8');
  await mkdir(directory, { recursive: true });
  for (const [, copy] of dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)) {
    const words = copy!.split(' ');
    const target = path.join(directory, words.pop()!);
    for (const source of words) {
      const into = copy!.endsWith('/') ? path.join(target, path.basename(source)) : target;
      await cp(path.join(root, source), into, { recursive: true });
    }
  }
  const install = /^RUN npm (ci .+)$/m.exec(dockerfile)![1]!.split(' ');
  // npm may run on a different version of Node.js here than in the image.
  await succeed(
    'npm',
    [...install, '--engine-strict=false', '--prefer-offline', '--loglevel=error'],
    directory,
  );
  await succeed(process.execPath, ['workers/build-bundle.ts', 'workflows.js'], directory);
  const { cacheDir, environment } = loadLocalConfig();
  const models = await ensureTextModels(cacheDir, environment['PATH'] ?? '');
  if (models === null) throw new Error('the weights that read text could not be downloaded');
  await cp(models, path.join(directory, 'text-models'), { recursive: true });
  // The sources of the console are in a stage of their own. Its result replaces them.
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--emptyOutDir', '--outDir'];
  await succeed(process.execPath, [...vite, path.join(directory, 'console')], root);
}

async function succeed(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output}`);
}
