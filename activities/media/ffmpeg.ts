import ffmpeg from 'fluent-ffmpeg';

// The only file that knows fluent-ffmpeg: it is archived upstream, and this is all that it is used for.

export interface DecodeOptions {
  /** A local file. */
  path: string;
  /** Filters for the first video stream; none: no picture is decoded. */
  videoFilters?: readonly string[];
  /** Filters for the first audio stream; none: no sound is decoded. */
  audioFilters?: readonly string[];
  /** Each line that ffmpeg writes, where detecting filters report what they find. */
  onLine: (line: string) => void;
  /** The time in seconds that has been decoded so far. */
  onProgress?: (decodedSeconds: number) => void;
  signal: AbortSignal;
  /** Wall-clock limit. */
  timeoutMs: number;
}

/** ffmpeg ran and gave up on the file; `message` is the last thing it said. */
export class DecodeFailed extends Error {}

/** Decodes a local file through filters into nothing. Throws `DecodeFailed` when ffmpeg cannot. */
export async function decode(options: DecodeOptions): Promise<void> {
  const { signal } = options;
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const stop = AbortSignal.any([signal, timeout]);
  await new Promise<void>((resolve, reject) => {
    let lastLine = '';
    const command = ffmpeg(options.path)
      .inputOptions(['-nostdin', '-hide_banner', '-nostats', '-protocol_whitelist', 'file'])
      .outputOptions(streamOptions(options))
      .format('null')
      .output('-')
      .on('stderr', (line: string) => {
        if (line.trim() !== '') lastLine = line;
        options.onLine(line);
        const timemark = /^out_time_us=(\d+)/.exec(line)?.[1];
        if (timemark !== undefined) options.onProgress?.(Number(timemark) / 1e6);
      })
      .on('end', () => resolve())
      .on('error', (error: Error) => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (timeout.aborted) reject(new Error(`ffmpeg took longer than ${options.timeoutMs} ms`));
        else if (/^ffmpeg exited with code/.test(error.message))
          reject(new DecodeFailed(lastLine || error.message));
        else reject(error);
      });
    stop.addEventListener('abort', () => command.kill('SIGKILL'), { once: true });
    command.run();
  });
}

function streamOptions({ videoFilters = [], audioFilters = [] }: DecodeOptions): string[] {
  return [
    ...(videoFilters.length > 0 ? ['-map', '0:v:0', '-vf', videoFilters.join(',')] : ['-vn']),
    ...(audioFilters.length > 0 ? ['-map', '0:a:0', '-af', audioFilters.join(',')] : ['-an']),
    '-sn',
    '-dn',
    '-progress',
    'pipe:2',
  ];
}
