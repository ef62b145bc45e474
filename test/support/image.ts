import { cp, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { ensureTextModels } from '../../tools/local/programs/text-models.ts';
import { root } from './compose.ts';
import { parseCopy, readDockerfile, readDockerignore, stageChain } from './dockerfile.ts';
import { run } from './run.ts';

/**
 * Returns the environment variables that the Dockerfile sets in an image. `directory` replaces the image's `/app`. The
 * processes listen only on the loopback address.
 */
export async function imageEnvironment(
  target: 'service' | 'media',
  directory: string,
): Promise<Record<string, string>> {
  const entries = stageChain(await readDockerfile(), target)
    .flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'ENV'))
    .flatMap(({ operands }) => operands.split(' ').map((entry) => entry.split('=') as [string, string]))
    .map(([name, value]) => [name, inDirectory(value, directory)]);
  return { ...(Object.fromEntries(entries) as Record<string, string>), HOST: '127.0.0.1' };
}

/** Returns a path of the image with `directory` instead of `/app`. */
const inDirectory = (file: string, directory: string) => file.replace(/^\/app(?=\/|$)/, directory);

/**
 * Follows the Dockerfile without containers. The function `build` returns a directory that contains `/app` of a stage,
 * made from nothing but the files that the stage copies and `.dockerignore` lets in.
 *
 * RUN instructions that begin with `node` or `npm` are run. The weights that read text come from the cache.
 * @param directory where the directories of the stages are made
 * @param packages `installed`: npm installs the packages as in the image. `linked`: all packages of the repository are
 *   linked, which takes no time
 */
export async function followDockerfile(directory: string, packages: 'installed' | 'linked') {
  const stages = await readDockerfile();
  const isLetIn = await readDockerignore();
  const built = new Map<string, Promise<string>>();

  function build(name: string): Promise<string> {
    const tree = built.get(name) ?? (name === 'text-models' ? copyTextModels() : make(name));
    built.set(name, tree);
    return tree;
  }
  return { build };

  async function make(name: string): Promise<string> {
    const stage = stages.get(name);
    if (stage === undefined) throw new Error(`the Dockerfile has no stage ${name}`);
    const app = path.join(directory, name);
    if (stages.has(stage.base)) await link(await build(stage.base), app);
    else await mkdir(app, { recursive: true });
    for (const { name: instruction, operands } of stage.instructions) {
      if (instruction === 'COPY') await copy(app, operands);
      else if (instruction === 'RUN') await execute(app, operands);
    }
    return app;
  }

  async function copy(app: string, operands: string): Promise<void> {
    const { from, sources, target } = parseCopy(operands);
    for (const named of sources) {
      const source =
        from === null ? path.join(root, named) : path.join(await build(from), named.replace(/^\/app\//, '/'));
      const isFile = (await stat(source)).isFile();
      const into = path.join(app, target, isFile && target.endsWith('/') ? path.basename(named) : '');
      if (from === null) await copyLetIn(source, into);
      else await link(source, into);
    }
  }

  /** Copies a file or directory of the repository, except the files that `.dockerignore` excludes. */
  async function copyLetIn(source: string, into: string): Promise<void> {
    let count = 0;
    const filter = async (file: string) => {
      if ((await stat(file)).isDirectory()) return true;
      const letIn = isLetIn(path.relative(root, file));
      if (letIn) count += 1;
      return letIn;
    };
    await cp(source, into, { recursive: true, filter });
    if (count === 0) throw new Error(`.dockerignore excludes ${path.relative(root, source)}`);
  }

  async function execute(app: string, operands: string): Promise<void> {
    const [command, ...args] = operands.split(' ').map((word) => inDirectory(word, app));
    if (command !== 'node' && command !== 'npm') return;
    if (/[;&|<>$]/.test(operands)) throw new Error(`cannot run without a shell: ${operands}`);
    if (command === 'node') await succeed(process.execPath, args, app);
    else if (packages === 'linked') await linkPackages(app);
    else {
      // npm may run on a different version of Node.js here than in the image.
      const options = ['--engine-strict=false', '--prefer-offline', '--loglevel=error'];
      await succeed('npm', [...args, ...options], app);
    }
  }

  /** Returns a directory with the weights in `text-models`, which the stage itself downloads with pip. */
  async function copyTextModels(): Promise<string> {
    const { cacheDir, environment } = loadLocalConfig();
    const models = await ensureTextModels(cacheDir, environment['PATH'] ?? '');
    if (models === null) throw new Error('the weights that read text could not be downloaded');
    const tree = path.join(directory, 'text-models');
    await cp(models, path.join(tree, 'text-models'), { recursive: true });
    return tree;
  }
}

/** Installs the packages as links. Those of `@assay` link to the files of the stage, as with npm. */
async function linkPackages(app: string): Promise<void> {
  const installed = path.join(root, 'node_modules');
  const own = path.join(app, 'node_modules/@assay');
  await mkdir(own, { recursive: true });
  for (const name of await readdir(installed))
    if (name !== '@assay') await symlink(path.join(installed, name), path.join(app, 'node_modules', name));
  for (const name of await readdir(path.join(app, 'packages')))
    await symlink(path.join('../../packages', name), path.join(own, name));
}

/** Copies a file or directory as hard links. The copies take no time and no space. */
async function link(source: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await succeed('cp', ['-a', '-l', source, target], '/');
}

async function succeed(command: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, output } = await run(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${output}`);
}
