import { AsyncLocalStorage } from 'node:async_hooks';

/** The environment variables of a run of the admin CLI, and where it prints. */
export interface Invocation {
  env: NodeJS.ProcessEnv;
  out: (line: string) => void;
  err: (line: string) => void;
}

const current = new AsyncLocalStorage<Invocation>();

/** The invocation of a CLI that runs as a process. */
const ofProcess: Invocation = {
  env: process.env,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
};

/** Runs a command of the CLI. Several can run at the same time in one process, as the tests do. */
export const withInvocation = <T>(invocation: Invocation, command: () => Promise<T>): Promise<T> =>
  current.run(invocation, command);

/** Returns the invocation of the command that calls this function. By default, it is that of the process. */
export const invocation = (): Invocation => current.getStore() ?? ofProcess;
