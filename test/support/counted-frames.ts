import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// Videos in which each frame shows its number: the lower half of the frame has a black or white column for each bit.

const run = promisify(execFile);
const bits = 12;
const width = 240;
const height = 135;

/** Filter that draws the number of each picture into its lower half. */
const drawNumber =
  `geq=lum='if(gte(Y,H/2),16+219*mod(floor(N/pow(2,floor(X*${bits}/W))),2),lum(X,Y))'` + `:cb=128:cr=128`;

/** Returns arguments of ffmpeg for a video whose pictures show their number. Further filters can drop pictures. */
export function countedVideo(rate: string, seconds: number, ...filters: string[]): string[] {
  return [
    ...['-f', 'lavfi', '-i', `testsrc2=size=480x270:rate=${rate}:duration=${seconds}`],
    ...['-vf', [drawNumber, ...filters].join(',')],
  ];
}

/** A picture of a video: its number, and its time in seconds from the start of the file. */
export interface CountedFrame {
  number: number;
  seconds: number;
}

/** Decodes a video and returns its pictures in their order. */
export async function countedFrames(file: string): Promise<CountedFrame[]> {
  const raw = ['-fps_mode', 'passthrough', '-vf', `scale=${width}:${height},format=gray,showinfo`];
  const { stdout, stderr } = await run(
    'ffmpeg',
    ['-nostdin', '-hide_banner', '-i', file, '-map', '0:v:0', ...raw, '-f', 'rawvideo', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 30 },
  );
  const times = [...stderr.toString().matchAll(/ pts_time:(\S+)/g)].map(([, time]) => Number(time));
  return times.map((seconds, index) => {
    const row = index * width * height + Math.floor(0.75 * height) * width;
    const isWhite = (bit: number) => stdout[row + Math.floor(((bit + 0.5) * width) / bits)]! > 128;
    return {
      seconds,
      number: Array.from({ length: bits }, (_, bit) => (isWhite(bit) ? 2 ** bit : 0)).reduce((a, b) => a + b),
    };
  });
}
