import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { report as reportSchema, type Report } from '@assay/domain/contracts/report.ts';
import type { ProfileInput } from '@assay/domain/contracts/profile.ts';
import { UsageError } from '../check/options.ts';
import { openMediaTools } from '../check/run-check.ts';
import { jobResults } from '../jobs/job-results.ts';
import type { Jobs } from '../jobs/parser-jobs.ts';
import { createParserPool } from '../parsers/parser-pool.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { useParserPool } from '../../../test/support/parsers.ts';
import { readPdf } from '../../../test/support/read-pdf.ts';
import { run } from '../../../test/support/run.ts';
import { runCheckHere, sharedTools } from './support/run-check.ts';

const main = path.join(import.meta.dirname, '../check/main.ts');
const directory = path.join(inject('scratchDir'), `check-${process.pid}`);
const parserPool = useParserPool();

const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const profile: ProfileInput = {
  code: 'small',
  name: 'Small',
  assetTypes: ['document', 'image'],
  sidekicks: [{ code: 'integrity' }, { code: 'document' }],
};

beforeAll(async () => {
  const files = {
    'clean.txt': 'A plain text.\n',
    'faulty.svg': script,
    'broken.pdf': 'not a PDF',
    'small.json': JSON.stringify(profile),
    'wrong.json': JSON.stringify({ ...profile, sidekicks: [{ code: 'nothing' }, { code: 'nowhere' }] }),
    'minor.json': JSON.stringify({
      ...profile,
      rules: { 'active_content.svg_script': { severity: 'minor' } },
    }),
    'folder/a/one.txt': 'One.\n',
    'folder/b[1].txt': 'Two.\n',
    'folder/.hidden/three.txt': 'Three.\n',
    'folder/notes.md': 'no accepted type',
    'empty/notes.md': 'no accepted type',
    '--output.txt': 'A name like an option.\n',
    'escape\x1b[31m\u009b31m.txt': 'A name with escape sequences.\n',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(directory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  await symlink(path.join(directory, 'folder'), path.join(directory, 'folder/loop'));
  await link(path.join(directory, 'clean.txt'), path.join(directory, 'linked.txt'));
});

const small = ['--profile', 'small.json'];

/** Runs the command in this process. */
const check = (args: readonly string[], setting: Partial<Parameters<typeof runCheckHere>[1]> = {}) =>
  runCheckHere(args, { cwd: directory, ...setting });

async function reportsOf(args: readonly string[], options?: Parameters<typeof check>[1]): Promise<Report[]> {
  const { stdout } = await check(['--format', 'json', ...small, ...args], options);
  return reportSchema.array().parse(JSON.parse(stdout));
}

describe('exit codes', () => {
  test.for([
    ['a clean file', ['clean.txt'], 0],
    ['a faulty file', ['clean.txt', 'faulty.svg'], 1],
    ['findings that the profile makes less severe', ['faulty.svg', '--profile', 'minor.json'], 0],
    [
      'findings of the severity of --fail-on',
      ['faulty.svg', '--profile', 'minor.json', '--fail-on', 'minor'],
      1,
    ],
    ['a broken file, although another one fails', ['clean.txt', 'faulty.svg', 'broken.pdf'], 2],
    ['a file that does not exist', ['clean.txt', 'missing.txt'], 2],
    ['a type that is not accepted', ['small.json'], 2],
    ['a type that the profile does not accept', ['clip.mp4'], 2],
    ['a folder without files', ['empty'], 2],
    ['a glob without matches', ['*.mov'], 2],
    ['an empty list', ['-'], 2],
  ] as const)('%s', async ([, args, code]) => {
    expect((await check([...small, ...args])).code).toBe(code);
  });

  test('the command ends with them, and names a problem of each file', async () => {
    const names = ['clean.txt', 'faulty.svg', 'broken.pdf'];
    const ended = await run(process.execPath, [main, 'check', ...names, ...small], { cwd: directory });
    expect(ended).toMatchObject({ code: 2, stderr: '' });
    expect(ended.stdout).toMatch(/^clean\.txt .*\n {2}Pass: /m);
    expect(ended.stdout).toMatch(/^faulty\.svg .*\n {2}critical .*script.*\n {2}Fail: /m);
    expect(ended.stdout).toMatch(
      /^broken\.pdf .*\n {2}not checked {2}the file {2}the content is not application\/pdf/m,
    );
    expect(ended.stdout).toMatch(/^3 files: 1 fail, 1 incomplete, 1 pass$/m);
  });
});

test('a crash of a parser is named, and ends with 2', async () => {
  const jobs = path.join(import.meta.dirname, 'support/crashing-jobs.ts');
  const pool = createParserPool<Jobs>(jobs, jobResults);
  try {
    const { code, stdout } = await check(['clean.txt', ...small], { parserPool: pool });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^clean\.txt .*\n {2}not checked {2}the file {2}.*the parser crashed/m);
  } finally {
    pool.close();
  }
});

test('missing tools are named for each file', async () => {
  const openTools = () => openMediaTools({ PATH: directory }, 1);
  const [report] = await reportsOf(['clean.txt'], { openTools });
  expect(report).toMatchObject({
    tools: { ffmpeg: null },
    verdict: { verdict: 'incomplete' },
    problems: [{ code: 'no_tools', message: expect.stringContaining('brew install ffmpeg') as string }],
  });
});

test('a sidekick that needs the text reader fails a chosen profile, and is noted without one', async () => {
  const file = path.join(directory, 'picture.png');
  await make(file, ['-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1']);
  const chosen = path.join(directory, 'claims.json');
  await writeFile(chosen, JSON.stringify({ ...profile, sidekicks: [{ code: 'claims' }] }));
  const problems = async (args: string[]) => {
    const { code, stdout } = await check([
      'picture.png',
      '--format',
      'json',
      '--fail-on',
      'critical',
      ...args,
    ]);
    const [report] = reportSchema.array().parse(JSON.parse(stdout));
    const { checks, verdict } = report!;
    const outcomes = new Set(
      checks.filter(({ sidekick }) => sidekick === 'claims').map(({ outcome }) => outcome),
    );
    return { code, verdict: verdict.verdict, outcomes: [...outcomes], problems: report!.problems };
  };
  const missing = { code: 'no_text_reader', sidekick: 'claims' };
  expect(await problems(['--profile', 'claims.json'])).toMatchObject({
    ...{ code: 2, verdict: 'incomplete', outcomes: ['skipped'] },
    problems: [{ ...missing, blocking: true }],
  });
  expect(await problems([])).toMatchObject({
    code: 0,
    outcomes: ['skipped'],
    problems: [{ ...missing, blocking: false }],
  });
});

describe('files', () => {
  const pathsOf = async (args: readonly string[], stdin = '') =>
    (await reportsOf(args, { stdin })).map(({ asset }) => asset.path);

  test('of folders, without hidden files, other types and links to folders', async () => {
    expect(await pathsOf(['folder'])).toEqual(['folder/a/one.txt', 'folder/b[1].txt']);
  });

  test('of globs, and files whose names look like globs', async () => {
    expect(await pathsOf(['folder/**/*.txt'])).toEqual(['folder/a/one.txt', 'folder/b[1].txt']);
    expect(await pathsOf(['folder/b[1].txt'])).toEqual(['folder/b[1].txt']);
  });

  test('of a list, whose lines are no options, and without duplicates', async () => {
    expect(await pathsOf(['-', 'clean.txt'], '--output.txt\nclean.txt\n\n')).toEqual([
      '--output.txt',
      'clean.txt',
    ]);
    expect(await pathsOf(['--', '--output.txt'])).toEqual(['--output.txt']);
  });

  test('whose names have escape sequences are shown without them', async () => {
    const { code, stdout } = await check(['escape\x1b[31m\u009b31m.txt', ...small]);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/[\x1b\u009b]/);
  });
});

test('ids of issues depend on the bytes only', async () => {
  await writeFile(path.join(directory, 'other.svg'), script);
  const [one, other] = await reportsOf(['faulty.svg', 'other.svg']);
  expect(one!.issues.length).toBeGreaterThan(0);
  expect(one!.issues).toEqual(other!.issues);
  expect(one!.asset.sha256).toBe(other!.asset.sha256);
});

test('a file that changes while it is examined is incomplete', async () => {
  const file = path.join(directory, 'changing.txt');
  await writeFile(file, 'before\n');
  const changing = {
    forTenant: (tenant: string) => {
      const parsers = parserPool.forTenant(tenant);
      type Run = typeof parsers.run;
      return {
        run: (async (...job: Parameters<Run>) => {
          await writeFile(file, 'after, and longer\n');
          return parsers.run(...job);
        }) as Run,
      };
    },
    close: () => undefined,
  };
  const [report] = await reportsOf(['changing.txt'], { parserPool: changing });
  expect(report).toMatchObject({ verdict: { verdict: 'incomplete' } });
  expect(report!.problems.map(({ code }) => code)).toContain('content_changed');
});

describe('profiles', () => {
  test('each fault of a file is named with its field', async () => {
    const ended = await run(process.execPath, [main, 'check', 'clean.txt', '--profile', 'wrong.json'], {
      cwd: directory,
    });
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('sidekicks.0.code: names no sidekick');
    expect(ended.stderr).toContain('sidekicks.1.code: names no sidekick');
  });

  test('must be a regular file of limited size', async () => {
    await run('mkfifo', [path.join(directory, 'pipe.json')]);
    await writeFile(path.join(directory, 'large.json'), ' '.repeat(2 ** 20 + 1));
    const reasonOf = (name: string) =>
      check(['clean.txt', '--profile', name]).then(
        () => null,
        (error: unknown) => (error instanceof UsageError ? error.message : null),
      );
    expect(await reasonOf('pipe.json')).toBe('the profile pipe.json cannot be read: it is no regular file');
    expect(await reasonOf('./folder')).toBe('the profile ./folder cannot be read: it is a folder');
    expect(await reasonOf('large.json')).toMatch(/exceeds 1048576 bytes \(got 1048577\)$/);
  });

  test('an unknown code is answered with the codes that exist', async () => {
    await expect(check(['clean.txt', '--profile', 'nothing'])).rejects.toThrow(/one of: .*web-video/);
  });
});

test('--output writes the result into a file, and needs a folder that exists', async () => {
  const { code, stdout } = await check([
    'clean.txt',
    '--format',
    'sarif',
    '--output',
    'result.sarif',
    ...small,
  ]);
  expect([code, stdout]).toEqual([0, '']);
  expect(existsSync(path.join(directory, 'result.sarif'))).toBe(true);
  await expect(check(['clean.txt', '--output', 'missing/result', ...small])).rejects.toThrow(UsageError);
});

describe('the formats of a report', () => {
  const formatted = (format: string, ...args: string[]) => check(['--format', format, ...small, ...args]);

  test('CSV has the issues of several files', async () => {
    const { code, stdout } = await formatted('csv', 'clean.txt', 'faulty.svg');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^\uFEFFfile,referenceNumber,[^\r\n]*\r\nfaulty\.svg,1,critical,active_content\.[^\n]*\r\n$/,
    );
  });

  test('EBU QC XML and WebVTT have one file', async () => {
    expect((await formatted('xml', 'clean.txt')).stdout).toContain('<Report xmlns="tag:qc.ebu.ch,2026-01">');
    expect((await formatted('vtt', 'clean.txt')).stdout).toBe('WEBVTT\n');
    for (const format of ['xml', 'vtt', 'edl'])
      await expect(formatted(format, 'clean.txt', 'faulty.svg')).rejects.toThrow(
        new UsageError(`--format ${format} is for one file, and 2 were found`),
      );
  });

  test('markers count frames from --start-timecode', async () => {
    await make(path.join(directory, 'black.mp4'), [
      '-f',
      'lavfi',
      '-i',
      'color=black:size=64x36:rate=30000/1001:d=5',
    ]);
    const { stdout } = await check([
      'black.mp4',
      '--format',
      'edl',
      '--start-timecode',
      '10:00:59;28',
      '--profile',
      'web-video',
    ]);
    expect(stdout).toContain('FCM: DROP FRAME\n\n001  001      V     C        10:00:59;28 10:00:59;29 ');
  });

  test('PDF has the curves that were measured, with the limits of the profile', async () => {
    const source = 'color=white:size=64x36:rate=25:d=3';
    await make(path.join(directory, 'white.mp4'), ['-f', 'lavfi', '-i', source]);
    await check(['white.mp4', '--format', 'pdf', '--output', 'white.pdf', '--profile', 'web-video']);
    const { alternatives } = await readPdf(await readFile(path.join(directory, 'white.pdf')));
    expect(alternatives).toEqual([
      expect.stringMatching(
        /^Curves of the file from 0:00\.00 to 0:03\.00\. Luminance: highest mean 9\d % of white at .* no red flashes; limit: /,
      ),
    ]);
  });

  test('markers name the problem of a file without frames', async () => {
    await expect(formatted('edl', 'clean.txt')).rejects.toThrow(
      /^--format: edl needs .*; csv and vtt need none$/,
    );
    await expect(formatted('edl', 'broken.pdf')).rejects.toThrow(/\nthe content is not application\/pdf/);
  });

  test.for([
    ['text', '10:00:00:00', '--start-timecode needs --format csv, edl, '],
    ['edl', '10:00:60:00', '--start-timecode must be a time code such as '],
  ] as const)('--format %s refuses --start-timecode %s', async ([format, start, message]) => {
    await expect(async () => formatted(format, 'clean.txt', '--start-timecode', start)).rejects.toThrow(
      message,
    );
  });
});

test('--version and --help need no other part of Assay', async () => {
  const started = performance.now();
  const [version, help] = await Promise.all(
    ['--version', '--help'].map((option) => run(process.execPath, [main, option])),
  );
  expect(version).toMatchObject({ code: 0, stdout: '0.1.0\n', stderr: '' });
  expect(help!.stdout).toContain('Usage: assay check FILE');
  // Each takes 0.1 s on a free processor. Loading all sidekicks takes more than a second.
  expect(performance.now() - started).toBeLessThan(4_000);
});

test('an unsupported Node is told which one is needed, and ends with 2', async () => {
  const start = path.join(import.meta.dirname, '../check/start.ts');
  const onNode = (version: string) => {
    const versions = `{ value: { ...process.versions, node: '${version}' } }`;
    const script = `data:text/javascript,Object.defineProperty(process, 'versions', ${versions})`;
    return run(process.execPath, ['--import', script, start, '--version']);
  };
  const { engines } = JSON.parse(await readFile('packages/analysis/package.json', 'utf8')) as {
    engines: { node: string };
  };
  const needed = engines.node.replace('>=', '');
  expect(await onNode('22.16.9')).toMatchObject({
    code: 2,
    stderr: `error: assay needs Node ${needed} or newer (this is Node 22.16.9)\n`,
  });
  expect(await onNode(`${needed}.0`)).toMatchObject({ code: 0, stderr: '' });
});

describe('SIGINT ends the work, leaves no files behind and exits with 130', () => {
  const file = path.join(directory, 'long.mp4');
  beforeAll(async () => {
    await make(file, [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25', '-t', '60', '-preset', 'ultrafast'],
    ]);
  });

  test.for([
    ['while the tools are opened', /^assay-check-/],
    ['while the file is decoded', /\/media$/],
  ] as const)('%s', async ([, created]) => {
    const temporary = path.join(directory, 'temporary');
    await mkdir(temporary, { recursive: true });
    const child = spawn(process.execPath, [main, 'check', file], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    const isReached = async () =>
      (await readdir(temporary, { recursive: true })).some((name) => created.test(name));
    while (!(await isReached()) && child.exitCode === null) await sleep(20);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(await readdir(temporary)).toEqual([]);
  });

  test.for(['clean.txt', '-'])('before anything is read: %s', async (given) => {
    const stop = new AbortController();
    const tools = await sharedTools();
    const openTools = () => {
      stop.abort(new Error('interrupted'));
      return Promise.resolve(tools);
    };
    if (given === '-') stop.abort(new Error('interrupted'));
    await expect(check([given, ...small], { openTools, signal: stop.signal })).rejects.toThrow('interrupted');
  });
});
