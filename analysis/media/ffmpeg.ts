import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import ffmpeg from 'fluent-ffmpeg';
import { asInput, inputRestrictions, type MediaTools } from './media-tools.ts';
import { isSandboxFault, wasKilled } from './process-sandbox.ts';

// The only file that knows fluent-ffmpeg: it is archived upstream, and this is all that it is used for.

interface RunOptions {
  tools: MediaTools;
  /** A local file. */
  path: string;
  signal: AbortSignal;
  /** Wall-clock limit. */
  timeoutMs: number;
}

/** Pictures that come out of the decoder, small and one by one: each pixel is the average of what it covers. */
export interface Frames {
  width: number;
  height: number;
  /** Pictures in a second, as a number or a fraction: `30000/1001`. */
  rate: string;
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

/**
 * What small filters work on, and frames are made of: wide enough for what is looked for, each pixel the average of what it
 * covers, and a fraction of the decoder's work. 8 bits, of which 16 is black and 235 white.
 */
const small = 'scale=w=320:h=-2:flags=area:out_range=tv,format=yuv420p';

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

/** The longest side of a picture that is taken. */
const sideOfPicture = 320;
const side = (share: string) => `2*round(max(2,min(${sideOfPicture},${sideOfPicture}*${share}))/2)`;
/** As it is shown, where pixels are not square. */
const picture = `scale=w='${side('dar')}':h='${side('1/dar')}':flags=bilinear,setsar=1,format=yuvj420p`;

export interface PictureOptions extends RunOptions {
  /** As the filters tell the time: from the start of the file. */
  atSeconds: number;
}

/**
 * The first picture of a local file from a time on, as a JPEG of at most 320 × 320; null where none comes any more. Only
 * what lies between the key frame before it and that time is decoded. Throws `DecodeFailed` and `DecodeTimedOut`.
 */
export async function takePicture(options: PictureOptions): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  const target = taking((chunk) => pieces.push(chunk));
  const jpeg = ['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '4', '-f', 'image2pipe'];
  // Without ffmpeg's version in it.
  const output = ['-map', '[picture]', ...jpeg, '-flags:v', '+bitexact', '-fflags', '+bitexact'];
  const seek = ['-ss', options.atSeconds.toFixed(3)];
  await run(options, [`[0:V:0]${picture}[picture]`], [{ target, options: output }], () => undefined, seek);
  return pieces.length === 0 ? null : Buffer.concat(pieces);
}

/** One graph for all that is asked for, and the names of its ends that nothing is taken from. */
function filterGraph({ pictureFilters = [], smallFilters = [], frames, soundFilters = [] }: DecodeOptions): {
  graph: string[];
  ends: string[];
} {
  const graph: string[] = [];
  const ends: string[] = [];
  // V: pictures that move, and not the cover of an album.
  const picture = (filters: readonly string[], end: string) =>
    graph.push(`[0:V:0]${filters.join(',')}[${end}]`);
  if (frames !== undefined) {
    const { width, height, rate } = frames;
    const toFrames = `scale=w=${width}:h=${height}:flags=area,fps=${rate}:start_time=0,format=rgb24`;
    picture([...pictureFilters, small, 'split[unframed]'], 'framed');
    graph.push(`[framed]${toFrames}[frames]`, `[unframed]${smallFilters.join(',') || 'null'}[small]`);
    ends.push('small');
  } else if (smallFilters.length > 0) {
    picture([...pictureFilters, small, ...smallFilters], 'small');
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

/** Takes raw pictures as they come and hands them on whole. */
function inFrames({ width, height, onFrame }: Frames): Writable {
  const frame = new Uint8Array(width * height * 3);
  let filled = 0;
  return taking((chunk) => {
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

/** Takes what ffmpeg puts out. */
function taking(take: (chunk: Buffer) => void): Writable {
  return new Writable({
    // fluent-ffmpeg takes it for a failure when this closes and ffmpeg has not ended 20 ms later.
    emitClose: false,
    write(chunk: Buffer, _encoding, done) {
      take(chunk);
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
      // What filters do to a picture costs less than handing parts of it to threads; the decoder has threads of its own.
      .inputOptions(['-progress', 'pipe:2', '-filter_complex_threads', '1'])
      .inputOptions([...inputRestrictions, ...inputOptions])
      .complexFilter([...graph])
      .on('stderr', (line: string) => {
        if (line.trim() !== '') lastLine = line;
        lastError = errorIn(line) ?? lastError;
        onLine(line);
      })
      // Its end may be told before the last that it put out has come.
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
    // Before each run it would ask ffmpeg for its formats and encoders, and that from the worker's own directory.
    Object.assign(command, { _checkCapabilities: (done: () => void) => done() });
    surviveFailedStart(command);
    const kill = () => command.kill('SIGKILL');
    stop.addEventListener('abort', kill, { once: true });
    // There is nothing to kill before it has been started, and then nobody would.
    command.on('start', () => {
      if (stop.aborted) kill();
    });
    command.run();
  });
}

interface Said {
  get: () => string;
}

/** A program that cannot be started would end the whole process: fluent-ffmpeg then asks nothing for what it said. */
function surviveFailedStart(command: ffmpeg.FfmpegCommand): void {
  // Its last argument is called at the end; some of the others may be absent.
  const library = command as unknown as { _spawnFfmpeg: (...args: unknown[]) => void };
  const spawn = library._spawnFfmpeg.bind(command);
  const nothing: Said = { get: () => '' };
  library._spawnFfmpeg = (...args) => {
    const onEnd = args.pop() as (error: unknown, said: Said, complained: Said) => void;
    const wrapped = (error: unknown, said = nothing, complained = nothing) => onEnd(error, said, complained);
    spawn(...args, wrapped);
  };
}
