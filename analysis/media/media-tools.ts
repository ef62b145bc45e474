import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ProcessSandbox } from './process-sandbox.ts';
import type { Containment } from './sandbox-script.ts';

/** The programs that open strangers' media, as they are to be called. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  containment: Containment;
}

/** Throws when one of them does not run in the sandbox. */
export async function createMediaTools(sandbox: ProcessSandbox): Promise<MediaTools> {
  return {
    ffmpeg: await tried(await sandbox.script('ffmpeg')),
    ffprobe: await tried(await sandbox.script('ffprobe')),
    containment: sandbox.containment,
  };
}

/** What cannot find its libraries would otherwise be taken for what judges a file. */
async function tried(script: string): Promise<string> {
  await promisify(execFile)(script, ['-version'], { cwd: path.dirname(script) });
  return script;
}

/** How a file is given to both: they see the directory that they are started in, and no other. */
export function asInput(file: string): { cwd: string; name: string } {
  // With the dot, no name is taken for an option or a protocol.
  return { cwd: path.dirname(file), name: `./${path.basename(file)}` };
}

/**
 * Given to both before the file: they read that file alone, and only as one of the formats that may be uploaded.
 * Playlists and lists of files, which lead elsewhere, are none of them.
 */
export const inputRestrictions = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,matroska,avi,mp3,wav,aac,ogg,image2,jpeg_pipe,png_pipe,apng,gif,webp_pipe'],
];
