import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './compose.ts';

/** An instruction of the Dockerfile with its operands, such as `COPY` and `api ./api`. */
export interface Instruction {
  name: string;
  operands: string;
}

export interface Stage {
  name: string;
  /** The name of another stage, or an image. */
  base: string;
  instructions: Instruction[];
}

/** The instructions that our Dockerfile uses. https://docs.docker.com/reference/dockerfile/ */
const known = ['FROM', 'COPY', 'RUN', 'WORKDIR', 'ENV', 'USER', 'EXPOSE', 'VOLUME', 'ENTRYPOINT', 'CMD'];

/** Returns the stages of a Dockerfile by name. Throws if a line is not a known instruction. */
export function parseDockerfile(text: string): Map<string, Stage> {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const line of lines) {
    const [, name = '', operands = ''] = /^([A-Z]+) +(.+)$/.exec(line.replace(/ +/g, ' ')) ?? [];
    if (!known.includes(name)) throw new Error(`not a known instruction of a Dockerfile: ${line}`);
    if (name === 'FROM') {
      const [, base, stageName] = /^(\S+) AS (\S+)$/.exec(operands) ?? [];
      if (base === undefined || stageName === undefined) throw new Error(`a stage without a name: ${line}`);
      stage = { name: stageName, base, instructions: [] };
      stages.set(stageName, stage);
    } else if (stage === undefined) throw new Error(`an instruction before the first FROM: ${line}`);
    else {
      if (['ENTRYPOINT', 'CMD'].includes(name)) JSON.parse(operands);
      stage.instructions.push({ name, operands });
    }
  }
  return stages;
}

export async function readDockerfile(): Promise<Map<string, Stage>> {
  return parseDockerfile(await readFile(path.join(root, 'Dockerfile'), 'utf8'));
}

/** Returns a stage and the stages on which it is based, the first one first. */
export function stageChain(stages: ReadonlyMap<string, Stage>, name: string): Stage[] {
  const stage = stages.get(name);
  return stage === undefined ? [] : [...stageChain(stages, stage.base), stage];
}

export interface Copy {
  /** The stage whose files are copied. Null: the files of the repository. */
  from: string | null;
  sources: string[];
  target: string;
}

/** Returns the COPY instructions of a stage. Throws if one has an option other than `--from`. */
export function copiesOf({ instructions }: Stage): Copy[] {
  return instructions.filter(({ name }) => name === 'COPY').map(({ operands }) => parseCopy(operands));
}

export function parseCopy(operands: string): Copy {
  const words = operands.split(' ');
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : null;
  const target = words.pop();
  if (target === undefined || words.length === 0 || words.some((word) => word.startsWith('--')))
    throw new Error(`cannot follow COPY ${operands}`);
  return { from, sources: words, target };
}

/**
 * Returns a function that returns whether `.dockerignore` lets a path of the repository into the build. The last
 * pattern that matches the path or a folder above it decides.
 * https://docs.docker.com/build/concepts/context/#dockerignore-files
 */
export async function readDockerignore(): Promise<(file: string) => boolean> {
  const text = await readFile(path.join(root, '.dockerignore'), 'utf8');
  const rules = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ lets: line.startsWith('!'), pattern: toPattern(line.replace(/^!/, '')) }));
  return (file) => rules.findLast(({ pattern }) => pattern.test(file))?.lets ?? true;
}

function toPattern(glob: string): RegExp {
  const body = glob
    .split('**/')
    .map((part) => part.replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`).replace(/\*/g, '[^/]*'))
    .join('(?:.*/)?');
  return new RegExp(`^${body}(?:/.*)?$`);
}
