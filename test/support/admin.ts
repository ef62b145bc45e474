import { runAdmin } from '@assay/admin/program.ts';
import { type Ended, run } from './run.ts';

/**
 * Returns the environment of a run: the variables of the test process without `DATABASE_URL` and `LOCAL_DIR`, then
 * those of `env`.
 */
const environmentOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  DATABASE_URL: '',
  LOCAL_DIR: '',
  ...env,
});

/** Runs the admin CLI in this process, because a separate process takes a second to start. */
export async function admin(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const [all, stdout, stderr]: string[][] = [[], [], []];
  const print = (lines: string[]) => (line: string) => {
    for (const list of [all!, lines]) list.push(`${line}\n`);
  };
  const code = await runAdmin(args, { env: environmentOf(env), out: print(stdout!), err: print(stderr!) });
  return { code, stdout: stdout!.join(''), stderr: stderr!.join(''), output: all!.join('') };
}

/** Runs the admin CLI and returns the JSON that it prints. If it fails, throws an error with its output. */
export async function adminJson(args: readonly string[], env: NodeJS.ProcessEnv): Promise<any> {
  const { code, stdout, output } = await admin([...args, '--json'], env);
  if (code !== 0) throw new Error(output);
  return JSON.parse(stdout);
}

/** Runs the admin CLI as an operator does, with `npm run admin`. */
export function adminProcess(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const command = ['tools/local/bootstrap.mjs', 'packages/admin/main.ts', ...args];
  return run(process.execPath, command, { env: environmentOf(env) });
}
