import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** The full path of a command on PATH; null when there is none. */
export async function findOnPath(command: string, searchPath: string): Promise<string | null> {
  for (const directory of searchPath.split(path.delimiter)) {
    const file = path.join(directory, command);
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      // Not in this directory.
    }
  }
  return null;
}

/** The full path of a program that has to be there. Throws when it is not. */
export async function findProgram(program: string, searchPath: string): Promise<string> {
  const file = path.isAbsolute(program) ? program : await findOnPath(program, searchPath);
  if (file === null) throw new Error(`${program} is not on PATH`);
  return file;
}
