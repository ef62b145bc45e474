import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { pipeline, type Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import ffmpeg from 'fluent-ffmpeg';
import { killGroup } from './kill-group.ts';
import type { LineReader } from './line-reader.ts';

// No other file uses fluent-ffmpeg, because that library is archived and may have to be replaced.

export interface Output {
  /** The name of an output in ffmpeg's syntax, or a stream that receives the output. */
  target: string | Writable;
  options: string[];
}

export interface CommandOptions {
  /** Path of the script that runs ffmpeg. */
  program: string;
  cwd: string;
  /** Name of the input, relative to `cwd`. */
  name: string;
  inputOptions: readonly string[];
  graphs: readonly string[];
  outputs: readonly Output[];
  /** Receives ffmpeg's standard error. */
  log: LineReader;
  /** Kills ffmpeg when aborted. */
  stop: AbortSignal;
}

/** Thrown if ffmpeg ended with an exit code other than 0, or because of a signal. */
export class CommandFailed extends Error {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;

  constructor(message: string, exitCode: number | null, signal: NodeJS.Signals | null) {
    super(message);
    this.exitCode = exitCode;
    this.signal = signal;
  }
}

/**
 * Runs ffmpeg until it has ended and every stream in `outputs` has finished. Throws `CommandFailed` if ffmpeg fails or
 * is killed, and another error if it cannot be started or a stream fails.
 */
export function runCommand(options: CommandOptions): Promise<void> {
  const { program, cwd, name, inputOptions, graphs, outputs, log, stop } = options;
  const streams = outputs.flatMap(({ target }) => (target instanceof Writable ? [target] : []));
  return new Promise<void>((resolve, reject) => {
    const command = ffmpeg(name, { cwd })
      .setFfmpegPath(program)
      .inputOptions([...inputOptions])
      // fluent-ffmpeg may report the end before the last output has been received.
      .on(
        'end',
        () => void Promise.all(streams.map((stream) => finished(stream))).then(() => resolve(), reject),
      )
      .on('error', (error: Error) => reject(failureOf(error)));
    // fluent-ffmpeg accepts only one filter graph, so the graphs are passed as raw options.
    for (const graph of graphs) command.inputOptions('-filter_complex', graph);
    for (const { target, options: outputOptions } of outputs) {
      // fluent-ffmpeg accepts only one stream. The first stream receives ffmpeg's standard output; the other streams
      // receive further file descriptors.
      const pipe = target instanceof Writable ? streams.indexOf(target) : 0;
      command.output(pipe === 0 ? target : `pipe:${firstPipe + pipe - 1}`).outputOptions(outputOptions);
    }
    // This override prevents fluent-ffmpeg from querying ffmpeg's formats and encoders before each run. fluent-ffmpeg
    // would run these queries in the worker's own working directory.
    Object.assign(command, { _checkCapabilities: (done: () => void) => done() });
    const pipes = streams.slice(1);
    adjustSpawn(command, pipes.length);
    const kill = () => {
      const { ffmpegProc } = command as unknown as { ffmpegProc?: ChildProcess };
      if (ffmpegProc !== undefined) killGroup(ffmpegProc);
    };
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

/** Converts a fluent-ffmpeg error to `CommandFailed` by its text. Returns other errors unchanged. */
function failureOf(error: Error): Error {
  const [, exitCode, signal] =
    /^ffmpeg (?:exited with code (\d+)|was killed with signal (SIG\w+))/.exec(error.message) ?? [];
  if (signal !== undefined) return new CommandFailed(error.message, null, signal as NodeJS.Signals);
  return exitCode === undefined ? error : new CommandFailed(error.message, Number(exitCode), null);
}

/** Returns a stream that passes ffmpeg's output to `onChunk`. */
export function writableTo(onChunk: (chunk: Buffer) => void): Writable {
  return new Writable({
    // fluent-ffmpeg reports a failure if this stream emits `close` more than 20 ms before ffmpeg ends.
    emitClose: false,
    write(chunk: Buffer, _encoding, done) {
      onChunk(chunk);
      done();
    },
  });
}

/**
 * Passes the log of a started command to `log` instead of fluent-ffmpeg, which collects lines of any length. A line
 * longer than the maximum length of a string would crash this process.
 */
function readLog(command: ffmpeg.FfmpegCommand, log: LineReader): void {
  const { ffmpegProc } = command as unknown as { ffmpegProc: ChildProcessByStdio<null, Readable, Readable> };
  ffmpegProc.stderr.removeAllListeners('data').on('data', log.write).on('end', log.end);
}

/** The first file descriptor after standard input, output and error. */
const firstPipe = 3;

/** Passes the output that a started command writes to its further file descriptors to `targets`. */
function readPipes(command: ffmpeg.FfmpegCommand, targets: readonly Writable[]): void {
  const { ffmpegProc } = command as unknown as { ffmpegProc: { stdio: readonly (Readable | undefined)[] } };
  for (const [index, target] of targets.entries()) {
    const pipe = ffmpegProc.stdio[firstPipe + index];
    // Errors are ignored here, because `finished` in `runCommand` throws them.
    if (pipe !== undefined) pipeline(pipe, target, () => undefined);
  }
}

interface ProcessOutput {
  get: () => string;
}

/**
 * Adds further file descriptors and a process group to the process that fluent-ffmpeg starts. Also prevents a crash: if
 * the program cannot be started, fluent-ffmpeg reads the output of the process, which is undefined.
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
    spawn(ffmpegArgs, { ...options, stdio, detached: true }, ...onStart, wrapped);
  };
}
