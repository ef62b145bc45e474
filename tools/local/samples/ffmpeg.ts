import { createHash, randomUUID } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, rename, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { loadLocalConfig } from '@assay/runtime/config.ts';
import { runTool } from '../programs/run-tool.ts';
import { removeUnusedFiles } from '../unused-files.ts';

const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y'];
const maxCachedBytes = 64 * 2 ** 20;

const cacheDirectory = () => path.join(loadLocalConfig().cacheDir, 'made-media');
let version: Promise<string> | null = null;

/**
 * Creates a media file with ffmpeg and caches it in the user's cache folder. Later calls with the same ffmpeg version,
 * arguments and input files copy the cached file. Files above `maxCachedBytes` are not cached.
 */
export async function make(file: string, args: readonly string[]): Promise<void> {
  const key = await cacheKey(file, args);
  const cached = key === null ? null : path.join(cacheDirectory(), key);
  if (cached !== null && existsSync(cached)) {
    await copyFile(cached, file, constants.COPYFILE_FICLONE);
    await utimes(cached, new Date(), new Date());
    return;
  }
  await runTool('ffmpeg', [...quiet, ...args, file]);
  if (cached === null || (await stat(file)).size > maxCachedBytes) return;
  await mkdir(cacheDirectory(), { recursive: true });
  // The copy is renamed into place, so that another process never reads an incomplete file.
  const partial = `${cached}.${randomUUID()}`;
  await copyFile(file, partial, constants.COPYFILE_FICLONE);
  await rename(partial, cached);
}

/** Removes cached media files that have not been used for 30 days. */
export const sweepMadeMedia = () => removeUnusedFiles(cacheDirectory());

/**
 * Returns the cache key of a file. Returns null if the arguments name other files than inputs, such as subtitles: the
 * key would not depend on their content.
 */
async function cacheKey(file: string, args: readonly string[]): Promise<string | null> {
  version ??= runTool('ffmpeg', ['-version']);
  const hash = createHash('sha256').update(await version);
  for (const [index, arg] of args.entries()) {
    const isInput = args[index - 1] === '-i' && existsSync(arg);
    if (!isInput && arg.includes(path.dirname(file))) return null;
    hash.update(isInput ? await digestOf(arg) : arg).update('\0');
  }
  return hash.digest('hex') + path.extname(file);
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
