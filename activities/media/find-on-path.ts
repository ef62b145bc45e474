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
