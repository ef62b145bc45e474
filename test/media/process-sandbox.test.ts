import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, test } from 'vitest';
import { probe, ProbeRefused } from '../../activities/media/ffprobe.ts';
import {
  createProcessSandbox,
  NoSandbox,
  type SandboxSetting,
} from '../../activities/media/process-sandbox.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import { mediaTools } from '../support/media-tools.ts';
import { until } from '../support/api.ts';

const run = promisify(execFile);
const searchPath = process.env['PATH'] ?? '';
const scratch = path.join(inject('scratchDir'), 'process-sandbox');
const signal = new AbortController().signal;

const sandbox = (setting: SandboxSetting, programs = searchPath) =>
  createProcessSandbox(setting, path.join(scratch, 'scripts'), programs);

/** What a program in the sandbox tells of itself. */
async function inside(expression: string): Promise<string> {
  const script = await (await sandbox('auto')).script(process.execPath);
  const { stdout } = await run(script, ['-p', expression], { env: { SECRET: 'x', PATH: searchPath } });
  return stdout.trim();
}

describe('a program in the sandbox', () => {
  test('has no network, not even this machine', async () => {
    let asked = 0;
    const canary = createServer(() => asked++).listen(0, '127.0.0.1');
    await new Promise((resolve) => canary.once('listening', resolve));
    const { port } = canary.address() as { port: number };
    const attempt = `require('net').connect(${port}, '127.0.0.1').on('error', ({ code }) => console.log(code)), ''`;
    expect(await inside(attempt)).toMatch(/ENETUNREACH|ECONNREFUSED/);
    expect(asked).toBe(0);
    canary.close();
  });

  test('has no environment', async () => {
    expect(await inside('JSON.stringify(process.env)')).toBe('{}');
  });

  test('has limits, and gives way to others', async () => {
    const limits = await inside(`require('fs').readFileSync('/proc/self/limits', 'utf8')`);
    expect(limits).toMatch(/Max address space +4294967296/);
    expect(limits).toMatch(/Max cpu time +14400/);
    expect(limits).toMatch(/Max file size +1048576/);
    expect(limits).toMatch(/Max open files +64/);
    expect(limits).toMatch(/Max core file size +0/);
    expect(Number(await inside(`require('os').getPriority()`))).toBeGreaterThanOrEqual(10);
  });

  test('ends with whoever called it, children and all', async () => {
    const beat = path.join(scratch, 'beat');
    await mkdir(scratch, { recursive: true });
    const script = await (await sandbox('auto')).script(process.execPath);
    const beating = `setInterval(() => require('fs').writeFileSync(${JSON.stringify(beat)}, String(Date.now())), 20)`;
    const caller = `require('child_process').spawn(${JSON.stringify(script)}, ['-e', ${JSON.stringify(beating)}])`;
    const child = execFile(process.execPath, ['-e', `${caller}; setInterval(() => {}, 1000)`]);
    const last = () => readFile(beat, 'utf8').catch(() => '');
    await until(last, (text) => text !== '');
    child.kill('SIGKILL');
    await until(
      async () => {
        const before = await last();
        await new Promise((resolve) => setTimeout(resolve, 200));
        return before === (await last());
      },
      (still) => still,
    );
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
