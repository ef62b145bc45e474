import { runTool } from '../tools/run-tool.ts';

/** Makes a media file from ffmpeg's own test sources. */
export async function make(file: string, args: readonly string[]): Promise<void> {
  await runTool('ffmpeg', ['-nostdin', '-hide_banner', '-loglevel', 'error', '-y', ...args, file]);
}
