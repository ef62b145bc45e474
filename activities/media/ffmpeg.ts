import { Writable } from 'node:stream';
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

/** Pictures that come out of the decoder, small and one by one. */
export interface Frames {
  width: number;
  height: number;
  /** Pictures in a second, as a number or a fraction: `30000/1001`. */
  rate: string;
  /** ffmpeg's name for how to make them small: `area`. */
  scaler: string;
  /** 8 bits each of red, green and blue, row by row; only valid during the call. */
  onFrame: (rgb: Uint8Array) => void;
}

export interface DecodeOptions extends RunOptions {
  /** Filters for the first video stream in its own size. */
  pictureFilters?: readonly string[];
  /** Filters for it made small; these cost little. */
  smallFilters?: readonly string[];
  frames?: Frames;
  /** Filters for the first audio stream. */
  soundFilters?: readonly string[];
  /**
   * Each line that a filter, decoder, demuxer or `ffmpeg` itself writes: `blackdetect`, `info`, `black_start:1 …`; none is
   * indented.
   */
  onMessage: (from: string, level: string, text: string) => void;
  /** The time in seconds that has been decoded so far. */
  onProgress?: (decodedSeconds: number) => void;
}

/** ffmpeg ran and gave up on the file; `message` is the last error that says why. Final: the file is what it is. */
export class DecodeFailed extends Error {}

/** The file took longer than it may. */
export class DecodeTimedOut extends Error {}

/** What small filters work on: wide enough for what they look for, and a fraction of the decoder's work. */
const small = 'scale=w=320:h=-2:flags=fast_bilinear';

/**
 * One filter of others that look at the picture by themselves and hand nothing on, so that they may cut it down or leave
 * pictures out. `name` is theirs alone in the whole graph.
 */
export function aside(name: string, filters: readonly string[]): string {
  return `split[${name}][past_${name}];[${name}]${filters.join(',')},nullsink;[past_${name}]null`;
}

/**
 * Decodes a local file once through all filters; streams that have none are not decoded. Throws `DecodeFailed` when ffmpeg
 * cannot.
 */
export async function decode(options: DecodeOptions): Promise<void> {
  const { onMessage, onProgress, frames } = options;
  const { graph, ends } = filterGraph(options);
  const outputs: Output[] = ends.map((end) => ({ target: '-', options: ['-map', `[${end}]`, '-f', 'null'] }));
  if (frames !== undefined) {
    const raw = ['-map', '[frames]', '-f', 'rawvideo'];
    outputs.push({ target: inFrames(frames), options: raw });
  }
  let speaking: readonly [from: string, level: string] | null = null;
  await run(options, graph, outputs, (line) => {
    // A file's own metadata is printed indented, so what begins with a name and an address is ffmpeg's word.
    const message = /^\[(?:([\w,@]+) @ 0x[0-9a-f]+\] \[)?(\w+)\] (.*)$/.exec(line);
    if (message !== null) {
      speaking = [message[1] ?? 'ffmpeg', message[2]!];
      onMessage(...speaking, message[3]!);
    } else if (speaking !== null && /^ +\S/.test(line)) {
      // One message of several lines; metadata never follows such a line directly.
      onMessage(...speaking, line.trim());
    } else if (line.trim() !== '') {
      speaking = null;
    }
    const seconds = outTime(line);
    if (seconds !== null) onProgress?.(seconds);
  });
}

/** One graph for all that is asked for, and the names of its ends that nothing is taken from. */
function filterGraph({ pictureFilters = [], smallFilters = [], frames, soundFilters = [] }: DecodeOptions): {
  graph: string[];
  ends: string[];
} {
  const graph: string[] = [];
  const ends: string[] = [];
  const branches: string[] = [];
  if (smallFilters.length > 0) branches.push(`${small},${smallFilters.join(',')}[small]`);
  if (frames !== undefined) {
    const { width, height, scaler, rate } = frames;
    branches.push(
      `scale=w=${width}:h=${height}:flags=${scaler},fps=${rate}:start_time=0,format=rgb24[frames]`,
    );
  }
  if (smallFilters.length > 0) ends.push('small');
  // V: pictures that move, and not the cover of an album.
  const picture = ['[0:V:0]', pictureFilters.join(',')].join('');
  if (branches.length === 0 && pictureFilters.length > 0) {
    graph.push(`${picture}[picture]`);
    ends.push('picture');
  } else if (branches.length === 1) {
    graph.push(`${picture}${pictureFilters.length > 0 ? ',' : ''}${branches[0]}`);
  } else if (branches.length === 2) {
    graph.push(`${picture}${pictureFilters.length > 0 ? ',' : ''}split=2[a][b]`);
    graph.push(`[a]${branches[0]}`, `[b]${branches[1]}`);
  }
  if (soundFilters.length > 0) {
    graph.push(`[0:a:0]${soundFilters.join(',')}[sound]`);
    ends.push('sound');
  }
  return { graph, ends };
}

/** Takes raw pictures as they come and hands them on whole. */
function inFrames({ width, height, onFrame }: Frames): Writable {
  const frame = new Uint8Array(width * height * 3);
  let filled = 0;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length;) {
        const part = chunk.subarray(at, at + frame.length - filled);
        frame.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < frame.length) continue;
        onFrame(frame);
        filled = 0;
      }
      done();
    },
  });
}

/** `-progress` tells the time that has come out, in microseconds. */
function outTime(line: string): number | null {
  const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
  return microseconds === undefined ? null : Number(microseconds) / 1e6;
}

/** What a line at level error or fatal says; null where it is none, or only that there was one before. */
function errorIn(line: string): string | null {
  const said = /^(?:\[[\w,@]+ @ 0x[0-9a-f]+\] )?\[(?:error|fatal)\] (.+)$/.exec(line)?.[1] ?? null;
  return said !== null && /^(?:Error marking filters as finished|Error while filtering)/.test(said)
    ? null
    : said;
}

interface Output {
  target: string | Writable;
  options: string[];
}

async function run(
  { tools, path, signal, timeoutMs }: RunOptions,
  graph: readonly string[],
  outputs: readonly Output[],
  onLine: (line: string) => void,
): Promise<void> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, timeout]);
  await new Promise<void>((resolve, reject) => {
    let lastLine = '';
    let lastError: string | null = null;
    const { cwd, name } = asInput(path);
    const command = ffmpeg(name, { cwd })
      .setFfmpegPath(tools.ffmpeg)
      .inputOptions(['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'repeat+level+info'])
      .inputOptions(['-progress', 'pipe:2', ...inputRestrictions])
      .complexFilter([...graph])
      .on('stderr', (line: string) => {
        if (line.trim() !== '') lastLine = line;
        lastError = errorIn(line) ?? lastError;
        onLine(line);
      })
      .on('end', () => resolve())
      .on('error', (error: Error) => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (timeout.aborted) reject(new DecodeTimedOut(`ffmpeg took longer than ${timeoutMs / 1000} s`));
        else if (isSandboxFault(lastLine)) reject(new Error(lastLine));
        else if (error.message.startsWith('ffmpeg exited with code'))
          reject(new DecodeFailed(lastError ?? lastLine));
        else reject(error);
      });
    for (const { target, options } of outputs) command.output(target).outputOptions(options);
    // Before each run it would ask ffmpeg for its formats and encoders, and that from the worker's own directory.
    Object.assign(command, { _checkCapabilities: (done: () => void) => done() });
    stop.addEventListener('abort', () => command.kill('SIGKILL'), { once: true });
    command.run();
  });
}
