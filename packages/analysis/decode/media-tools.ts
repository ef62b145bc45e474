import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { maxPicturePixels } from './image-limits.ts';
import type { ProcessSandbox } from './process-sandbox.ts';
import { type Containment, outputName } from './sandbox-script.ts';

/** Paths of the scripts that start ffmpeg and ffprobe in the sandbox. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  /** Starts ffmpeg like `ffmpeg`, but ffmpeg can write the existing file `outputName` in its working directory. */
  encoder: string;
  containment: Containment;
  /** Version of ffmpeg, such as `7.1`. */
  version: string;
}

/** Creates the scripts that start ffmpeg and ffprobe. Throws if one of the programs does not run in the sandbox. */
export async function createMediaTools(sandbox: ProcessSandbox): Promise<MediaTools> {
  const encoder = await sandbox.script('ffmpeg', { writesOutput: true });
  await writeFile(path.join(path.dirname(encoder), outputName), '');
  const ffmpeg = await sandbox.script('ffmpeg');
  const ffprobe = await sandbox.script('ffprobe');
  const version = await checked(ffmpeg);
  await Promise.all([ffprobe, encoder].map(checked));
  return { ffmpeg, ffprobe, encoder, containment: sandbox.containment, version };
}

/**
 * Runs a script once and returns the version of its program. Throws if the program does not start, for example because
 * a library is missing. A later failure to start would be mistaken for an error in a file.
 */
async function checked(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(script, ['-version'], { cwd: path.dirname(script) });
  return /version n?(\S+)/.exec(stdout)?.[1] ?? 'unknown';
}

/** Returns the working directory and file name for a program. The sandbox shows the program only this directory. */
export function asInput(file: string): { cwd: string; name: string } {
  // With the leading `./`, the program cannot read the name as an option or a protocol.
  return { cwd: path.dirname(file), name: `./${path.basename(file)}` };
}

/**
 * Arguments that restrict ffmpeg and ffprobe to the given file and to the formats that may be uploaded. Playlists and
 * lists of files are excluded, because they refer to other files. Decoders reject pictures of more than
 * `maxPicturePixels` before they allocate memory for them.
 */
export const inputRestrictions = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,matroska,avi,mp3,wav,aac,ogg,image2,jpeg_pipe,png_pipe,apng,gif,webp_pipe'],
  ...['-max_pixels', String(maxPicturePixels)],
];
