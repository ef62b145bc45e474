import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import type { Report } from '@assay/domain/contracts/report.ts';
import { plainText } from '@assay/domain/lib/characters.ts';
import { forEachConcurrent } from '@assay/domain/lib/concurrency.ts';
import { csvOf } from '@assay/domain/report-formats/csv.ts';
import { FormatFault } from '@assay/domain/report-formats/format-fault.ts';
import type { ReportFormat } from '@assay/domain/report-formats/format-names.ts';
import { formatReport } from '@assay/domain/report-formats/format-report.ts';
import { findOnPath } from '../decode/find-on-path.ts';
import type { SandboxSetting } from '../decode/process-sandbox.ts';
import { createMediaRuntime, type MediaRuntime } from '../jobs/media-runtime.ts';
import { examineFile, type Examined, unexaminedFile } from './examine-file.ts';
import { findFiles, type FoundFile } from './find-files.ts';
import { jsonOf } from './formats/json.ts';
import { junitOf } from './formats/junit.ts';
import { markdownOf } from './formats/markdown.ts';
import { sarifOf } from './formats/sarif.ts';
import { textOfFile, textOfRun } from './formats/text.ts';
import type { CheckedFile } from './formats/words.ts';
import { loadProfile } from './load-profile.ts';
import { type CheckOptions, type Format, UsageError } from './options.ts';
import { createProgressLines, noProgress } from './progress.ts';

/** The parts of an output stream that the command uses. */
export type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns' | 'rows'>;

/** The parts of a process that the command uses. */
export interface CheckProcess {
  env: NodeJS.ProcessEnv;
  cwd: string;
  stdin: Readable;
  stdout: Output;
  stderr: Output;
}

/** Version of ffmpeg from which on its filters work as the sidekicks need them. */
const minFfmpegMajor = 5;

const howToGetFfmpeg =
  `ffmpeg and ffprobe ${minFfmpegMajor} or newer are needed on PATH. Install them with: apt-get install ffmpeg, ` +
  'dnf install ffmpeg-free, apk add ffmpeg, brew install ffmpeg, or from https://ffmpeg.org/download.html';

type Write = (files: readonly CheckedFile[], startTimecode: string | null) => string | Promise<Uint8Array>;

const formatted: Record<Exclude<Format, 'text'>, Write> = {
  json: jsonOf,
  junit: junitOf,
  sarif: sarifOf,
  markdown: markdownOf,
  csv: (files, startTimecode) =>
    csvOf(
      files.map(({ report }) => report),
      startTimecode,
    ),
  pdf: pdfOfOneFile,
  vtt: ofOneFile('vtt'),
  edl: ofOneFile('edl'),
  fcpxml: ofOneFile('fcpxml'),
  xmeml: ofOneFile('xmeml'),
  'avid.txt': ofOneFile('avid.txt'),
  'avid.xml': ofOneFile('avid.xml'),
  xml: ofOneFile('xml'),
};

/** The formats that can have several files. */
const formatsOfManyFiles: readonly Format[] = ['text', 'json', 'junit', 'sarif', 'markdown', 'csv'];

function ofOneFile(format: ReportFormat): Write {
  return ([file], startTimecode) => {
    const { report } = file!;
    const sha256 = createHash('sha256').update(JSON.stringify(report)).digest('hex');
    return formatReport(format, report, { startTimecode, sha256 });
  };
}

async function pdfOfOneFile([file]: readonly CheckedFile[]): Promise<Uint8Array> {
  // Other formats need no fonts.
  const { writeReport } = await import('@assay/reports/write-report.ts');
  const written = await writeReport({
    format: 'pdf',
    report: Buffer.from(JSON.stringify(file!.report)),
    signature: null,
    verification: { isSigned: false, url: null },
    pictures: new Map(),
    curves: file!.curves,
  });
  if ('fault' in written) throw new Error(written.fault.message);
  return written.content;
}

/** The tools of a run. `runtime` is null if they do not work on this machine; `fault` is then the reason. */
interface Tools {
  runtime: MediaRuntime | null;
  fault: string;
  ffmpeg: string | null;
  close(): Promise<void>;
}

/**
 * Checks files, writes the result and returns the exit code: 0 pass, 1 fail, 2 something could not be checked. Throws
 * `UsageError`, and the reason of `signal`.
 * @param openTools creates the media runtime; tests replace it
 */
export async function runCheck(
  options: CheckOptions,
  { env, cwd, stdin, stdout, stderr }: CheckProcess,
  assay: string,
  signal: AbortSignal,
  openTools: typeof openMediaTools = openMediaTools,
): Promise<number> {
  const { format, output } = options;
  const profile = await loadProfile(options.profile ?? 'everything', cwd);
  if (output !== null) await checkOutput(path.resolve(cwd, output));
  else if (format === 'pdf' && stdout.isTTY)
    throw new UsageError('--format pdf needs --output FILE, because a terminal does not show it');
  const found = await findFiles(options.paths, cwd, stdin, signal);
  if (found.length > 1 && !formatsOfManyFiles.includes(format))
    throw new UsageError(`--format ${format} is for one file, and ${found.length} were found`);
  const jobs = options.jobs ?? availableParallelism();
  const tools = await openTools(env, jobs);
  const isColoured = format === 'text' && output === null && stdout.isTTY && !env['NO_COLOR'];
  const progress = stderr.isTTY ? createProgressLines(stderr, found.length) : noProgress;
  const checked = new Map<FoundFile, CheckedFile>();
  const texts: string[] = [];
  const writeText = (text: string) => {
    if (output === null) progress.around(() => stdout.write(text));
    else texts.push(text);
  };
  if (
    tools.runtime !== null &&
    tools.runtime.tools.containment !== 'bubblewrap' &&
    process.platform === 'linux'
  )
    stderr.write('warning: files are decoded without a sandbox, because bubblewrap does not work here\n');
  try {
    signal.throwIfAborted();
    await forEachConcurrent(
      found,
      async (file) => {
        const shown = shownPath(file.path, cwd);
        const one = toChecked(await examine(file, shown), shown);
        checked.set(file, one);
        progress.end(shown);
        if (format === 'text') writeText(`${textOfFile(one, isColoured)}\n`);
      },
      jobs,
    );
  } finally {
    progress.close();
    await tools.close();
  }
  signal.throwIfAborted();
  const files = found.map((file) => checked.get(file)!);
  if (format === 'text') {
    writeText(textOfRun(files));
    if (output !== null) await writeFile(path.resolve(cwd, output), texts.join(''));
  } else {
    const text = await write(format, files, options.startTimecode);
    if (output === null) stdout.write(text);
    else await writeFile(path.resolve(cwd, output), text);
  }
  return exitCodeOf(files.map(({ report }) => report));

  function examine({ path: file, problem }: FoundFile, shown: string): Promise<Examined> {
    const common = { file, profile, failsAt: options.failOn ?? undefined };
    if (problem !== null) return Promise.resolve(unexaminedFile(common, 'nothing_found', problem));
    const { runtime, fault } = tools;
    if (runtime === null && fileTypeOf(file) !== null)
      return Promise.resolve(unexaminedFile(common, 'no_tools', fault));
    return examineFile({
      ...common,
      runtime: runtime!,
      isChosen: options.profile !== null,
      signal,
      onProgress: (state) => progress.update(shown, state),
    });
  }

  function toChecked(
    { seconds, findings, curves, asset, ...examined }: Examined,
    shown: string,
  ): CheckedFile {
    const report: Report = {
      schemaVersion: 1,
      checkedAt: new Date().toISOString(),
      asset: { ...asset, path: shown },
      submission: null,
      profile: listed(profile),
      tools: { assay, node: process.versions.node, ffmpeg: tools.ffmpeg },
      ...examined,
      signOff: null,
    };
    return { report, findings, curves, seconds: seconds.all };
  }
}

/** Returns the result in a format. Throws `UsageError` if the format or the start time code does not suit a file. */
async function write(
  format: Exclude<Format, 'text'>,
  files: readonly CheckedFile[],
  startTimecode: string | null,
): Promise<string | Uint8Array> {
  try {
    return await formatted[format](files, startTimecode);
  } catch (error) {
    if (!(error instanceof FormatFault)) throw error;
    const name = error.field === 'format' ? '--format' : '--start-timecode';
    // A file that could not be examined has no frame rate.
    const problems = files.flatMap(({ report }) => report.problems).filter(({ blocking }) => blocking);
    throw new UsageError([`${name}: ${error.message}`, ...problems.map(({ message }) => message)].join('\n'));
  }
}

function listed({ id, code, name, version }: Profile): Report['profile'] {
  return { id, code, name, version };
}

/** Returns 2 if something could not be checked in a file, otherwise 1 if a file fails, otherwise 0. */
export function exitCodeOf(reports: readonly Report[]): number {
  if (reports.some((report) => report.verdict.verdict === 'incomplete' || isIncomplete(report))) return 2;
  return reports.some(({ verdict }) => verdict.verdict === 'fail') ? 1 : 0;
}

/** Returns whether something could not be checked, also if the file fails in any case. */
function isIncomplete({ problems }: Report): boolean {
  return problems.some(({ blocking }) => blocking);
}

/** Throws `UsageError` if the folder of the output does not exist, before minutes of work are lost. */
async function checkOutput(output: string): Promise<void> {
  const folder = await stat(path.dirname(output)).catch(() => null);
  const file = await stat(output).catch(() => null);
  if (folder?.isDirectory() !== true || file?.isDirectory() === true)
    throw new UsageError(`--output ${plainText(output, 500)} cannot be written`);
}

/** Maximum length of a path in reports, in characters. */
const maxPathCharacters = 1_000;

/** Returns a path as reports show it: relative to `directory` if it is below it, with `/` between folders. */
export function shownPath(file: string, directory: string): string {
  const relative = path.relative(directory, file);
  const isBelow = relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
  return plainText((isBelow ? relative : file).replaceAll(path.sep, '/'), maxPathCharacters);
}

/** Creates the media runtime in a new directory below TMPDIR, with the settings of a media worker. */
export async function openMediaTools(env: NodeJS.ProcessEnv, jobs: number): Promise<Tools> {
  const searchPath = env['PATH'] ?? '';
  const workDir = await mkdtemp(path.join(tmpdir(), 'assay-check-'));
  const remove = () => rm(workDir, { recursive: true, force: true });
  const ffmpeg = await ffmpegVersion(searchPath);
  try {
    if (ffmpeg === null || (Number.parseInt(ffmpeg) || minFfmpegMajor) < minFfmpegMajor)
      throw new Error(howToGetFfmpeg);
    const runtime = await createMediaRuntime({
      workDir,
      sandbox: sandboxSetting(env['MEDIA_SANDBOX']),
      searchPath,
      textModels: env['TEXT_MODELS'] || null,
      speechModels: env['SPEECH_MODELS'] || null,
      maxProcesses: Math.max(4, 2 * jobs),
      trustListFiles: {
        signers: env['C2PA_TRUST_LIST_FILE'] || null,
        timeStamps: env['C2PA_TSA_TRUST_LIST_FILE'] || null,
        anchors: env['C2PA_ANCHORS_FILE'] || null,
      },
    });
    return {
      runtime,
      fault: '',
      ffmpeg,
      async close() {
        runtime.parserPool.close();
        runtime.textReaders?.close();
        runtime.speechListeners?.close();
        await remove();
      },
    };
  } catch (error) {
    if (error instanceof UsageError) {
      await remove();
      throw error;
    }
    return { runtime: null, fault: plainText((error as Error).message, 1_000), ffmpeg, close: remove };
  }
}

function sandboxSetting(value = 'auto'): SandboxSetting {
  if (value === 'auto' || value === 'required' || value === 'off') return value;
  throw new UsageError('MEDIA_SANDBOX must be auto, required or off');
}

/** Returns the version of ffmpeg; null if ffmpeg or ffprobe is missing or does not start. */
async function ffmpegVersion(searchPath: string): Promise<string | null> {
  const [ffmpeg, ffprobe] = await Promise.all([
    findOnPath('ffmpeg', searchPath),
    findOnPath('ffprobe', searchPath),
  ]);
  if (ffmpeg === null || ffprobe === null) return null;
  try {
    const { stdout } = await promisify(execFile)(ffmpeg, ['-version']);
    return /version n?(\S+)/.exec(stdout)?.[1] ?? 'unknown';
  } catch {
    return null;
  }
}
