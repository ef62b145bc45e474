import { mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { runTool } from '../../local/programs/run-tool.ts';

export interface Disk {
  fill(): Promise<void>;
  free(): Promise<void>;
}

const mebibyte = Buffer.alloc(2 ** 20);
const page = mebibyte.subarray(0, 4096);

/** Mounts a tmpfs of limited size on a directory. Returns null if mounting is not permitted; only root may mount. */
export async function mountDisk(directory: string, megabytes: number): Promise<Disk | null> {
  await mkdir(directory, { recursive: true });
  try {
    await runTool('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'assay-chaos', directory]);
  } catch {
    return null;
  }
  const ballast = path.join(directory, 'ballast');
  return {
    async fill() {
      const file = await open(ballast, 'a');
      try {
        for (const chunk of [mebibyte, page]) {
          // Writes until the disk is full.
          while ((await file.write(chunk).catch(() => null)) !== null);
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(ballast, { force: true }),
  };
}

export async function unmountDisks(directory: string): Promise<void> {
  const mounts = await readFile('/proc/self/mounts', 'utf8').catch(() => '');
  const points = mounts
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((point) => point.startsWith(`${directory}/`));
  for (const point of points) await runTool('umount', ['--lazy', point]);
}
