import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';

/** Returns the mean brightness (0–255) of each cell of a grid over a picture, row by row. @param png a PNG file */
export async function gridOf(png: Buffer, columns: number, rows: number): Promise<Uint8Array> {
  const filter = `scale=${columns}:${rows}:flags=area,format=gray`;
  const args = ['-hide_banner', '-loglevel', 'error', '-f', 'png_pipe', '-i', '-', '-vf', filter];
  const ffmpeg = spawn('ffmpeg', [...args, '-f', 'rawvideo', '-'], { stdio: ['pipe', 'pipe', 'inherit'] });
  ffmpeg.stdin.end(png);
  return buffer(ffmpeg.stdout);
}
