import { access, constants } from 'node:fs/promises';
import path from 'node:path';

/** Returns the absolute path of a command on PATH; null if it is not found. */
export async function findOnPath(command: string, searchPath: string): Promise<string | null> {
  for (const directory of searchPath.split(path.delimiter)) {
    const file = path.join(directory, command);
    try {
      await access(file, constants.X_OK);
      return file;
    } catch {
      // The command is not in this directory.
    }
  }
  return null;
}

/** Returns the absolute path of a program, given by name or absolute path. Throws if a name is not on PATH. */
export async function findProgram(program: string, searchPath: string): Promise<string> {
  const file = path.isAbsolute(program) ? program : await findOnPath(program, searchPath);
  if (file === null) throw new Error(`${program} is not on PATH`);
  return file;
}
