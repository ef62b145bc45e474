import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { run } from './run.ts';

export const root = path.join(import.meta.dirname, '../..');

export interface ComposeService {
  image: string;
  build?: { context: string; target: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  security_opt?: string[];
  ports?: string[];
  networks?: string[];
  healthcheck?: { disable?: boolean; test?: string[] };
  depends_on?: Record<string, { condition: string }>;
  [key: string]: unknown;
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks: Record<string, object>;
  volumes: Record<string, unknown>;
}

/** Returns the stage of the Dockerfile whose image a service runs. Null if our Dockerfile does not build the image. */
export function imageStage({ image }: ComposeService): 'service' | 'media' | null {
  const [, stage] = /^assay-(service|media):/.exec(image) ?? [];
  return (stage ?? null) as 'service' | 'media' | null;
}

/** Returns the variables of .env.example, with the empty ones filled by `deploy/fill-env.sh`. */
export async function filledEnv(): Promise<Record<string, string>> {
  const { code, output } = await run('sh', [path.join(root, 'deploy/fill-env.sh')]);
  if (code !== 0) throw new Error(output);
  return parseEnv(output) as Record<string, string>;
}

/** Returns docker-compose.yml with its variables replaced. Throws if a required variable is missing. */
export async function readCompose(variables: Record<string, string>): Promise<ComposeFile> {
  const text = await readFile(path.join(root, 'docker-compose.yml'), 'utf8');
  return filledIn(parse(text, { merge: true }), variables) as ComposeFile;
}

function filledIn(value: unknown, variables: Record<string, string>): unknown {
  if (typeof value === 'string') return interpolated(value, variables);
  if (Array.isArray(value)) return value.map((item) => filledIn(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([key, item]) => [key, filledIn(item, variables)]),
  );
}

/**
 * Replaces the variables in a text as Compose does, but throws for every missing variable without a default value:
 * https://github.com/compose-spec/compose-spec/blob/main/12-interpolation.md
 */
function interpolated(text: string, variables: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = variables[name] ?? '';
    if (value !== '') return value;
    if (kind === '-') return rest as string;
    throw new Error(`${name} is not set`);
  });
}
