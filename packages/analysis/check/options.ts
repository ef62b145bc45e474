import { parseArgs } from 'node:util';
import { reportFormats } from '@assay/domain/report-formats/format-names.ts';
import { severities, type Severity } from '@assay/domain/sidekick.ts';

// The command line. This module loads no other part of Assay, because `--help` and `--version` must start fast.

export const formats = ['text', 'json', 'junit', 'sarif', 'markdown', 'pdf', ...reportFormats] as const;
export type Format = (typeof formats)[number];

/** The formats that have time codes. */
const timecodeFormats: readonly Format[] = reportFormats.filter((format) => format !== 'vtt');

export interface CheckOptions {
  /** Files, folders and globs, as they were given. `-` stands for a list on standard input. */
  paths: string[];
  /** Code of a shipped profile, or path of a JSON file. Null: all sidekicks. */
  profile: string | null;
  format: Format;
  /** File for the result; null for standard output. */
  output: string | null;
  failOn: Severity | null;
  /** The time code of the first frame; null: that of the file. */
  startTimecode: string | null;
  /** Number of files that are examined at the same time; null: the number of processors. */
  jobs: number | null;
}

export type Invocation = { command: 'help' } | { command: 'version' } | ({ command: 'check' } & CheckOptions);

/** Thrown if the command line is wrong. `message` says what to change. */
export class UsageError extends Error {}

export const usage = `Usage: assay check FILE… [--profile CODE|FILE.json] [--format FORMAT] [--output FILE]
                         [--fail-on SEVERITY] [--start-timecode TIMECODE] [--jobs N]

Checks media files without a server. FILE is a file, a folder, a glob in quotes, or - for a list of paths on
standard input, one a line. File names that start with - need -- before them.

  --profile   what the destination asks for: the code of a shipped profile, or a file (default: all checks)
  --format    text (default), ${formats.slice(1, 6).join(', ')}, ${reportFormats.join(', ')}
  --output, -o
              file for the result (default: standard output)
  --fail-on   least severity that fails: ${severities.join(', ')} (default: that of the profile, or major)
  --start-timecode
              time code of the first frame in ${timecodeFormats.join(', ')} (default: that of the file)
  --jobs      number of files that are checked at the same time (default: the number of processors)
  --help, --version

Exit code: 0 pass, 1 fail, 2 something could not be checked, 130 interrupted.
Needs ffmpeg and ffprobe on PATH. Documentation: docs/check.md
`;

/** Returns what the command line asks for. Throws `UsageError`. */
export function readOptions(args: readonly string[]): Invocation {
  const { values, positionals } = parsed(args);
  if (values.help === true) return { command: 'help' };
  if (values.version === true) return { command: 'version' };
  const [command, ...paths] = positionals;
  if (command === undefined) return { command: 'help' };
  if (command !== 'check') throw new UsageError(`there is no command “${command}”; use: assay check FILE…`);
  if (paths.length === 0) throw new UsageError('FILE is missing');
  const format = oneOf('format', formats, values.format) ?? 'text';
  return {
    command: 'check',
    paths,
    profile: values.profile ?? null,
    format,
    output: values.output ?? null,
    failOn: oneOf('fail-on', severities, values['fail-on']),
    startTimecode: startTimecodeOf(values['start-timecode'], format),
    jobs: values.jobs === undefined ? null : positiveInteger('jobs', values.jobs),
  };
}

function parsed(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        profile: text,
        format: text,
        output: { ...text, short: 'o' },
        'fail-on': text,
        'start-timecode': text,
        jobs: text,
        help: { ...flag, short: 'h' },
        version: flag,
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function oneOf<T extends string>(name: string, allowed: readonly T[], value: string | undefined): T | null {
  if (value === undefined) return null;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`--${name} must be one of: ${allowed.join(', ')}`);
  return found;
}

function startTimecodeOf(value: string | undefined, format: Format): string | null {
  if (value === undefined) return null;
  if (!timecodeFormats.includes(format))
    throw new UsageError(`--start-timecode needs --format ${timecodeFormats.join(', ')}`);
  if (!/^\d{2}:[0-5]\d:[0-5]\d[:;.]\d{2}$/.test(value))
    throw new UsageError(
      '--start-timecode must be a time code such as 10:00:00:00, or 10:00:00;00 for drop-frame',
    );
  return value;
}

function positiveInteger(name: string, value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value)) throw new UsageError(`--${name} must be a number from 1 to 999`);
  return Number(value);
}
