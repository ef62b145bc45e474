import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, rmdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { decode, DecodeFailed } from '../../analysis/media/ffmpeg.ts';
import { probe, ProbeRefused } from '../../analysis/media/ffprobe.ts';
import { createMediaTools } from '../../analysis/media/media-tools.ts';
import {
  createProcessSandbox,
  isSandboxFault,
  NoSandbox,
  type SandboxSetting,
} from '../../analysis/media/process-sandbox.ts';
import { sandboxScript, WayClosed } from '../../analysis/media/sandbox-script.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import { mediaTools } from '../support/media-tools.ts';

const run = promisify(execFile);
const searchPath = process.env['PATH'] ?? '';
const scratch = path.join(inject('scratchDir'), 'process-sandbox');
const signal = new AbortController().signal;

const sandbox = (setting: SandboxSetting, programs = searchPath) =>
  createProcessSandbox(setting, path.join(scratch, 'scripts'), programs);

/** What a Perl program in the sandbox prints. */
async function perl(program: string, setting: SandboxSetting = 'required'): Promise<string> {
  // In the current directory, which is /work inside.
  await writeFile(path.join(scratch, 'program.pl'), program);
  return call('perl', ['program.pl'], setting);
}

/** What a shell in the sandbox prints, complaints included. */
const shell = (command: string) => call('sh', ['-c', `{ ${command}; } 2>&1`]);

async function call(program: string, args: string[], setting: SandboxSetting = 'required'): Promise<string> {
  const script = await (await sandbox(setting)).script(program);
  const env = { SECRET: 'x', PATH: searchPath };
  // A program that is refused something may well end with an exit code.
  const { stdout } = await run(script, args, { cwd: scratch, env }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout.trim();
}

beforeAll(() => mkdir(scratch, { recursive: true }));

describe('a program in the sandbox', () => {
  test('has no network, not even this machine', async () => {
    let asked = 0;
    const canary = createServer(() => asked++).listen(0, '127.0.0.1');
    await new Promise((resolve) => canary.once('listening', resolve));
    const { port } = canary.address() as { port: number };
    const connect = `use Socket; socket(S, PF_INET, SOCK_STREAM, 0) or die;
      print connect(S, sockaddr_in(${port}, INADDR_LOOPBACK)) ? 'connected' : $!`;
    expect(await perl(connect)).toMatch(/unreachable|refused/);
    expect(asked).toBe(0);
    expect(await perl(connect, 'off')).toBe('connected');
    canary.close();
  });

  test('has no environment', async () => {
    expect(await perl('print join(",", "none:", %ENV)')).toBe('none:');
  });

  test('has limits, and gives way to others', async () => {
    const asked = ['ulimit -v', 'ulimit -t', 'ulimit -f', 'ulimit -n', 'ulimit -c', 'nice'];
    const [addressKb, cpuSeconds, fileBlocks, files, core, niceness] = (await shell(asked.join('; '))).split(
      '\n',
    );
    expect([addressKb, cpuSeconds, fileBlocks, files, core]).toEqual(['4194304', '14400', '2048', '64', '0']);
    expect(Number(niceness)).toBeGreaterThanOrEqual(10);
    expect(await shell('ulimit -n 65')).toMatch(/not permitted|cannot modify/i);
  });

  test('sees programs, the current directory, and no other file or process', async () => {
    const system = ['bin', 'etc', 'lib', 'lib32', 'lib64', 'sbin', 'usr', 'work'];
    expect(system).toEqual(expect.arrayContaining((await shell('ls /')).split('\n')));
    expect(await shell('ls /etc')).toBe('alternatives\nld.so.cache');
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
    ['a root', `chroot('/work') or print $!`],
    ['another user', `$> = 1; print $!`],
    ['a mount', `system('mount --bind /usr/bin /work 2>&1')`],
    ['a writable mount', `system('mount -o remount,bind,rw /work 2>&1')`],
    ['a user namespace', `system('unshare --user true 2>&1')`],
    ['a namespace', `system('unshare --net true 2>&1')`],
    ['a better priority', `setpriority(0, 0, -5) or print $!`],
  ] as const)('has no power to take %s', async ([what, attempt], { skip }) => {
    // Bubblewrap leaves them, and what they give holds only within.
    if (what === 'a user namespace' && (await sandbox('required')).containment === 'bubblewrap') skip();
    expect(await perl(attempt)).toMatch(
      /not permitted|[Pp]ermission denied|must be superuser|Invalid argument/,
    );
  });

  test('ends with whoever called it, children and all', async () => {
    // A pipe that this process reads stays open for as long as anybody inside lives.
    const script = await (await sandbox('required')).script('sh');
    const caller = `require('child_process').spawn(${JSON.stringify(script)}, ['-c', 'echo on; sleep 60 | sleep 60'], { stdio: 'inherit' })`;
    const child = spawn(process.execPath, ['-e', `${caller}; setInterval(() => {}, 1000)`], {
      cwd: scratch,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    const closed = once(child.stdout, 'close', { signal: AbortSignal.timeout(5_000) });
    child.kill('SIGKILL');
    await closed;
  });

  test('may lie in a directory of any name', async () => {
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

describe.for([
  ['within a namespace of users', true],
  ['as root of the machine', false],
] as const)('namespaces %s', ([, userSpace]) => {
  const directory = path.join(scratch, `namespaces-${userSpace}`);

  /** What a program there prints; null where this machine does not let namespaces be made so. */
  async function inside(program: string, args: string[]): Promise<string | null> {
    await mkdir(directory, { recursive: true });
    const file = path.join(directory, path.basename(program));
    const script = await sandboxScript(
      { containment: 'namespaces', userSpace },
      program,
      directory,
      searchPath,
    );
    await writeFile(file, script, { mode: 0o755 });
    return run(file, args, { cwd: scratch, env: { SECRET: 'x' } }).then(
      ({ stdout }) => stdout.trim(),
      (error: unknown) => {
        expect(isSandboxFault((error as { stderr: string }).stderr.split('\n')[0]!)).toBe(true);
        return null;
      },
    );
  }

  test('leave no capability, and no way to one', async ({ skip }) => {
    const dump = (await inside('/usr/bin/setpriv', ['--dump'])) ?? skip();
    expect(dump).toContain('no_new_privs: 1');
    expect(dump).toContain('Inheritable capabilities: [none]');
    // Who has none on the machine may have some in a namespace of its own, which it must not be able to make.
    await writeFile(
      path.join(scratch, 'attempts.pl'),
      `open STDERR, '>&STDOUT'; print chroot('/work') ? 'chroot' : 'no', system('unshare --user true') ? ' no' : ' user'`,
    );
    expect(await inside('/usr/bin/perl', ['attempts.pl'])).toMatch(/no no$/);
  });

  test('leave nothing open but the three streams, and no variable', async ({ skip }) => {
    // What is asked for stays open until the end: else the asking would close it.
    await writeFile(
      path.join(scratch, 'left.pl'),
      `print join(' ', grep { open($files[$_], '<&=', $_) } 0..63), join(',', ' none:', %ENV)`,
    );
    expect((await inside('/usr/bin/perl', ['left.pl'])) ?? skip()).toBe('0 1 2 none:');
  });
});

test('a first line that the kernel would cut short is not written', async () => {
  const directory = path.join(scratch, 'x'.repeat(200));
  await mkdir(directory, { recursive: true });
  for (const tool of ['unshare', 'setpriv', 'mount', 'nice']) {
    await symlink('/bin/true', path.join(directory, tool));
  }
  const script = sandboxScript({ containment: 'namespaces' }, '/bin/sh', directory, directory);
  await expect(script).rejects.toThrow(WayClosed);
});

test.for([
  "/usr/bin/env: '/usr/bin/setpriv': No such file or directory",
  '/usr/bin/nice: cannot set niceness: Permission denied',
  'unshare: unshare failed: Operation not permitted',
  'mount: /x/work: mount point does not exist.',
  '/x/ffprobe-in-namespaces: 3: ulimit: error setting limit (Operation not permitted)',
])('%s: a fault of the machine', (line) => {
  expect(isSandboxFault(line)).toBe(true);
});

describe('when it cannot be set up, that is no judgement of the file', () => {
  test.for(['ffprobe', 'ffmpeg'] as const)('%s', async (name) => {
    const directory = path.join(scratch, `broken-${name}`);
    const tools = await createMediaTools(await createProcessSandbox('required', directory, searchPath));
    await rmdir(path.join(directory, `${name}-root/work`));
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

describe('where there is nothing to hold it with', () => {
  test('required means that the worker does not start', async () => {
    await expect(sandbox('required', '/nowhere')).rejects.toThrow(NoSandbox);
  });

  test('auto goes without, and says so', async () => {
    expect((await sandbox('auto', '/nowhere')).containment).toBe('none');
  });
});

test('off is none', async () => {
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
