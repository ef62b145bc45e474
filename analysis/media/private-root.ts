import { lstat, mkdir, readlink, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** A root directory that has nothing but programs and their libraries, and the current directory as `/work`. */
export interface PrivateRoot {
  /** The skeleton: links, and places to mount on. */
  directory: string;
  /** Directories and files of the machine that are mounted at the same place, read-only. */
  mounts: readonly string[];
}

/** Not `/usr` as a whole: images of Node applications often have theirs in `/usr/src`, secrets and all. */
const system = [
  ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'],
  ...['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib32', '/usr/lib64'],
  ...['/usr/local/bin', '/usr/local/lib', '/etc/alternatives', '/etc/ld.so.cache'],
];
/** Where each directory is a package of its own, or a store of them. */
const packageDirectories = ['/opt', '/nix'];

/** Makes the skeleton for a program, of which the path is given. What is there already stays. */
export async function createPrivateRoot(directory: string, program: string): Promise<PrivateRoot> {
  const mounts: string[] = [];
  await mkdir(path.join(directory, 'work'), { recursive: true });
  for (const original of [...system, ...ownPlace(await realpath(program))]) {
    const found = await lstat(original).catch(() => null);
    if (found === null) continue;
    const place = path.join(directory, original);
    await mkdir(path.dirname(place), { recursive: true });
    if (found.isSymbolicLink()) {
      await symlink(await readlink(original), place).catch(unlessThere);
      continue;
    }
    if (found.isDirectory()) await mkdir(place, { recursive: true });
    else await writeFile(place, '');
    mounts.push(original);
  }
  return { directory, mounts };
}

/** What is to be mounted for a program outside of the system's directories: its package, or itself alone. */
function ownPlace(program: string): string[] {
  if (system.some((directory) => program.startsWith(`${directory}/`))) return [];
  const [top, next] = program.split('/').slice(1);
  return packageDirectories.includes(`/${top}`) ? [`/${top}/${next}`] : [program];
}

/** The path of a program as it is inside. */
export async function pathInside(program: string): Promise<string> {
  return system.includes(path.dirname(program)) ? program : await realpath(program);
}

/** The mounts as fstab(5) has them. A dot is the current directory of whoever mounts. */
export function fstabOf({ directory, mounts }: PrivateRoot): string {
  const line = (from: string, to: string, options: string) =>
    `${escaped(from)} ${escaped(path.join(directory, to))} none bind,ro,nosuid,nodev${options} 0 0\n`;
  // The skeleton first, on itself: without this, who is inside could write to it.
  return [
    line(directory, '/', ''),
    ...mounts.map((mount) => line(mount, mount, '')),
    line('.', '/work', ',noexec'),
  ].join('');
}

function escaped(field: string): string {
  return field.replace(/[\s\\#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
