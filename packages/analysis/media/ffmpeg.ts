import type { ChildProcessByStdio } from 'node:child_process';
import { pipeline, type Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import ffmpeg from 'fluent-ffmpeg';
import { createJpegReader } from './jpeg-reader.ts';
import { createLineReader, type LineReader } from './line-reader.ts';
import { asInput, inputRestrictions, type MediaTools } from './media-tools.ts';
import { fileMemoryBytes } from './memory-limits.ts';
import { isSandboxFault, type ProgramEnd, programEnd } from './process-sandbox.ts';
import { maxCpuSeconds } from './sandbox-script.ts';

// No other file uses fluent-ffmpeg, because that library is archived and may have to be replaced.

export interface RunOptions {
  tools: Pick<MediaTools, 'ffmpeg'>;
  /** Path of the local file to decode. */
  path: string;
  signal: AbortSignal;
  /** Maximum wall-clock time, in milliseconds. */
  timeoutMs: number;
}

/**
 * Request for decoded frames. Frames are scaled down to `width` × `height` by averaging and passed to `onFrame` one
 * by one.
 */
export interface Frames {
  width: number;
  height: number;
  /** Number of frames per second, as a decimal number or a fraction such as `30000/1001`. */
  rate: string;
  /**
   * Called for each frame with its pixels, row by row. They are valid only during the call. A pixel of `frames` has 8
   * bits each of red, green and blue. A pixel of `lumaFrames` has 8 bits: 16 is black, 235 is white.
   */
  onFrame: (pixels: Uint8Array) => void;
}

/**
 * Request for one picture of each second, the first at the start of the file, in full size. Each is the picture that
 * is displayed at its time.
 */
export interface WholePictures {
  /** Size in pixels. Pictures of another size are scaled without interpolation. */
  width: number;
  height: number;
  /** Planar pixel format with 8 bits, or with 10 bits in two bytes. Full range is converted to limited range. */
  format: 'yuv420p' | 'yuv422p' | 'yuv444p' | 'yuv420p10le' | 'yuv422p10le' | 'yuv444p10le';
  /** Size of a picture in bytes. */
  bytes: number;
  /** Called for each picture. Its planes are valid only during the call. */
  onPicture: (planes: Uint8Array) => void;
}

/**
 * Request for small pictures at equal intervals, the first at the start of the file. Each is the picture that is
 * displayed at its time. They are scaled as in `takePicture`.
 */
export interface RegularPictures {
  /** Interval in milliseconds. */
  stepMs: number;
  /** Maximum number of pictures. */
  maxCount: number;
  /** Called for each picture with a JPEG of at most 320 × 320 pixels. */
  onPicture: (jpeg: Uint8Array) => void;
  /** Layout of the storyboard, which has every picture whose number is a multiple of `every`, in half the size. */
  storyboard: { every: number; columns: number; rows: number };
  /** Called with a draft of the storyboard, and then with the storyboard, each as one JPEG. */
  onStoryboard: (jpeg: Uint8Array) => void;
}

export interface DecodeOptions extends RunOptions {
  /** Index of the video stream in the file; absent: the first video stream that is not cover art. */
  pictureStream?: number | undefined;
  /** Index of the audio stream in the file; absent: the first audio stream. */
  soundStream?: number | undefined;
  /** Filters that run on the video stream in its original size. */
  pictureFilters?: readonly string[];
  /** Filters that run on the video stream scaled to a width of 320 pixels. These filters cost little. */
  smallFilters?: readonly string[];
  frames?: Frames;
  /** Used only if there are small filters or frames. */
  lumaFrames?: Frames | undefined;
  /** Used only if there are small filters or frames. */
  wholePictures?: WholePictures | undefined;
  /** Used only if there are small filters or frames, which need the scaled video too. */
  pictures?: RegularPictures | undefined;
  /** Filters that run on the audio stream. */
  soundFilters?: readonly string[];
  /** Maximum number of frames of the video stream to decode; absent: all. */
  maxFrames?: number;
  /** Maximum number of messages of filters, decoders and demuxers; absent: no limit. */
  maxMessages?: number;
  /** Time in seconds from the start of the file at which decoding stops; absent: the end of the file. */
  maxSeconds?: number;
  /** Number of threads of the decoder; absent: ffmpeg chooses. Each thread holds pictures, which may be large. */
  threads?: number;
  /**
   * Called for each log line with its source (a filter, decoder, demuxer or `ffmpeg`), level and text. Example:
   * `blackdetect`, `info`, `black_start:1 …`. The text has no leading spaces.
   */
  onMessage: (from: string, level: string, text: string) => void;
  /** Called with the length of media decoded so far, in seconds. */
  onProgress?: (decodedSeconds: number) => void;
}

/**
 * Thrown if ffmpeg cannot decode the file, or if the metadata in its log are too long. `message` is ffmpeg's last
 * error, or names the limit. Not retryable.
 */
export class DecodeFailed extends Error {}

/** Thrown if decoding a file needs more memory than is available for one file. */
export class DecodeOutOfMemory extends DecodeFailed {}

/** Thrown if decoding took longer than `timeoutMs`, or more processor time than a program in the sandbox may use. */
export class DecodeTimedOut extends Error {}

/**
 * Scales the input of the small filters and of frames. A width of 320 pixels is enough for the analyses, and scaling
 * costs a fraction of decoding. Pixels have 8 bits in limited range: 16 is black, 235 is white.
 */
const smallScale = 'scale=w=320:h=-2:flags=area:out_range=tv,format=yuv420p';

/**
 * Returns a filter that runs `filters` on a copy of the video and passes the original on unchanged. The filters may
 * therefore crop or drop frames. `name` must be unique in the filter graph.
 */
export function analysisBranch(name: string, filters: readonly string[]): string {
  return `split[${name}][past_${name}];[${name}]${filters.join(',')},nullsink;[past_${name}]null`;
}

/**
 * Decodes a local file once and passes it through all filters. Streams without filters are not decoded. Throws
 * `DecodeFailed` if ffmpeg cannot decode the file, and `DecodeTimedOut` if decoding takes longer than `timeoutMs`.
 * Throws `DecodeOutOfMemory` if the memory does not suffice, even if ffmpeg could decode other parts of the file.
 * Returns why decoding stopped early: `frames` if the file has more than `maxFrames` frames, `messages` if ffmpeg
 * logged more than `maxMessages` messages. Returns null if the file was decoded to its end or to `maxSeconds`.
 */
export async function decode(options: DecodeOptions): Promise<'frames' | 'messages' | null> {
  const { onMessage, onProgress, frames, lumaFrames, wholePictures, pictures, maxSeconds } = options;
  const { maxFrames = Infinity, maxMessages = Infinity } = options;
  const { graphs, ends } = filterGraphs(options);
  // The frame after the limit shows that there are more.
  const limit = maxFrames !== Infinity ? ['-frames:v', String(maxFrames + 1)] : [];
  const outputs: Output[] = ends.map((end) => ({
    target: '-',
    options: ['-map', `[${end}]`, ...limit, '-f', 'null'],
  }));
  if (frames !== undefined) {
    const raw = ['-map', '[frames]', ...limit, '-f', 'rawvideo'];
    outputs.push({ target: frameStream(frames.width * frames.height * 3, frames.onFrame), options: raw });
  }
  if (lumaFrames !== undefined && needsSmallVideo(options)) {
    const raw = ['-map', '[luma]', ...limit, '-f', 'rawvideo'];
    const bytes = lumaFrames.width * lumaFrames.height;
    outputs.push({ target: frameStream(bytes, lumaFrames.onFrame), options: raw });
  }
  if (wholePictures !== undefined && needsSmallVideo(options)) {
    const raw = ['-map', '[whole]', ...limit, '-r', String(picturesPerSecond), '-f', 'rawvideo'];
    outputs.push({ target: frameStream(wholePictures.bytes, wholePictures.onPicture), options: raw });
  }
  if (pictures !== undefined && needsSmallVideo(options)) {
    const { onPicture, onStoryboard } = pictures;
    outputs.push(jpegOutput('pictures', maxPictureBytes, onPicture));
    outputs.push(jpegOutput('storyboard', maxStoryboardBytes, onStoryboard));
  }
  const inputOptions = [
    ...threadOptions(options),
    ...(maxSeconds === undefined ? [] : ['-t', maxSeconds.toFixed(3)]),
  ];
  const flooded = new AbortController();
  let decodedFrames = 0;
  let messages = 0;
  let source: readonly [from: string, level: string] | null = null;
  const onLine = (line: string) => {
    if (flooded.signal.aborted) return;
    // ffmpeg indents a file's metadata, but some of its messages contain text of the file with its line breaks. A file
    // can therefore forge any line, so readers must check the values, and bound what they collect.
    const message = /^\[(?:([\w,@]+) @ 0x[0-9a-f]+\] \[)?(\w+)\] (.*)$/.exec(line);
    if (message !== null) {
      if (++messages > maxMessages) return flooded.abort();
      source = [message[1] ?? 'ffmpeg', message[2]!];
      onMessage(...source, message[3]!);
    } else if (source !== null && /^ +\S/.test(line)) {
      // This line continues the message before it. Metadata never directly follows a line that starts a message.
      onMessage(...source, line.trim());
    } else if (line.trim() !== '') {
      source = null;
    }
    const seconds = progressValue('out_time_us', line);
    if (seconds !== null) onProgress?.(seconds / 1e6);
    decodedFrames = progressValue('frame', line) ?? decodedFrames;
  };
  const signal = AbortSignal.any([options.signal, flooded.signal]);
  try {
    await run({ ...options, signal }, graphs, outputs, onLine, inputOptions);
  } catch (error) {
    if (options.signal.aborted || !flooded.signal.aborted) throw error;
    return 'messages';
  }
  return decodedFrames > maxFrames ? 'frames' : null;
}

/** Maximum length of a log line in characters. The rest of a longer line is dropped. */
const maxLineCharacters = 10_000;
/**
 * Maximum length, in characters, of the log without the lines of filters, decoders and demuxers. The rest is the
 * file's metadata, ffmpeg's own errors, and the progress with about 500 characters per second.
 */
const maxMetadataCharacters = 64 * 2 ** 20;

/** Maximum width and maximum height of a picture, in pixels. */
const maxPicturePixels = 320;
const side = (share: string) => `2*round(max(2,min(${maxPicturePixels},${maxPicturePixels}*${share}))/2)`;
/** Filter that scales a picture to at most `maxPicturePixels` in each direction and makes its pixels square. */
const picture = `scale=w='${side('dar')}':h='${side('1/dar')}':flags=bilinear,setsar=1,format=yuvj420p`;

/** Maximum size of a picture in bytes: more than a JPEG of `maxPicturePixels` by `maxPicturePixels` can have. */
const maxPictureBytes = 2 ** 20;

/** Maximum size of a storyboard in bytes: more than the JPEG of 100 pictures of noise has. */
const maxStoryboardBytes = 4 * 2 ** 20;

/** `bitexact` prevents ffmpeg from writing its version into the JPEG. */
const jpegOptions = ['-c:v', 'mjpeg', '-q:v', '4', '-flags:v', '+bitexact', '-fflags', '+bitexact'];

/** Pictures get the times 0 ms, 1 ms, …, because ffmpeg reports the latest time of all outputs as progress. */
const picturesPerSecond = 1_000;

function jpegOutput(label: string, maxBytes: number, onJpeg: (jpeg: Uint8Array) => void): Output {
  const rate = ['-r', String(picturesPerSecond), '-threads', '1'];
  return {
    target: writableTo(createJpegReader(maxBytes, onJpeg).write),
    options: ['-map', `[${label}]`, ...jpegOptions, ...rate, '-f', 'image2pipe'],
  };
}

export interface PictureOptions extends RunOptions {
  /** Index of the video stream in the file; absent: the first video stream that is not cover art. */
  pictureStream?: number | undefined;
  /** Number of threads of the decoder; absent: ffmpeg chooses. */
  threads?: number;
  /** Time of the picture in seconds from the start of the file, as in the messages of filters. */
  atSeconds: number;
}

/**
 * Returns the first picture at or after `atSeconds` as a JPEG of at most 320 × 320 pixels. Returns null if the file has
 * no picture at or after `atSeconds`. Decoding starts at the preceding key frame. Throws `DecodeFailed` if ffmpeg
 * cannot decode the file, and `DecodeTimedOut` if decoding takes longer than `timeoutMs`.
 */
export async function takePicture(options: PictureOptions): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const target = writableTo((chunk) => {
    bytes += chunk.length;
    if (bytes <= maxPictureBytes) chunks.push(chunk);
  });
  const output = ['-map', '[picture]', '-frames:v', '1', ...jpegOptions, '-f', 'image2pipe'];
  const graph = `[${pictureInput(options)}]${picture}[picture]`;
  const inputOptions = [...threadOptions(options), '-ss', options.atSeconds.toFixed(3)];
  await run(options, [graph], [{ target, options: output }], () => undefined, inputOptions);
  if (bytes > maxPictureBytes) throw new DecodeFailed(`the picture exceeds ${maxPictureBytes} bytes`);
  return chunks.length === 0 ? null : Buffer.concat(chunks);
}

export function threadOptions({ threads }: { threads?: number }): string[] {
  return threads === undefined ? [] : ['-threads', String(threads)];
}

/** Returns the input of a filter graph for the video stream. `V` selects video streams without cover art. */
function pictureInput({ pictureStream }: { pictureStream?: number | undefined }): string {
  return pictureStream === undefined ? '0:V:0' : `0:${pictureStream}`;
}

/**
 * Returns the filter graphs for all options. `ends` contains the names of the outputs that are discarded. Picture and
 * sound have separate graphs: ffmpeg starts a graph when each of its inputs has a frame. Until then, it keeps the
 * frames of the other inputs, which may be gigabytes if the sound starts late.
 */
function filterGraphs(options: DecodeOptions): { graphs: string[]; ends: string[] } {
  const { pictureFilters = [], smallFilters = [], frames, lumaFrames, wholePictures, pictures } = options;
  const { soundFilters = [], soundStream, maxFrames = Infinity } = options;
  const graph: string[] = [];
  const ends: string[] = [];
  const picture = (filters: readonly string[], end: string) =>
    graph.push(`[${pictureInput(options)}]${filters.join(',')}[${end}]`);
  if (needsSmallVideo(options)) {
    const branches = new Map([['plain', `${smallFilters.join(',') || 'null'}[small]`]]);
    if (frames !== undefined)
      branches.set('framed', `${scaledFrames(frames, maxFrames)},format=rgb24[frames]`);
    if (lumaFrames !== undefined)
      branches.set('grey', `${scaledFrames(lumaFrames, maxFrames)},format=gray[luma]`);
    if (pictures !== undefined) branches.set('pictured', picturesBranch(pictures, maxFrames));
    const copies = [...branches.keys()].map((name) => `[${name}]`).join('');
    const whole = wholePictures === undefined ? [] : [wholeBranch(wholePictures, maxFrames)];
    const small = [...pictureFilters, ...whole, smallScale, `split=${branches.size}${copies}`];
    graph.push(`[${pictureInput(options)}]${small.join(',')}`);
    for (const [name, branch] of branches) graph.push(`[${name}]${branch}`);
    ends.push('small');
  } else if (pictureFilters.length > 0) {
    picture(pictureFilters, 'picture');
    ends.push('picture');
  }
  const graphs = graph.length > 0 ? [graph.join(';')] : [];
  if (soundFilters.length > 0) {
    const input = soundStream === undefined ? '0:a:0' : `0:${soundStream}`;
    graphs.push(`[${input}]${soundFilters.join(',')}[sound]`);
    ends.push('sound');
  }
  return { graphs, ends };
}

function needsSmallVideo({ smallFilters = [], frames }: DecodeOptions): boolean {
  return smallFilters.length > 0 || frames !== undefined;
}

/**
 * Returns the filters that end a branch after the frame that follows `maxFrames`. A branch with fewer frames than the
 * decoder would not reach the limit of its output, and ffmpeg decodes until every branch has ended.
 */
function trimmed(maxFrames: number): string[] {
  return maxFrames === Infinity ? [] : [`trim=end_frame=${maxFrames + 1}`];
}

function scaledFrames({ width, height, rate }: Frames, maxFrames: number): string {
  const scale = `scale=w=${width}:h=${height}:flags=area`;
  return [...trimmed(maxFrames), scale, `fps=${rate}:start_time=0`].join(',');
}

/** Returns a filter that copies one picture of each second, and passes the video on unchanged. */
function wholeBranch({ width, height, format }: WholePictures, maxFrames: number): string {
  const times = `settb=1/${picturesPerSecond},setpts=N`;
  const one = [...trimmed(maxFrames), 'fps=1:start_time=0:round=up', times].join(',');
  // Interpolation would hide levels beyond a limit, or create them.
  const scale = `scale=w=${width}:h=${height}:flags=neighbor:out_range=tv:sws_dither=none,format=${format}`;
  return `split[each][past_whole];[each]${one},${scale}[whole];[past_whole]null`;
}

/**
 * Returns the branch of the filter graph that makes pictures. `round=up` selects the picture that is displayed at each
 * time. Before the storyboard, its output has a draft with the first tile only: ffmpeg reports no progress until each
 * output has a picture.
 */
function picturesBranch(
  { stepMs, maxCount, storyboard: { every, columns, rows } }: RegularPictures,
  maxFrames: number,
): string {
  const regular = [
    ...trimmed(maxFrames),
    `fps=1000/${stepMs}:start_time=0:round=up`,
    `trim=end_frame=${maxCount}`,
    `settb=1/${picturesPerSecond},setpts=N`,
    `${picture},split[single][tiles]`,
  ];
  const tiles = [
    ...[`framestep=${every}`, `trim=end_frame=${columns * rows}`],
    "scale=w='max(2,2*trunc(iw/4))':h='max(2,2*trunc(ih/4))'",
    'split[early][all]',
  ];
  const tile = `tile=${columns}x${rows}`;
  return [
    `${regular.join(',')};[single]null[pictures];[tiles]${tiles.join(',')}`,
    `[early]trim=end_frame=1,${tile}[draft];[all]${tile}[board]`,
    `[draft][board]concat,settb=1/${picturesPerSecond},setpts=N[storyboard]`,
  ].join(';');
}

/** Returns a stream that splits raw video into frames of `bytes` bytes and passes each frame to `onFrame`. */
function frameStream(bytes: number, onFrame: (frame: Uint8Array) => void): Writable {
  const frame = new Uint8Array(bytes);
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

/** Returns a stream that passes ffmpeg's output to `onChunk`. */
function writableTo(onChunk: (chunk: Buffer) => void): Writable {
  return new Writable({
    // fluent-ffmpeg reports a failure if this stream emits `close` more than 20 ms before ffmpeg ends.
    emitClose: false,
    write(chunk: Buffer, _encoding, done) {
      onChunk(chunk);
      done();
    },
  });
}

/** Returns the value of a key in a line of `-progress`; null if the line contains another key. */
export function progressValue(key: 'out_time_us' | 'frame', line: string): number | null {
  const value = /^(\w+)=(\d+)$/.exec(line);
  return value?.[1] === key ? Number(value[2]) : null;
}

/**
 * Returns the text of a log line at level error or fatal. Returns null for other lines and for messages that only
 * follow from an earlier error.
 */
function errorIn(line: string): string | null {
  const text = /^(?:\[[\w,@]+ @ 0x[0-9a-f]+\] )?\[(?:error|fatal)\] (.+)$/.exec(line)?.[1] ?? null;
  return text !== null && /^(?:Error marking filters as finished|Error while filtering)/.test(text)
    ? null
    : text;
}

/**
 * Returns whether a log line reports that memory could not be allocated. A file can forge this line, and then fails
 * as if it needed too much memory.
 */
function isOutOfMemory(line: string): boolean {
  return (
    /\[(?:error|fatal)\] /.test(line) &&
    /Cannot allocate memory|Out of memory|malloc of size \d+ failed/.test(line)
  );
}

/**
 * Returns how ffmpeg ended, from fluent-ffmpeg's error and ffmpeg's last line. ffmpeg handles some signals itself and
 * then exits with its own exit code. Null if ffmpeg did not start.
 */
function endOf({ message }: Error, lastLine: string): ProgramEnd | null {
  const handled = / received signal (\d+)\.?$/.exec(lastLine)?.[1];
  if (handled !== undefined) return programEnd(128 + Number(handled));
  const [, exitCode, signal] =
    /^ffmpeg (?:exited with code (\d+)|was killed with signal (SIG\w+))/.exec(message) ?? [];
  if (signal !== undefined) return programEnd(null, signal as NodeJS.Signals);
  return exitCode === undefined ? null : programEnd(Number(exitCode));
}

interface Output {
  /** A name for ffmpeg, or the stream that receives the output. */
  target: string | Writable;
  options: string[];
}

/**
 * Runs ffmpeg with the given filter graphs and outputs. Throws like `decode`.
 * @param onLine called with each line of the log
 */
export async function run(
  { tools, path, signal, timeoutMs }: RunOptions,
  graphs: readonly string[],
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
    let outOfMemory = false;
    let metadataCharacters = 0;
    let refusal: DecodeFailed | null = null;
    const countMetadata = (characters: number) => {
      metadataCharacters += characters;
      if (metadataCharacters <= maxMetadataCharacters || refusal !== null) return;
      refusal = new DecodeFailed(`the metadata exceed ${maxMetadataCharacters} characters in the log`);
      command.kill('SIGKILL');
    };
    const log = createLineReader(
      maxLineCharacters,
      (line) => {
        if (refusal !== null) return;
        if (!/^\[[^\]]+ @ 0x/.test(line)) countMetadata(line.length);
        if (line.trim() !== '') lastLine = line;
        lastError = errorIn(line) ?? lastError;
        outOfMemory ||= isOutOfMemory(line);
        onLine(line);
      },
      countMetadata,
    );
    const { cwd, name } = asInput(path);
    const command = ffmpeg(name, { cwd })
      .setFfmpegPath(tools.ffmpeg)
      .inputOptions(['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'repeat+level+info'])
      // Here, more filter threads cost more than they save. The decoder has its own threads.
      .inputOptions(['-progress', 'pipe:2', '-filter_complex_threads', '1'])
      .inputOptions([...inputRestrictions, ...inputOptions])
      // fluent-ffmpeg may report the end before the last output has been received.
      .on(
        'end',
        () =>
          void Promise.all(streams.map((stream) => finished(stream))).then(
            // ffmpeg leaves out frames for which it has no memory.
            () => (outOfMemory ? reject(memoryExceeded()) : resolve()),
            reject,
          ),
      )
      .on('error', (error: Error) => {
        if (signal.aborted) reject(signal.reason as Error);
        else if (refusal !== null) reject(refusal);
        else if (timeout.aborted) reject(new DecodeTimedOut(`ffmpeg took longer than ${timeoutMs / 1000} s`));
        else if (isSandboxFault(lastLine)) reject(new Error(lastLine));
        else reject(failureOf(error));
      });
    const failureOf = (error: Error): Error => {
      switch (endOf(error, lastLine)) {
        case 'exited':
          return outOfMemory ? memoryExceeded() : new DecodeFailed(lastError ?? lastLine);
        case 'crashed':
          return outOfMemory ? memoryExceeded() : new DecodeFailed(`the decoder crashed (${error.message})`);
        case 'timed out':
          return new DecodeTimedOut(`ffmpeg used more than ${maxCpuSeconds} s of processor time`);
        default:
          return error;
      }
    };
    // fluent-ffmpeg accepts one filter graph only.
    for (const graph of graphs) command.inputOptions('-filter_complex', graph);
    for (const { target, options } of outputs) {
      // fluent-ffmpeg accepts one stream only. It gets the standard output, and the others get further descriptors.
      const pipe = target instanceof Writable ? streams.indexOf(target) : 0;
      command.output(pipe === 0 ? target : `pipe:${firstPipe + pipe - 1}`).outputOptions(options);
    }
    // This override prevents fluent-ffmpeg from querying ffmpeg's formats and encoders before each run. fluent-ffmpeg
    // would run these queries in the worker's own working directory.
    Object.assign(command, { _checkCapabilities: (done: () => void) => done() });
    const pipes = streams.slice(1);
    adjustSpawn(command, pipes.length);
    const kill = () => command.kill('SIGKILL');
    stop.addEventListener('abort', kill, { once: true });
    // If the abort precedes the start, there is no process to kill yet, so `kill` is called again after the start.
    command.on('start', () => {
      readLog(command, log);
      readPipes(command, pipes);
      if (stop.aborted) kill();
    });
    command.run();
  });
}

function memoryExceeded(): DecodeOutOfMemory {
  return new DecodeOutOfMemory(`decoding needs more than ${fileMemoryBytes / 2 ** 20} MiB of memory`);
}

/**
 * Passes the log of a started command to `log` instead of fluent-ffmpeg, which collects lines of any length. A line
 * longer than a string may be would end this process.
 */
function readLog(command: ffmpeg.FfmpegCommand, log: LineReader): void {
  const { ffmpegProc } = command as unknown as { ffmpegProc: ChildProcessByStdio<null, Readable, Readable> };
  ffmpegProc.stderr.removeAllListeners('data').on('data', log.write).on('end', log.end);
}

/** The first descriptor after the standard ones. */
const firstPipe = 3;

/** Passes what a started command writes to its further descriptors to `targets`. */
function readPipes(command: ffmpeg.FfmpegCommand, targets: readonly Writable[]): void {
  const { ffmpegProc } = command as unknown as { ffmpegProc: { stdio: readonly (Readable | undefined)[] } };
  for (const [index, target] of targets.entries()) {
    const pipe = ffmpegProc.stdio[firstPipe + index];
    // An error is thrown by `finished`, which waits for every target.
    if (pipe !== undefined) pipeline(pipe, target, () => undefined);
  }
}

interface ProcessOutput {
  get: () => string;
}

/**
 * Adds further descriptors to the process that fluent-ffmpeg starts. Also prevents a crash of fluent-ffmpeg: if a
 * program cannot be started, the library reads its output without checking that there is any.
 */
function adjustSpawn(command: ffmpeg.FfmpegCommand, pipes: number): void {
  // The last argument is the callback; the arguments before it are optional.
  const library = command as unknown as { _spawnFfmpeg: (...args: unknown[]) => void };
  const spawn = library._spawnFfmpeg.bind(command);
  const empty: ProcessOutput = { get: () => '' };
  library._spawnFfmpeg = (...args) => {
    const onEnd = args.pop() as (error: unknown, stdout: ProcessOutput, stderr: ProcessOutput) => void;
    const wrapped = (error: unknown, stdout = empty, stderr = empty) => onEnd(error, stdout, stderr);
    const [ffmpegArgs, options, ...onStart] = args as [string[], object, ...unknown[]];
    const stdio = Array.from({ length: firstPipe + pipes }, () => 'pipe');
    spawn(ffmpegArgs, { ...options, stdio }, ...onStart, wrapped);
  };
}
