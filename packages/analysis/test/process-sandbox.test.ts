import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { decode } from '../decode/decode.ts';
import { DecodeFailed } from '../decode/run-ffmpeg.ts';
import { findProgram } from '../decode/find-on-path.ts';
import { probe, ProbeRefused } from '../decode/ffprobe.ts';
import { createMediaTools } from '../decode/media-tools.ts';
import {
  createProcessSandbox,
  isSandboxFault,
  NoSandbox,
  programEnd,
  type SandboxSetting,
} from '../decode/process-sandbox.ts';
import { sandboxScript } from '../decode/sandbox-script.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';

const run = promisify(execFile);
const searchPath = process.env['PATH'] ?? '';
const scratch = path.join(inject('scratchDir'), 'process-sandbox');
const signal = new AbortController().signal;

const sandbox = (setting: SandboxSetting, programs = searchPath) =>
  createProcessSandbox(setting, path.join(scratch, 'scripts'), programs);

/** Runs a Perl program in the sandbox and returns its output. */
async function perl(program: string, setting: SandboxSetting = 'required'): Promise<string> {
  // In the sandbox, the current directory is /work.
  await writeFile(path.join(scratch, 'program.pl'), program);
  return call('perl', ['program.pl'], setting);
}

/** Runs a shell command in the sandbox and returns its output and errors. */
const shell = (command: string) => call('sh', ['-c', `{ ${command}; } 2>&1`]);

async function call(program: string, args: string[], setting: SandboxSetting = 'required'): Promise<string> {
  const script = await (await sandbox(setting)).script(program);
  const env = { SECRET: 'x', PATH: searchPath };
  // A program may exit with an error code when an attempt is denied. Its output is still returned.
  const { stdout } = await run(script, args, { cwd: scratch, env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout.trim();
}

beforeAll(() => mkdir(scratch, { recursive: true }));

describe('a program in the sandbox', () => {
  test('that may write its output writes this one file and no other', async () => {
    const script = await (await sandbox('required')).script('sh', { writesOutput: true });
    await writeFile(path.join(scratch, 'output'), '');
    await writeFile(path.join(scratch, 'input'), 'kept');
    const attempts =
      'echo made > output; for file in input new /tmp/new /output; do echo x > $file || echo no; done';
    const { stdout } = await run(script, ['-c', attempts], { cwd: scratch });
    expect(stdout.trim().split('\n')).toEqual(['no', 'no', 'no', 'no']);
    expect(await readFile(path.join(scratch, 'output'), 'utf8')).toBe('made\n');
    expect(await readFile(path.join(scratch, 'input'), 'utf8')).toBe('kept');
    await expect(run(script, ['-c', 'rm output'], { cwd: scratch })).rejects.toThrow(/Read-only file system/);
  });

  test('has no network, not even the loopback interface', async () => {
    let connections = 0;
    const canary = createServer(() => connections++).listen(0, '127.0.0.1');
    await new Promise((resolve) => canary.once('listening', resolve));
    const { port } = canary.address() as { port: number };
    const connect = `use Socket; socket(S, PF_INET, SOCK_STREAM, 0) or die;
      print connect(S, sockaddr_in(${port}, INADDR_LOOPBACK)) ? 'connected' : $!`;
    expect(await perl(connect)).toMatch(/unreachable|refused/);
    expect(connections).toBe(0);
    expect(await perl(connect, 'off')).toBe('connected');
    canary.close();
  });

  test('has no environment', async () => {
    expect(await perl('print join(",", "none:", %ENV)')).toBe('none:');
  });

  test('has resource limits and a low priority', async () => {
    const commands = [
      'ulimit -v',
      'ulimit -d',
      'ulimit -t',
      'ulimit -H -t',
      'ulimit -f',
      'ulimit -n',
      'ulimit -c',
      'nice',
    ];
    const [addressKb, dataKb, cpuSeconds, maxCpuSeconds, fileBlocks, files, core, niceness] = (
      await shell(commands.join('; '))
    ).split('\n');
    expect([addressKb, dataKb, fileBlocks, files, core]).toEqual(['4194304', '1048576', '2048', '64', '0']);
    expect([cpuSeconds, maxCpuSeconds]).toEqual(['14400', '14460']);
    expect(Number(niceness)).toBeGreaterThanOrEqual(10);
    expect(await shell('ulimit -n 65')).toMatch(/not permitted|cannot modify/i);
  });

  test('has at most 256 processes, counted apart from other sandboxes', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'assay-processes-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    await chmod(directory, 0o755);
    const script = await (
      await createProcessSandbox('required', path.join(directory, 'scripts'), searchPath)
    ).script('perl');
    // The kernel does not limit the processes of root.
    const user = process.getuid!() === 0 ? { uid: 10001, gid: 10001 } : {};
    const fork = '$n = 0; while ($n < 300 && defined($p = fork)) { $p or sleep(60), exit; $n++ } print $n';
    await writeFile(path.join(directory, 'fork.pl'), fork);
    const runs = [1, 2].map(() => run(script, ['fork.pl'], { cwd: directory, ...user }));
    for (const { stdout } of await Promise.all(runs)) {
      expect(Number(stdout)).toBeGreaterThan(240);
      expect(Number(stdout)).toBeLessThan(256);
    }
  });

  test('sees programs and the current directory, but no other file or process', async () => {
    const system = ['bin', 'etc', 'lib', 'lib32', 'lib64', 'sbin', 'usr', 'work'];
    expect(system).toEqual(expect.arrayContaining((await shell('ls /')).split('\n')));
    expect(['alternatives', 'ld.so.cache']).toEqual(
      expect.arrayContaining((await shell('ls /etc')).split('\n')),
    );
    expect(await shell('ls /usr')).not.toMatch(/src|share/);
    expect(await shell('pwd; ls')).toMatch(/^\/work\n(.*\n)*program\.pl/);
    const elsewhere = ['/etc/shadow', homedir(), scratch, import.meta.dirname, process.execPath];
    for (const file of [...elsewhere, `/proc/${process.pid}/environ`, '/proc/self', '/dev/null']) {
      expect(await shell(`stat ${file}`)).toContain('No such file or directory');
    }
    expect(await perl(`print join(' ', grep { kill(0, $_) } 1..100000)`)).toMatch(/^1( 2)?$/);
  });

  test.for([
    '/x',
    '/work/x',
    '/etc/x',
    '/etc/ld.so.cache',
    '/bin/x',
    '/usr/x',
    '/usr/bin/x',
    '/usr/local/lib/x',
  ])('cannot write %s', async (file) => {
    expect(await shell(`echo x >> ${file}`)).toMatch(/Read-only file system|nonexistent/);
  });

  test.for([
    ['another root directory', `chroot('/work') or print $!`],
    ['another user id', `$> = 1; print $!`],
    ['a mount', `system('mount --bind /usr/bin /work 2>&1')`],
    ['a writable mount', `system('mount -o remount,bind,rw /work 2>&1')`],
    ['a user namespace', `system('unshare --user true 2>&1')`],
    ['a namespace', `system('unshare --net true 2>&1')`],
    ['a better priority', `setpriority(0, 0, -5) or print $!`],
  ] as const)('cannot take %s', async ([what, attempt], { skip }) => {
    if (what === 'a user namespace') {
      // User namespaces can be denied only with bubblewrap 0.8 or later and a writable /proc/sys.
      const script = await readFile(await (await sandbox('required')).script('sh'), 'utf8');
      if (!script.includes('--disable-userns')) skip();
    }
    expect(await perl(attempt)).toMatch(
      // The kernel reports "no space left" if the limit of user namespaces is exceeded.
      /not permitted|[Pp]ermission denied|must be superuser|Invalid argument|No space left on device/,
    );
  });

  test('has no capability, and cannot gain one from a program', async () => {
    const dump = await call('setpriv', ['--dump']);
    expect(dump).toContain('no_new_privs: 1');
    for (const set of ['Inheritable capabilities', 'Ambient capabilities', 'Capability bounding set']) {
      expect(dump).toContain(`${set}: [none]`);
    }
  });

  test('has three open files: input, output and errors', async () => {
    // The array keeps each opened file open until the program ends. Perl would otherwise close it at once, and the
    // descriptor would be gone for the next check.
    expect(await perl(`print join(' ', grep { open($files[$_], '<&=', $_) } 0..63)`)).toBe('0 1 2');
  });

  test('is killed with its children when its caller is killed', async () => {
    // The pipe closes when the last process in the sandbox ends.
    const script = await (await sandbox('required')).script('sh');
    const caller = `require('child_process').spawn(${JSON.stringify(script)}, ['-c', 'echo started; sleep 60 | sleep 60'], { stdio: 'inherit' })`;
    const child = spawn(process.execPath, ['-e', `${caller}; setInterval(() => {}, 1000)`], {
      cwd: scratch,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const closed = once(child.stdout, 'close', { signal: AbortSignal.timeout(5_000) });
    child.kill('SIGKILL');
    await closed;
  });

  test('works from a directory with any name', { tags: 'long' }, async () => {
    const odd = path.join(scratch, `it's #1 \\ "two"\tthree $HOME`);
    await mkdir(odd, { recursive: true });
    const tools = await createMediaTools(await createProcessSandbox('required', odd, searchPath));
    const file = path.join(odd, '-i:%d.mp4');
    await make(path.join(scratch, 'odd.mp4'), [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=size=64x64:rate=25:duration=1',
    ]);
    await copyFile(path.join(scratch, 'odd.mp4'), file);
    expect((await probe(tools, file, signal)).format.duration).toBe(1);
    const messages: string[] = [];
    const onMessage = (from: string) => void messages.push(from);
    await decode({ tools, path: file, signal, timeoutMs: 10_000, smallFilters: ['showinfo'], onMessage });
    expect(messages.length).toBeGreaterThan(25);
  });
});

// This test covers machines that cannot deny user namespaces. Docker mounts /proc/sys read-only, and bubblewrap
// before 0.8 does not support --disable-userns.
test('bubblewrap that permits user namespaces leaves no capability, variable or other process', async () => {
  const file = path.join(scratch, 'perl-with-user-namespaces');
  const program = await findProgram('perl', searchPath);
  const script = await sandboxScript({ containment: 'bubblewrap' }, program, searchPath);
  await writeFile(file, script, { mode: 0o755 });
  // The program is stored in a file, because `perl -e` needs /dev/null.
  const attempts = `print join(',', 'variables:', %ENV), chroot('/work') ? ' chroot' : ' denied',
    ' processes:', grep { kill(0, $_) } 1..100000`;
  await writeFile(path.join(scratch, 'attempts.pl'), attempts);
  const { stdout } = await run(file, ['attempts.pl'], { cwd: scratch, env: { SECRET: 'x' } });
  expect(stdout).toMatch(/^variables: denied processes:12?$/);
});

describe('resource limits without a sandbox', () => {
  const programs = path.join(scratch, 'without-bwrap');
  beforeAll(async () => {
    await mkdir(programs, { recursive: true });
    for (const tool of ['sh', 'env', 'nice', 'setpriv', 'perl']) {
      await copyFile(await realpath(await findProgram(tool, searchPath)), path.join(programs, tool));
    }
  });

  test('hide neither the environment of the worker nor the network, so the image requires bubblewrap', async () => {
    const script = await (await sandbox('auto', programs)).script('perl');
    const canary = createServer().listen(0, '127.0.0.1');
    await once(canary, 'listening');
    const { port } = canary.address() as { port: number };
    const program = `use Socket; socket(S, PF_INET, SOCK_STREAM, 0) or die;
      print connect(S, sockaddr_in(${port}, INADDR_LOOPBACK)) ? 'connected ' : $!;
      open(F, '<', '/proc/' . getppid() . '/environ') or die $!; print <F>`;
    await writeFile(path.join(scratch, 'limited.pl'), program);
    const worker = `require('child_process').execFileSync(${JSON.stringify(script)}, ['limited.pl'], { stdio: 'inherit' })`;
    const { stdout } = await run(process.execPath, ['-e', worker], { cwd: scratch, env: { SECRET: 'x' } });
    canary.close();
    expect(stdout).toMatch(/^connected (.*\0)?SECRET=x/);
    await expect(sandbox('required', programs)).rejects.toThrow(NoSandbox);
  });

  test('apply if bubblewrap is missing', async () => {
    const limited = await sandbox('auto', programs);
    expect(limited.containment).toBe('limits');
    const command = 'ulimit -v; ulimit -t; ulimit -f; ulimit -n; ulimit -c';
    const { stdout } = await run(await limited.script('sh'), ['-c', command], { cwd: scratch });
    expect(stdout).toBe('4194304\n14400\n2048\n64\n0\n');
  });
});

test.for([
  "/usr/bin/env: '/usr/bin/ffprobe': No such file or directory",
  '/usr/bin/nice: cannot set niceness: Permission denied',
  'bwrap: Creating new namespace failed: Operation not permitted',
  '/x/ffprobe-in-bubblewrap: 3: ulimit: error setting limit (Operation not permitted)',
])('%s: a fault of the sandbox and not of the file', (line) => {
  expect(isSandboxFault(line)).toBe(true);
});

test('a program that was killed by a signal is told apart from one that exited with an error code', async () => {
  const script = await (await sandbox('required')).script('sh');
  const exitCode = (command: string) =>
    run(script, ['-c', command], { cwd: scratch }).then(
      () => 0,
      (error: unknown) => (error as { code: number | null }).code,
    );
  for (const signal of ['ILL', 'ABRT', 'BUS', 'FPE', 'SEGV'])
    expect(programEnd(await exitCode(`kill -${signal} $$`))).toBe('crashed');
  for (const signal of ['KILL', 'TERM'])
    expect(programEnd(await exitCode(`kill -${signal} $$`))).toBe('killed');
  expect(programEnd(await exitCode('kill -XCPU $$'))).toBe('timed out');
  expect(programEnd(await exitCode('exit 1'))).toBe('exited');
  expect(programEnd(null, 'SIGKILL')).toBe('killed');
  expect(programEnd(null, 'SIGSEGV')).toBe('crashed');
});

describe('if the sandbox cannot be set up, the error does not blame the file', { tags: 'long' }, () => {
  test.for(['ffprobe', 'ffmpeg'] as const)('%s', async (name) => {
    const directory = path.join(scratch, `broken-${name}`);
    await mkdir(directory, { recursive: true });
    // The program is outside the system directories, so that the sandbox mounts it as a single file.
    const program = path.join(directory, name);
    await copyFile(await realpath(await findProgram(name, searchPath)), program);
    await chmod(program, 0o755);
    const programs = [directory, searchPath].join(path.delimiter);
    const tools = await createMediaTools(await createProcessSandbox('required', directory, programs));
    await rm(program);
    const file = path.join(scratch, 'program.pl');
    const attempt =
      name === 'ffprobe'
        ? probe(tools, file, signal)
        : decode({ tools, path: file, signal, timeoutMs: 10_000, onMessage: () => undefined });
    const error: unknown = await attempt.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ProbeRefused);
    expect(error).not.toBeInstanceOf(DecodeFailed);
  });
});

describe('without bubblewrap and other tools', () => {
  test('required throws, so that the worker does not start', async () => {
    await expect(sandbox('required', '/nowhere')).rejects.toThrow(NoSandbox);
  });

  test('auto reports that there is no isolation', async () => {
    expect((await sandbox('auto', '/nowhere')).containment).toBe('none');
  });
});

test('off does not isolate', async () => {
  expect((await sandbox('off')).containment).toBe('none');
});

describe('ffprobe opens nothing but the file', () => {
  const canary = path.join(scratch, 'canary.mp4');

  test.for([
    [
      'an HLS playlist',
      (): string => `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile://${canary}\n#EXT-X-ENDLIST\n`,
    ],
    ['a list of files', (): string => `ffconcat version 1.0\nfile ${canary}\n`],
    [
      'a DASH manifest',
      (): string =>
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${canary}</BaseURL><SegmentList><SegmentURL media="${canary}"/></SegmentList></Representation></AdaptationSet></Period></MPD>`,
    ],
    [
      'an SDP description',
      (): string =>
        'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n',
    ],
  ] satisfies [string, () => string][])('when it is %s', async ([name, content]) => {
    await mkdir(scratch, { recursive: true });
    await make(canary, ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=1']);
    const file = path.join(scratch, `${name.replaceAll(' ', '-')}.mp4`);
    await writeFile(file, content());
    await expect(probe(await mediaTools(), file, signal)).rejects.toThrow(ProbeRefused);
  });
});
