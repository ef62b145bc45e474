import type { Containment, ProcessSandbox } from './process-sandbox.ts';

/** The programs that open strangers' media, as they are to be called. */
export interface MediaTools {
  ffmpeg: string;
  ffprobe: string;
  containment: Containment;
}

export async function createMediaTools(sandbox: ProcessSandbox): Promise<MediaTools> {
  return {
    ffmpeg: await sandbox.script('ffmpeg'),
    ffprobe: await sandbox.script('ffprobe'),
    containment: sandbox.containment,
  };
}

/**
 * Given to both before the file: they read that file alone, and only as one of the formats that may be uploaded.
 * Playlists and lists of files, which lead elsewhere, are none of them.
 */
export const inputRestrictions = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', 'mov,matroska,avi,mp3,wav,aac,ogg,image2,jpeg_pipe,png_pipe,gif,webp_pipe'],
];
