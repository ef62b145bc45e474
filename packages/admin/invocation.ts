import { AsyncLocalStorage } from 'node:async_hooks';

/** The environment variables of one run of the admin CLI, and the functions that print its output and errors. */
export interface Invocation {
  env: NodeJS.ProcessEnv;
  out: (line: string) => void;
  err: (line: string) => void;
}

const current = new AsyncLocalStorage<Invocation>();

const ofProcess: Invocation = {
  env: process.env,
  out: (line) => console.log(line),
  err: (line) => console.error(line),
};

/** Runs a command of the CLI with its own environment and output. Tests run several commands at once. */
export const withInvocation = <T>(invocation: Invocation, command: () => Promise<T>): Promise<T> =>
  current.run(invocation, command);

/** Returns the current command's invocation. Outside `withInvocation`, this is the invocation of the process. */
export const invocation = (): Invocation => current.getStore() ?? ofProcess;
