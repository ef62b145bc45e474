import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './compose.ts';
import { run } from './run.ts';

/** Returns the environment variables that the image sets. `directory` replaces the image's `/app`. */
export const imageEnvironment = (directory: string) => ({
  NODE_ENV: 'production',
  HOME: '/nonexistent',
  HOST: '127.0.0.1',
  WORKFLOW_BUNDLE: path.join(directory, 'workflows.js'),
});

/**
 * Creates a copy of the image's `/app` by following the Dockerfile. The copy contains the copied files, the
 * installed packages and the workflow bundle.
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
}

async function succeed(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output}`);
}
