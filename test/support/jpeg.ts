import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';
import { inject } from 'vitest';

const run = promisify(execFile);

async function saved(jpeg: Uint8Array): Promise<string> {
  const file = path.join(inject('scratchDir'), `${randomUUID()}.jpg`);
  await writeFile(file, jpeg);
  return file;
}

/** Returns the mean colour of a JPEG, each component from 0 to 255. */
export async function meanColour(jpeg: Uint8Array): Promise<{ red: number; green: number; blue: number }> {
  const raw = ['-vf', 'scale=1:1:flags=area', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', await saved(jpeg), ...raw], {
    encoding: 'buffer',
  });
  const [red, green, blue] = stdout as unknown as [number, number, number];
  return { red, green, blue };
}

/** Returns the width and height of a JPEG in pixels, such as `320x180`. */
export async function sizeOf(jpeg: Uint8Array): Promise<string> {
  const entries = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0:s=x'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, await saved(jpeg)]);
  return stdout.trim();
}
