import ffmpeg from 'fluent-ffmpeg';
import { asInput, inputRestrictions, type MediaTools } from './media-tools.ts';
import { isSandboxFault } from './process-sandbox.ts';

// The only file that knows fluent-ffmpeg: it is archived upstream, and this is all that it is used for.

interface RunOptions {
  tools: MediaTools;
  /** A local file. */
  path: string;
  signal: AbortSignal;
  /** Wall-clock limit. */
  timeoutMs: number;
}

export interface DecodeOptions extends RunOptions {
  /** Filters for the first video stream; none: no picture is decoded. */
  videoFilters?: readonly string[];
  /** Filters for the first audio stream; none: no sound is decoded. */
  audioFilters?: readonly string[];
  /** Each line that a filter, decoder or demuxer writes, by its name: `blackdetect`, `black_start:1 …`. */
  onMessage: (from: string, text: string) => void;
  /** The time in seconds that has been decoded so far. */
  onProgress?: (decodedSeconds: number) => void;
}

/** ffmpeg ran and gave up on the file; `message` is the last thing it said. Final: the file is what it is. */
export class DecodeFailed extends Error {}

/** The file took longer than it may. */
export class DecodeTimedOut extends Error {}

/** Decodes a local file through filters into nothing. Throws `DecodeFailed` when ffmpeg cannot. */
export async function decode(options: DecodeOptions): Promise<void> {
  const { videoFilters = [], audioFilters = [], onMessage, onProgress } = options;
  const streams = [
    ...(videoFilters.length > 0 ? ['-map', '0:v:0', '-vf', videoFilters.join(',')] : ['-vn']),
    ...(audioFilters.length > 0 ? ['-map', '0:a:0', '-af', audioFilters.join(',')] : ['-an']),
  ];
  await run(options, streams, (line) => {
    // A file's own metadata is printed indented, so what begins with a name and an address is ffmpeg's word.
    const message = /^\[([\w,]+) @ 0x[0-9a-f]+\] (.*)$/.exec(line);
    if (message !== null) onMessage(message[1]!, message[2]!);
    const seconds = outTime(line);
    if (seconds !== null) onProgress?.(seconds);
  });
}

/** `-progress` tells the time that has come out, in microseconds. */
function outTime(line: string): number | null {
  const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
  return microseconds === undefined ? null : Number(microseconds) / 1e6;
}

async function run(
  options: RunOptions,
  outputOptions: string[],
  onLine: (line: string) => void,
): Promise<void> {
  const { tools, path, signal, timeoutMs } = options;
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, timeout]);
  await new Promise<void>((resolve, reject) => {
    let lastLine = '';
    const { cwd, name } = asInput(path);
    const command = ffmpeg(name, { cwd })
      .setFfmpegPath(tools.ffmpeg)
      .inputOptions(['-nostdin', '-hide_banner', '-nostats', ...inputRestrictions])
      .outputOptions([...outputOptions, '-sn', '-dn', '-progress', 'pipe:2'])
      .format('null')
      .output('-')
      .on('stderr', (line: string) => {
        if (line.trim() !== '') lastLine = line;
        onLine(line);
      })
      .on('end', () => resolve())
      .on('error', (error: Error) => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (timeout.aborted) reject(new DecodeTimedOut(`ffmpeg took longer than ${timeoutMs / 1000} s`));
        else if (isSandboxFault(lastLine)) reject(new Error(lastLine));
        else if (error.message.startsWith('ffmpeg exited with code')) reject(new DecodeFailed(lastLine));
        else reject(error);
      });
    // Before each run it would ask ffmpeg for its formats and encoders, and that from the worker's own directory.
    Object.assign(command, { _checkCapabilities: (done: () => void) => done() });
    stop.addEventListener('abort', () => command.kill('SIGKILL'), { once: true });
    command.run();
  });
}
