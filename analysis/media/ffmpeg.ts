import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import ffmpeg from 'fluent-ffmpeg';
import { asInput, inputRestrictions, type MediaTools } from './media-tools.ts';
import { isSandboxFault, wasKilled } from './process-sandbox.ts';

// The only file that uses fluent-ffmpeg, because that library is archived and may have to be replaced.

interface RunOptions {
  tools: MediaTools;
  /** Path of a local file. */
  path: string;
  signal: AbortSignal;
  /** Limit of wall-clock time. */
  timeoutMs: number;
}

/** Decoded frames, scaled down by averaging, and passed on one by one. */
export interface Frames {
  width: number;
  height: number;
  /** Frames per second, as a number or a fraction: `30000/1001`. */
  rate: string;
  /** `rgb` has 8 bits each of red, green and blue, row by row. It is valid only during the call. */
  onFrame: (rgb: Uint8Array) => void;
}

export interface DecodeOptions extends RunOptions {
  /** Filters for the first video stream in its original size. */
  pictureFilters?: readonly string[];
  /** Filters for the first video stream scaled to 320 pixels; these cost little. */
  smallFilters?: readonly string[];
  frames?: Frames;
  /** Filters for the first audio stream. */
  soundFilters?: readonly string[];
  /**
   * Called for each log line with its source (a filter, decoder, demuxer or `ffmpeg`), level and text, such as
   * `blackdetect`, `info`, `black_start:1 …`. Lines are not indented.
   */
  onMessage: (from: string, level: string, text: string) => void;
  /** Called with the media time decoded so far, in seconds. */
  onProgress?: (decodedSeconds: number) => void;
}

/** ffmpeg cannot decode the file; `message` is its last error. Not retryable. */
export class DecodeFailed extends Error {}

/** Decoding exceeded `timeoutMs`. */
export class DecodeTimedOut extends Error {}

/**
 * Input of the small filters and of frames. 320 pixels are enough for the analyses and cost a fraction of decoding. 8
 * bits in limited range: 16 is black, 235 is white.
 */
const smallScale = 'scale=w=320:h=-2:flags=area:out_range=tv,format=yuv420p';

/**
 * Returns a filter that runs other filters on a copy of the video and passes the original on unchanged, so that they
 * may crop or drop frames. `name` must be unique in the filter graph.
 */
export function analysisBranch(name: string, filters: readonly string[]): string {
  return `split[${name}][past_${name}];[${name}]${filters.join(',')},nullsink;[past_${name}]null`;
}

/**
 * Decodes a local file once through all filters. Streams without filters are not decoded. Throws `DecodeFailed` if
 * ffmpeg cannot decode the file, and `DecodeTimedOut`.
 */
export async function decode(options: DecodeOptions): Promise<void> {
  const { onMessage, onProgress, frames } = options;
  const { graph, ends } = filterGraph(options);
  const outputs: Output[] = ends.map((end) => ({ target: '-', options: ['-map', `[${end}]`, '-f', 'null'] }));
  if (frames !== undefined) {
    const raw = ['-map', '[frames]', '-f', 'rawvideo'];
    outputs.push({ target: frameStream(frames), options: raw });
  }
  let source: readonly [from: string, level: string] | null = null;
  await run(options, graph, outputs, (line) => {
    // ffmpeg indents a file's metadata, so the file cannot forge a line that starts with a name and an address.
    const message = /^\[(?:([\w,@]+) @ 0x[0-9a-f]+\] \[)?(\w+)\] (.*)$/.exec(line);
    if (message !== null) {
      source = [message[1] ?? 'ffmpeg', message[2]!];
      onMessage(...source, message[3]!);
    } else if (source !== null && /^ +\S/.test(line)) {
      // The next line of the same message. Metadata never follows such a line directly.
      onMessage(...source, line.trim());
    } else if (line.trim() !== '') {
      source = null;
    }
    const seconds = outTime(line);
    if (seconds !== null) onProgress?.(seconds);
  });
}

/** Maximum width and height of a picture in pixels. */
const maxPicturePixels = 320;
const side = (share: string) => `2*round(max(2,min(${maxPicturePixels},${maxPicturePixels}*${share}))/2)`;
/** Scales to square pixels. */
const picture = `scale=w='${side('dar')}':h='${side('1/dar')}':flags=bilinear,setsar=1,format=yuvj420p`;

export interface PictureOptions extends RunOptions {
  /** Seconds from the start of the file, as in the messages of filters. */
  atSeconds: number;
}

/**
 * Returns the first picture of a local file from a time on, as a JPEG of at most 320 × 320 pixels; null after the
 * last picture. Decodes only from the preceding key frame. Throws `DecodeFailed` and `DecodeTimedOut`.
 */
export async function takePicture(options: PictureOptions): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  const target = writableTo((chunk) => chunks.push(chunk));
  const jpeg = ['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe'];
  // `bitexact` leaves ffmpeg's version out of the file.
  const output = ['-map', '[picture]', ...jpeg, '-flags:v', '+bitexact', '-fflags', '+bitexact'];
  const seek = ['-ss', options.atSeconds.toFixed(3)];
  await run(options, [`[0:V:0]${picture}[picture]`], [{ target, options: output }], () => undefined, seek);
  return chunks.length === 0 ? null : Buffer.concat(chunks);
}

/** Returns one filter graph for all options, and the names of its outputs that are discarded. */
function filterGraph({ pictureFilters = [], smallFilters = [], frames, soundFilters = [] }: DecodeOptions): {
  graph: string[];
  ends: string[];
} {
  const graph: string[] = [];
  const ends: string[] = [];
  // `V` selects video streams without cover art.
  const picture = (filters: readonly string[], end: string) =>
    graph.push(`[0:V:0]${filters.join(',')}[${end}]`);
  if (frames !== undefined) {
    const { width, height, rate } = frames;
    const toFrames = `scale=w=${width}:h=${height}:flags=area,fps=${rate}:start_time=0,format=rgb24`;
    picture([...pictureFilters, smallScale, 'split[unframed]'], 'framed');
    graph.push(`[framed]${toFrames}[frames]`, `[unframed]${smallFilters.join(',') || 'null'}[small]`);
    ends.push('small');
  } else if (smallFilters.length > 0) {
    picture([...pictureFilters, smallScale, ...smallFilters], 'small');
    ends.push('small');
  } else if (pictureFilters.length > 0) {
    picture(pictureFilters, 'picture');
    ends.push('picture');
  }
  if (soundFilters.length > 0) {
    graph.push(`[0:a:0]${soundFilters.join(',')}[sound]`);
    ends.push('sound');
  }
  return { graph, ends };
}

/** Returns a stream that splits raw video into frames. */
function frameStream({ width, height, onFrame }: Frames): Writable {
  const frame = new Uint8Array(width * height * 3);
  let filled = 0;
  return writableTo((chunk) => {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + frame.length - filled);
      frame.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < frame.length) continue;
      onFrame(frame);
      filled = 0;
    }
  });
}

/** Returns a stream that passes ffmpeg's output to a function. */
function writableTo(onChunk: (chunk: Buffer) => void): Writable {
  return new Writable({
    // fluent-ffmpeg reports a failure if this closes more than 20 ms before ffmpeg ends.
    emitClose: false,
    write(chunk: Buffer, _encoding, done) {
      onChunk(chunk);
      done();
    },
  });
}

/** Returns the time in a line of `-progress`, in seconds; null for other lines. */
function outTime(line: string): number | null {
  const microseconds = /^out_time_us=(\d+)$/.exec(line)?.[1];
  return microseconds === undefined ? null : Number(microseconds) / 1e6;
}

/** Returns the text of a line at level error or fatal; null for others and for messages that follow another error. */
function errorIn(line: string): string | null {
  const text = /^(?:\[[\w,@]+ @ 0x[0-9a-f]+\] )?\[(?:error|fatal)\] (.+)$/.exec(line)?.[1] ?? null;
  return text !== null && /^(?:Error marking filters as finished|Error while filtering)/.test(text)
    ? null
    : text;
}

/** Whether fluent-ffmpeg's error says that ffmpeg gave up, and not that a signal ended it. */
function exitedByItself({ message }: Error): boolean {
  const exitCode = /^ffmpeg exited with code (\d+)/.exec(message)?.[1];
  return exitCode !== undefined && !wasKilled(Number(exitCode));
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
  inputOptions: readonly string[] = [],
): Promise<void> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const stop = AbortSignal.any([signal, timeout]);
  const streams = outputs.flatMap(({ target }) => (target instanceof Writable ? [target] : []));
  await new Promise<void>((resolve, reject) => {
    let lastLine = '';
    let lastError: string | null = null;
    const { cwd, name } = asInput(path);
    const command = ffmpeg(name, { cwd })
      .setFfmpegPath(tools.ffmpeg)
      .inputOptions(['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'repeat+level+info'])
      // Filter threads cost more than they save here. The decoder has its own threads.
      .inputOptions(['-progress', 'pipe:2', '-filter_complex_threads', '1'])
      .inputOptions([...inputRestrictions, ...inputOptions])
      .complexFilter([...graph])
      .on('stderr', (line: string) => {
        if (line.trim() !== '') lastLine = line;
        lastError = errorIn(line) ?? lastError;
        onLine(line);
      })
      // fluent-ffmpeg may report the end before the last output has arrived.
      .on(
        'end',
        () => void Promise.all(streams.map((stream) => finished(stream))).then(() => resolve(), reject),
      )
      .on('error', (error: Error) => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (timeout.aborted) reject(new DecodeTimedOut(`ffmpeg took longer than ${timeoutMs / 1000} s`));
        else if (isSandboxFault(lastLine)) reject(new Error(lastLine));
        else if (exitedByItself(error)) reject(new DecodeFailed(lastError ?? lastLine));
        else reject(error);
      });
    for (const { target, options } of outputs) command.output(target).outputOptions(options);
    // Before each run, fluent-ffmpeg would query ffmpeg's formats and encoders, in the worker's own directory.
    Object.assign(command, { _checkCapabilities: (done: () => void) => done() });
    surviveFailedStart(command);
    const kill = () => command.kill('SIGKILL');
    stop.addEventListener('abort', kill, { once: true });
    // An abort before the start has nothing to kill, so it is repeated after the start.
    command.on('start', () => {
      if (stop.aborted) kill();
    });
    command.run();
  });
}

interface ProcessOutput {
  get: () => string;
}

/** If a program cannot be started, fluent-ffmpeg reads its output without checking that there is any, and crashes. */
function surviveFailedStart(command: ffmpeg.FfmpegCommand): void {
  // The last argument is the callback; other arguments are optional.
  const library = command as unknown as { _spawnFfmpeg: (...args: unknown[]) => void };
  const spawn = library._spawnFfmpeg.bind(command);
  const empty: ProcessOutput = { get: () => '' };
  library._spawnFfmpeg = (...args) => {
    const onEnd = args.pop() as (error: unknown, stdout: ProcessOutput, stderr: ProcessOutput) => void;
    const wrapped = (error: unknown, stdout = empty, stderr = empty) => onEnd(error, stdout, stderr);
    spawn(...args, wrapped);
  };
}
