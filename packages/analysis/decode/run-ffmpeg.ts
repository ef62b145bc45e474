import { CommandFailed, type Output, runCommand } from './ffmpeg-command.ts';
import { createLineReader } from './line-reader.ts';
import { asInput, inputRestrictions, type MediaTools } from './media-tools.ts';
import { fileMemoryBytes } from './memory-limits.ts';
import { isSandboxFault, type ProgramEnd, programEnd } from './process-sandbox.ts';
import { maxCpuSeconds } from './sandbox-script.ts';

export interface RunOptions {
  tools: Pick<MediaTools, 'ffmpeg'>;
  path: string;
  signal: AbortSignal;
  /** Maximum wall-clock time, in milliseconds. Absent: none besides `signal`. */
  timeoutMs?: number;
}

/**
 * Thrown if ffmpeg fails, or logs more than `maxMetadataCharacters`. `message` is ffmpeg's last error, or the limit.
 * Not retryable.
 */
export class DecodeFailed extends Error {}

/** Thrown if decoding a file needs more memory than is available for one file. */
export class DecodeOutOfMemory extends DecodeFailed {}

/** Thrown if decoding took longer than `timeoutMs`, or more processor time than a program in the sandbox may use. */
export class DecodeTimedOut extends Error {}

/** Maximum length of a log line in characters. The rest of a longer line is dropped. */
const maxLineCharacters = 10_000;
/**
 * Maximum number of characters of metadata, errors and progress in ffmpeg's log. Lines of filters, decoders and
 * demuxers are not counted. Progress takes about 500 characters per second.
 */
const maxMetadataCharacters = 64 * 2 ** 20;

export function threadOptions({ threads }: { threads?: number }): string[] {
  return threads === undefined ? [] : ['-threads', String(threads)];
}

/** Returns the value of `key` in a line of ffmpeg's progress output (`-progress`); null for other lines. */
export function progressValue(key: 'out_time_us' | 'frame', line: string): number | null {
  const value = /^(\w+)=(\d+)$/.exec(line);
  return value?.[1] === key ? Number(value[2]) : null;
}

/** Returns the text of an error in the log; null for other lines and for errors that only follow from earlier ones. */
function errorIn(line: string): string | null {
  const text = /^(?:\[[\w,@]+ @ 0x[0-9a-f]+\] )?\[(?:error|fatal)\] (.+)$/.exec(line)?.[1] ?? null;
  return text !== null && /^(?:Error marking filters as finished|Error while filtering)/.test(text)
    ? null
    : text;
}

/**
 * Returns whether a log line reports that memory could not be allocated. A file can forge such a line, but then only
 * fails as a file that needs too much memory.
 */
function isOutOfMemory(line: string): boolean {
  return (
    /\[(?:error|fatal)\] /.test(line) &&
    /Cannot allocate memory|Out of memory|malloc of size \d+ failed/.test(line)
  );
}

/**
 * Returns how ffmpeg ended; null if it did not start. If ffmpeg handles a signal itself, it reports the signal in its
 * last line and then exits with its own exit code.
 */
function endOf(error: unknown, lastLine: string): ProgramEnd | null {
  const handled = / received signal (\d+)\.?$/.exec(lastLine)?.[1];
  if (handled !== undefined) return programEnd(128 + Number(handled));
  return error instanceof CommandFailed ? programEnd(error.exitCode, error.signal) : null;
}

/**
 * Runs ffmpeg with the given filter graphs and outputs. Throws like `decode`.
 * @param onLine called with each line of the log
 */
export async function runFfmpeg(
  { tools, path, signal, timeoutMs }: RunOptions,
  graphs: readonly string[],
  outputs: readonly Output[],
  onLine: (line: string) => void,
  inputOptions: readonly string[] = [],
): Promise<void> {
  signal.throwIfAborted();
  const timeout = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const flooded = new AbortController();
  const seen = { lastLine: '', lastError: null as string | null, outOfMemory: false };
  let metadataCharacters = 0;
  const countMetadata = (characters: number) => {
    metadataCharacters += characters;
    if (metadataCharacters > maxMetadataCharacters) flooded.abort();
  };
  const log = createLineReader(
    maxLineCharacters,
    (line) => {
      if (flooded.signal.aborted) return;
      if (!/^\[[^\]]+ @ 0x/.test(line)) countMetadata(line.length);
      if (line.trim() !== '') seen.lastLine = line;
      seen.lastError = errorIn(line) ?? seen.lastError;
      seen.outOfMemory ||= isOutOfMemory(line);
      onLine(line);
    },
    countMetadata,
  );
  try {
    await runCommand({
      program: tools.ffmpeg,
      ...asInput(path),
      inputOptions: [
        ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'repeat+level+info'],
        // More threads for the filters would need more processor time in total. The decoder has its own threads.
        ...['-progress', 'pipe:2', '-filter_complex_threads', '1'],
        ...inputRestrictions,
        ...inputOptions,
      ],
      graphs,
      outputs,
      log,
      stop: AbortSignal.any([signal, flooded.signal, ...(timeout === null ? [] : [timeout])]),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (flooded.signal.aborted)
      throw new DecodeFailed(`the metadata exceed ${maxMetadataCharacters} characters in the log`);
    if (timeout?.aborted) throw new DecodeTimedOut(`ffmpeg took longer than ${timeoutMs! / 1000} s`);
    if (isSandboxFault(seen.lastLine)) throw new Error(seen.lastLine, { cause: error });
    switch (endOf(error, seen.lastLine)) {
      case 'exited':
        throw seen.outOfMemory ? memoryExceeded() : new DecodeFailed(seen.lastError ?? seen.lastLine);
      case 'crashed':
        throw seen.outOfMemory
          ? memoryExceeded()
          : new DecodeFailed(`the decoder crashed (${(error as Error).message})`);
      case 'timed out':
        throw new DecodeTimedOut(`ffmpeg used more than ${maxCpuSeconds} s of processor time`);
      default:
        throw error;
    }
  }
  // ffmpeg may succeed although it left out frames for lack of memory.
  if (seen.outOfMemory) throw memoryExceeded();
}

function memoryExceeded(): DecodeOutOfMemory {
  return new DecodeOutOfMemory(`decoding needs more than ${fileMemoryBytes / 2 ** 20} MiB of memory`);
}
