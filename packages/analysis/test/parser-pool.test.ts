import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { measurementBytes } from '../measure/measure-source.ts';
import { createProcessSandbox } from '../decode/process-sandbox.ts';
import { createParsers } from '../jobs/media-runtime.ts';
import { parserCode } from '../parsers/code-files.ts';
import { createParserPool, parserArguments } from '../parsers/parser-pool.ts';
import { processUsage } from '../parsers/process-usage.ts';
import type { JobTable } from '../parsers/protocol.ts';
import { ParserFailed } from '../parsers/run-job.ts';
import type { RangedSource } from '@assay/domain/lib/ranged-source.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { buildPdf } from '../../../tools/local/samples/pdf.ts';
import { pdfOfObjects } from '../../../tools/local/samples/pdf-writer.ts';
import { until } from '../../../test/support/api.ts';
import { bytesSource, fileSource } from './support/file-source.ts';
import { withPeakGrowth } from './support/memory.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { doc, docx } from '../../../test/support/word-files.ts';
import { sampled } from '../../../test/support/sampled.ts';

const deaths: string[] = [];
const parsers = useParsers((job, how) => deaths.push(`${job}: ${how}`));
const clip = path.join(inject('scratchDir'), 'isolate.mp4');
const signal = new AbortController().signal;

const measure = (
  source: RangedSource,
  mimeType: string,
  options: { signal?: AbortSignal; maxComputeMs?: number } = {},
) => parsers.run('measureContent', { mimeType }, source, { signal, maxComputeMs: 5_000, ...options });

beforeAll(() =>
  make(clip, ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=2', '-movflags', '+faststart']),
);

describe('a job', () => {
  test('returns its result', async () => {
    expect(await measure(await fileSource(clip), 'video/mp4')).toEqual({
      outcome: 'measured',
      value: 2,
      details: { method: 'sample-tables', headerSeconds: expect.any(Number) as number },
    });
    expect(await measure(bytesSource(buildPdf({ pages: 3 })), 'application/pdf')).toMatchObject({ value: 3 });
  });

  test.for([10_000_000, 3])(
    'fails, or rejects the file, if an archive refers to data after its end (%i)',
    async (beyond) => {
      const bytes = docx({});
      // The field changed here is the offset of the central directory (APPNOTE.TXT 4.3.16).
      const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
      bytes.writeUInt32LE(beyond === 3 ? bytes.length - 3 : bytes.length + beyond, end + 16);
      const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
      const measured = await measure(bytesSource(bytes), mimeType).catch((error: unknown) => error);
      if (measured instanceof Error) expect(measured).toBeInstanceOf(ParserFailed);
      else
        expect(measured).toMatchObject({
          outcome: expect.stringMatching(/unmeasurable|content_mismatch/) as string,
        });
    },
  );

  test('runs in parallel with others, and its process is reused', async () => {
    const source = await fileSource(clip);
    const results = await Promise.all(Array.from({ length: 6 }, () => measure(source, 'video/mp4')));
    expect(results.every((result) => result.outcome === 'measured')).toBe(true);
  });

  test('throws the error that reading its source throws', async () => {
    const source = {
      ...(await fileSource(clip)),
      read: () => Promise.reject(new RangeError('storage away')),
    };
    await expect(measure(source, 'video/mp4')).rejects.toThrow(new RangeError('storage away'));
  });

  test('ends at once when it is cancelled, even during a read', async () => {
    const source = { ...(await fileSource(clip)), read: () => new Promise<Uint8Array>(() => undefined) };
    const startedAt = Date.now();
    await expect(measure(source, 'video/mp4', { signal: AbortSignal.timeout(300) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect(Date.now() - startedAt).toBeLessThan(3_000);
  });

  test(
    'reads a PDF in blocks that are far apart with at most 32 reads at a time',
    { tags: 'long' },
    async () => {
      const source = bytesSource(buildPdf({ pages: 20_000 }));
      let open = 0;
      let maxOpen = 0;
      const slow = {
        ...source,
        read: async (start: number, end: number) => {
          maxOpen = Math.max(maxOpen, ++open);
          await new Promise((resolve) => setTimeout(resolve, 20));
          open--;
          return source.read(start, end);
        },
      };
      expect(await measure(slow, 'application/pdf', { maxComputeMs: 60_000 })).toMatchObject({
        value: 20_000,
      });
      expect(maxOpen).toBeLessThanOrEqual(32);
    },
  );

  test('does not count the time of reads', async () => {
    const source = await fileSource(clip);
    const slow = {
      ...source,
      read: async (start: number, end: number) => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        return source.read(start, end);
      },
    };
    expect(await measure(slow, 'video/mp4', { maxComputeMs: 800 })).toMatchObject({ outcome: 'measured' });
  });
});

test('a process that died while idle does not fail the next job', async () => {
  await measure(await fileSource(clip), 'video/mp4');
  const idle = await parsersBelow(process.pid, '');
  expect(idle.length).toBeGreaterThan(0);
  for (const pid of idle) process.kill(pid, 'SIGKILL');
  expect(await measure(await fileSource(clip), 'video/mp4')).toMatchObject({ outcome: 'measured' });
});

test(
  'the largest DOC is measured within the memory that the slots of a worker count',
  { tags: 'long' },
  async () => {
    const bytes = doc(1_800, 3, { textBytes: 95 * 2 ** 20 });
    const limits = { signal, maxComputeMs: 60_000, maxMemoryBytes: measurementBytes };
    const mimeType = 'application/msword';
    expect(await parsers.run('measureContent', { mimeType }, bytesSource(bytes), limits)).toMatchObject({
      value: 3,
    });
  },
);

describe('a hostile file', () => {
  test('that exceeds the memory limit ends only the parser process', { tags: 'long' }, async () => {
    deaths.length = 0;
    const bytes = await endlessTables();
    const source = bytesSource(bytes);
    const patient = { maxComputeMs: 60_000 };
    await expect(measure(source, 'video/mp4', patient)).rejects.toThrow(ParserFailed);
    expect(deaths).toHaveLength(2);
    expect(await measure(await fileSource(clip), 'video/mp4')).toMatchObject({ outcome: 'measured' });
  });

  test('with a huge table is stopped at the limit of processor time', async () => {
    // This cross-reference stream declares 99,999,999,999 entries with a field width (`/W`) of almost 0 bytes. The 100
    // bytes of data therefore suffice for all entries, and reading them would exceed the time limit.
    const rows = deflateSync(Buffer.alloc(100));
    const pdf = Buffer.concat([
      Buffer.from(
        `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 99999999999 /W [0.00000001 0 0] /Root 2 0 R /Filter /FlateDecode /Length ${rows.length} >>\nstream\n`,
      ),
      rows,
      Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n'),
    ]);
    const result = await measure(bytesSource(pdf), 'application/pdf').catch((error: unknown) => error);
    expect(result).toSatisfy(
      (value) => value instanceof ParserFailed || (value as { outcome: string }).outcome === 'unmeasurable',
    );
  });

  const hostileFiles = [
    ['a tree whose nodes share one array of kids', sharedKids(1500, 1500)],
    ['a node with two hundred thousand kids', wideNode(200_000)],
    ['an SVG with a document type of blanks', `<!DOCTYPE${' '.repeat(65_000)}`],
    ['a text of control characters', '\u0001'.repeat(100_000)],
  ];
  for (const [cases, options] of sampled(hostileFiles, ([name]) => !name!.includes('two hundred thousand')))
    test.for(cases)('is measured or fails within 15 s: %s', options, async ([name, content]) => {
      const mimeType = name!.includes('SVG')
        ? 'image/svg+xml'
        : name!.includes('text')
          ? 'text/plain'
          : 'application/pdf';
      const startedAt = Date.now();
      await measure(bytesSource(content!), mimeType).catch((error: unknown) => {
        if (!(error instanceof ParserFailed)) throw error;
      });
      expect(Date.now() - startedAt).toBeLessThan(15_000);
    });

  test('with random changes is measured or fails', { tags: 'long' }, async () => {
    const good = await readFile(clip);
    const moov = good.indexOf('moov');
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < 60; i++) {
      const bytes = Buffer.from(good);
      for (let j = 0; j < 3; j++) bytes[moov + random(2_000)] = random(256);
      const result = await measure(bytesSource(bytes), 'video/mp4').catch((error: unknown) => error);
      expect(
        result instanceof ParserFailed || typeof (result as { outcome?: string }).outcome === 'string',
      ).toBe(true);
    }
    await writeFile(`${clip}.ok`, '');
    expect(await measure(await fileSource(clip), 'video/mp4')).toMatchObject({ outcome: 'measured' });
  });
});

/** Returns a PDF whose page tree nodes all refer to the same array of kids. */
function sharedKids(nodes: number, kids: number): string {
  const objects: Record<number, string> = {
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count 1 /Kids [${Array.from({ length: nodes }, (_, i) => `${i + 10} 0 R`).join(' ')}] >>`,
    3: `[${Array.from({ length: kids }, () => '4 0 R').join(' ')}]`,
    4: '<< /Type /Page >>',
  };
  for (let i = 0; i < nodes; i++) objects[i + 10] = '<< /Type /Pages /Kids 3 0 R >>';
  return pdfOfObjects(objects);
}

function wideNode(kids: number): string {
  return pdfOfObjects({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${kids} /Kids [${'3 0 R '.repeat(kids)}] >>`,
    3: '<< /Type /Page >>',
  });
}

describe('JavaScript in a parser process is denied', () => {
  const outside = path.join(inject('scratchDir'), 'isolate-was-here');

  test.for([
    ['reading a system file', `require('fs').readFileSync('/etc/passwd')`, 'FileSystemRead'],
    [
      'reading the environment of its parent',
      `require('fs').readFileSync('/proc/${process.pid}/environ')`,
      'FileSystemRead',
    ],
    [
      'reading .env beside the code',
      `require('fs').readFileSync('${path.resolve('.env')}')`,
      'FileSystemRead',
    ],
    ['writing a file', `require('fs').writeFileSync('${outside}', '')`, 'FileSystemWrite'],
    [
      'writing to the code',
      `require('fs').writeFileSync('${path.resolve('activities/x.ts')}', '')`,
      'FileSystemWrite',
    ],
    ['starting a process', `require('child_process').execFileSync('/bin/true')`, 'ChildProcess'],
    ['starting a thread', `new (require('worker_threads').Worker)('', { eval: true })`, 'WorkerThreads'],
  ])('%s', async ([, expression, permission]) => {
    const attempt = `try { ${expression}; console.log('done') } catch (e) { console.log(e.code, e.permission) }`;
    const { stdout } = await promisify(execFile)(process.execPath, [...parserArguments(), '-e', attempt]);
    expect(stdout.trim()).toBe(`ERR_ACCESS_DENIED ${permission}`);
    await expect(access(outside)).rejects.toThrow('ENOENT');
  });

  test('compiling code from a string', async () => {
    const attempt = `try { eval('1'); console.log('done') } catch (e) { console.log(e.name) }`;
    const { stdout } = await promisify(execFile)(process.execPath, [...parserArguments(), '-e', attempt]);
    expect(stdout.trim()).toBe('EvalError');
  });

  test('loading an addon', async () => {
    const attempt = `try { process.dlopen({ exports: {} }, '/x.node') } catch (e) { console.log(e.code) }`;
    const { stdout } = await promisify(execFile)(process.execPath, [...parserArguments(), '-e', attempt]);
    expect(stdout.trim()).toBe('ERR_DLOPEN_DISABLED');
  });
});

/** Jobs that show the state of their process. */
const probes = `
  import { connect } from 'node:net';
  const kept = [];
  export const jobs = {
    pid: () => process.pid,
    keep: (source, bytes) => { kept.push(Buffer.alloc(bytes, 1)); return process.pid; },
    connect: (source, port) => new Promise((resolve) => {
      connect(port, '127.0.0.1', () => resolve('connected')).on('error', (error) => resolve(error.code));
    }),
  };`;
interface Probes extends JobTable {
  pid: (source: RangedSource, input: undefined) => number;
  keep: (source: RangedSource, bytes: number) => number;
  connect: (source: RangedSource, port: number) => Promise<string>;
}
const limits = { signal, maxComputeMs: 8_000 };

function useProbes(nodeScript: string | null = null) {
  const results = { pid: z.int(), keep: z.int(), connect: z.string() };
  const module = `data:text/javascript,${encodeURIComponent(probes)}`;
  const pool = createParserPool<Probes>(module, results, { nodeScript });
  onTestFinished(() => pool.close());
  const of = (tenant: string) => pool.forTenant(tenant);
  return {
    pool,
    pid: (tenant: string) => of(tenant).run('pid', undefined, bytesSource('x'), limits),
    keep: (tenant: string, bytes: number) => of(tenant).run('keep', bytes, bytesSource('x'), limits),
    connect: (port: number) => of('a').run('connect', port, bytesSource('x'), limits),
  };
}

describe('a parser process', () => {
  test('is reused for files of one tenant only', async () => {
    const { pid } = useProbes();
    const first = await pid('a');
    expect(await pid('b')).not.toBe(first);
    expect(await pid('a')).toBe(first);
  });

  test('is replaced if it keeps more than 256 MiB of memory', { tags: 'long' }, async () => {
    const { pid, keep } = useProbes();
    const first = await keep('a', 10 * 2 ** 20);
    expect(await keep('a', 300 * 2 ** 20)).toBe(first);
    expect(await pid('a')).not.toBe(first);
  });

  test('is ended if four others have been idle for less time', { tags: 'long' }, async () => {
    const { pid } = useProbes();
    const first = await pid('first');
    const others = ['a', 'b', 'c', 'd'];
    const pids = [];
    for (const tenant of others) pids.push(await pid(tenant));
    await until(
      () => processUsage(first),
      (usage) => usage === null,
    );
    for (const [index, tenant] of others.entries()) expect(await pid(tenant)).toBe(pids[index]);
  });
});

describe('a parser process in the sandbox', () => {
  const nodeScript = async (setting: 'required' | 'off') => {
    const directory = path.join(inject('scratchDir'), 'parser-sandbox');
    return (await createProcessSandbox(setting, directory, process.env['PATH'] ?? '')).nodeScript(parserCode);
  };

  test('has no network', async () => {
    const canary = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    onTestFinished(() => void canary.close());
    await once(canary, 'listening');
    const { port } = canary.address() as { port: number };
    expect(await useProbes(await nodeScript('required')).connect(port)).toMatch(
      /^E(CONNREFUSED|NETUNREACH)$/,
    );
    expect(await useProbes(await nodeScript('off')).connect(port)).toBe('connected');
  });

  test('sees no other process, and ends with the pool', async () => {
    const { pool, pid } = useProbes(await nodeScript('required'));
    expect(await pid('a')).toBe(1);
    const [outer] = await parsersBelow(process.pid, 'bwrap');
    const [inner] = await childrenOf(outer!);
    pool.close();
    for (const each of [outer!, inner!]) {
      await until(
        () => processUsage(each),
        (usage) => usage === null,
      );
    }
  });

  test('parses files, and its memory and processor time are limited', { tags: 'long' }, async () => {
    const reasons: string[] = [];
    const pool = createParsers({
      nodeScript: await nodeScript('required'),
      onDeath: (_job, reason) => reasons.push(reason),
    });
    onTestFinished(() => pool.close());
    const measureIn = async (bytes: Uint8Array | string, mimeType: string, maxComputeMs = 8_000) =>
      pool.forTenant('a').run('measureContent', { mimeType }, bytesSource(bytes), { signal, maxComputeMs });
    expect(await measureIn(buildPdf({ pages: 3 }), 'application/pdf')).toMatchObject({ value: 3 });
    expect(await measureIn(await readFile(clip), 'video/mp4')).toMatchObject({ value: 2 });
    await expect(measureIn(await endlessTables(), 'video/mp4', 60_000)).rejects.toThrow(ParserFailed);
    expect(reasons).toHaveLength(2);
    await expect(measureIn(await endlessTables(), 'video/mp4', 300)).rejects.toThrow(
      '0.3 s of processor time',
    );
  });
});

/** Returns the ids of the child processes of a process. */
async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim() === '' ? [] : children.trim().split(' ').map(Number);
}

/** Returns the ids of the parser processes below a process whose command line contains the given text. */
async function parsersBelow(parent: number, text: string): Promise<number[]> {
  const found: number[] = [];
  for (const pid of await childrenOf(parent)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('parsers/child.ts') && command.includes(text)) found.push(pid);
  }
  return found;
}

/** Returns a video whose sample tables all declare 2³² − 1 samples. */
async function endlessTables(): Promise<Buffer> {
  const bytes = await readFile(clip);
  for (const [box, at, value] of [
    ['stts', 8, 0xffffffff],
    ['stsz', 4, 1],
    ['stsz', 8, 0xffffffff],
  ] as const) {
    bytes.writeUInt32BE(value, bytes.indexOf(box) + 4 + at);
  }
  return bytes;
}

/** JavaScript that sends any message, or any bytes, to the parent of a parser process. */
const sending = `
  import { writeSync } from 'node:fs';
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const write = (bytes) => {
    for (let at = 0; at < bytes.length;) {
      try { at += writeSync(3, bytes, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
    }
  };
  const sendJson = (text) => {
    const json = Buffer.from(text);
    const prefix = Buffer.alloc(8);
    prefix.writeUInt32LE(json.length);
    write(Buffer.concat([prefix, json]));
  };
  const send = (message) => sendJson(JSON.stringify(message));
  const sendWithBytes = (message, bytes, announced = bytes.length) => {
    const json = Buffer.from(JSON.stringify(message));
    const prefix = Buffer.alloc(8);
    prefix.writeUInt32LE(json.length);
    prefix.writeUInt32LE(announced, 4);
    write(Buffer.concat([prefix, json, bytes]));
  };`;

describe('a parser process that a file has taken over', { tags: 'long' }, () => {
  /** A file of 1 GiB whose reads do not end. */
  const slowSource: RangedSource = {
    ...bytesSource('x'),
    sizeBytes: 2 ** 30,
    read: () => new Promise<Uint8Array>(() => undefined),
  };

  /** Creates a pool with a job `attack`, which runs the given code, and a job `pid`. */
  function useAttack(code: string) {
    type Attacks = Record<'attack' | 'pid', (source: RangedSource, input: undefined) => unknown>;
    const jobs = `export const jobs = { attack: async (source) => { ${code} }, pid: () => process.pid };`;
    const module = `data:text/javascript,${encodeURIComponent(`${sending}\n${jobs}`)}`;
    const pool = createParserPool<Attacks>(module, { attack: z.unknown(), pid: z.int() });
    onTestFinished(() => pool.close());
    return pool.forTenant('a');
  }

  /** Runs an attack. Returns the error of the job and the progress that it reported. */
  function run(
    code: string,
    source = slowSource,
    maxComputeMs = 8_000,
    more: { maxResultBytes?: number } = {},
  ): Promise<unknown> {
    const progress: number[] = [];
    const options = { signal, maxComputeMs, onProgress: (share: number) => progress.push(share), ...more };
    return useAttack(`${code}; await sleep(60_000);`)
      .run('attack', undefined, source, options)
      .catch((error: unknown) => [error, progress]);
  }

  test.for([
    ['null', 'send(null)'],
    ['a text', 'send("done")'],
    ['an unknown type', 'send({ type: "constructor" })'],
    ['a message of Node itself', 'send({ cmd: "NODE_HANDLE_ACK" })'],
    ['another message that it is ready', 'send({ type: "ready" })'],
    ['a progress that is no number', 'send({ type: "progress", share: "x".repeat(1000) })'],
    ['an endless progress', `sendJson('{ "type": "progress", "share": 1e999 }')`],
    ['a read at an endless offset', `sendJson('{ "type": "read", "readId": 0, "start": 0, "end": 1e999 }')`],
    ['a long error', 'send({ type: "failed", name: "x", message: "x".repeat(501) })'],
    ['text that is not JSON', 'sendJson("{")'],
    ['no text', 'write(Buffer.alloc(8))'],
    ['bytes beside the text', 'write(Buffer.from([2, 0, 0, 0, 2, 0, 0, 0, 0x7b, 0x7d, 0, 0]))'],
    ['bytes of another format', 'write(Buffer.from([0, 0, 0, 4, 0x61, 0x62, 0x63, 0x64, 0, 0, 0, 0]))'],
    ['a padded read', `sendJson('{ "type": "read", "readId": 0, "start": 0, "end": 1 }'.padEnd(8193))`],
    ['a padded progress', `sendJson('{ "type": "progress", "share": 0.5 }'.padEnd(4 * 2 ** 20))`],
    ['more than 4 MiB', 'send({ type: "done", result: "x".repeat(4 * 2 ** 20) })'],
  ])('fails its job with %s as message', async ([, code]) => {
    expect(await run(code!)).toEqual([new ParserFailed('the parser sent an unexpected message'), []]);
  });

  describe('whose job may return 1 MiB of bytes', () => {
    const withBytes = { maxResultBytes: 2 ** 20 };

    test.for([
      ['more than 1 MiB', 'sendWithBytes({ type: "done", result: {} }, Buffer.alloc(2 ** 20 + 1))'],
      [
        'more than 1 MiB announced',
        'sendWithBytes({ type: "done", result: {} }, Buffer.alloc(1), 2 ** 32 - 1)',
      ],
      ['bytes of a read', 'sendWithBytes({ type: "read", readId: 0, start: 0, end: 1 }, Buffer.alloc(1))'],
      ['bytes of a progress', 'sendWithBytes({ type: "progress", share: 0.5 }, Buffer.alloc(1))'],
      ['bytes of an error', 'sendWithBytes({ type: "failed", name: "x", message: "x" }, Buffer.alloc(1))'],
    ])('fails its job with %s', async ([, code]) => {
      expect(await run(code!, slowSource, 8_000, withBytes)).toEqual([
        new ParserFailed('the parser sent an unexpected message'),
        [],
      ]);
    });

    test('fails its job at the limit of time if fewer bytes follow than announced', async () => {
      const code = 'sendWithBytes({ type: "done", result: {} }, Buffer.alloc(1), 2)';
      expect(await run(`${code}; for (;;);`, slowSource, 300, withBytes)).toEqual([
        new ParserFailed('more than 0.3 s of processor time'),
        [],
      ]);
    });

    test('does not fill the memory of its parent with endless bytes', async () => {
      const endless =
        'sendWithBytes({ type: "done", result: {} }, Buffer.alloc(0), 2 ** 31); for (;;) write(Buffer.alloc(2 ** 20))';
      const { result, growthBytes } = await withPeakGrowth(() => run(endless, slowSource, 8_000, withBytes));
      expect(result).toEqual([new ParserFailed('the parser sent an unexpected message'), []]);
      expect(growthBytes).toBeLessThan(32 * 2 ** 20);
    });
  });

  test('fails its job with endless messages about its progress', async () => {
    const [error] = (await run('for (;;) send({ type: "progress", share: 0.5 })')) as [unknown];
    expect(error).toEqual(new ParserFailed('the parser sent an unexpected message'));
  });

  test('fails its job if it closes the channel', async () => {
    expect(await run(`process.getBuiltinModule('fs').closeSync(3)`)).toEqual([
      new ParserFailed('the parser crashed'),
      [],
    ]);
  });

  test('does not fill the memory of its parent with an endless message', async () => {
    const endless = 'write(Buffer.alloc(8, 0xb0)); for (;;) write(Buffer.alloc(2 ** 20))';
    const { result, growthBytes } = await withPeakGrowth(() => run(endless));
    expect(result).toEqual([new ParserFailed('the parser sent an unexpected message'), []]);
    expect(growthBytes).toBeLessThan(32 * 2 ** 20);
  });

  test.for([
    ['of hundreds of megabytes', 'for (let id = 0; id < 3; id++)', '{ readId: id, start: 0, end: 2 ** 27 }'],
    ['without end', 'for (let id = 0; id < 65; id++)', '{ readId: id, start: 0, end: 1 }'],
  ])('fails its job with reads %s', async ([, loop, range]) => {
    expect(await run(`${loop} send({ type: "read", ...${range} })`)).toEqual([
      new ParserFailed('the parser reads too much at the same time'),
      [],
    ]);
  });

  test('fails its job if it requests bytes and does not receive them', { tags: 'long' }, async () => {
    const source = { ...slowSource, read: () => Promise.resolve(new Uint8Array(2 ** 20)) };
    const code =
      'for (let id = 0; ; id++) { send({ type: "read", readId: id, start: 0, end: 2 ** 20 }); ' +
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); }';
    const { result, growthBytes } = await withPeakGrowth(() => run(code, source));
    expect(result).toEqual([new ParserFailed('the parser reads too much at the same time'), []]);
    expect(growthBytes).toBeLessThan(160 * 2 ** 20);
  });

  test.for([
    ['reads', 2 ** 20, 1, 'more than 5032 reads'],
    ['bytes', 64 * 2 ** 20, 64 * 2 ** 20, 'more than 536870912 bytes read'],
  ] as const)('fails its job with too many %s, even if one is always open', async (row) => {
    const [, sizeBytes, readBytes, message] = row;
    const file = new Uint8Array(sizeBytes);
    const source = {
      ...bytesSource(file),
      read: (start: number, end: number) => readLater(file, start, end),
    };
    const loop = `(async () => { for (;;) await source.read(0, ${readBytes}); })()`;
    expect(await run(`await Promise.all([${loop}, ${loop}])`, source)).toEqual([
      new ParserFailed(message),
      [],
    ]);
  });

  test('fails its job if reads take more than five minutes', async () => {
    const isReading = Promise.withResolvers<undefined>();
    const source = {
      ...slowSource,
      read: () => {
        isReading.resolve(undefined);
        return new Promise<Uint8Array>(() => undefined);
      },
    };
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const failure = run('await source.read(0, 1)', source);
    await isReading.promise;
    vi.advanceTimersByTime(301_000);
    expect(await failure).toEqual([new ParserFailed('reads of more than 300 s'), []]);
  });

  describe('and that is idle is ended', () => {
    /** Runs an attack that continues after its job, and returns the id of the process. */
    async function attackedProcess(code: string, more: { maxResultBytes?: number } = {}) {
      const parsers = useAttack(`setTimeout(async () => { ${code} }, 300); return process.pid;`);
      const attacked = (await parsers.run('attack', undefined, slowSource, {
        ...limits,
        ...more,
      })) as number;
      const hasEnded = () =>
        until(
          () => processUsage(attacked),
          (usage) => usage === null,
        );
      return { attacked, hasEnded, next: () => parsers.run('pid', undefined, bytesSource('x'), limits) };
    }

    test('when it sends the result of the next job', async () => {
      const { attacked, hasEnded, next } = await attackedProcess('send({ type: "done", result: 1 })');
      await hasEnded();
      const pid = await next();
      expect(pid).not.toBe(attacked);
      expect(pid).not.toBe(1);
    });

    test('when it sends bytes after a job that may return bytes', async () => {
      const late = 'sendWithBytes({ type: "done", result: {} }, Buffer.alloc(1))';
      const { attacked, hasEnded, next } = await attackedProcess(late, { maxResultBytes: 1 });
      await hasEnded();
      expect(await next()).not.toBe(attacked);
    });

    test('when it sends messages without end, which are not kept', async () => {
      const flood = 'for (;;) send({ type: "progress", share: 0.5, text: "x".repeat(2 ** 20) })';
      const { growthBytes } = await withPeakGrowth(async () => (await attackedProcess(flood)).hasEnded());
      expect(growthBytes).toBeLessThan(32 * 2 ** 20);
    });

    test.for([
      ['uses the processor', 'for (;;);'],
      ['uses more than 256 MiB of memory', 'globalThis.kept = Buffer.alloc(300 * 2 ** 20, 1);'],
    ])('when it %s', async ([, code]) => {
      await (await attackedProcess(code!)).hasEnded();
    });
  });
});

/** Returns bytes of a file after the reads of other jobs, as a network does. */
async function readLater(file: Uint8Array, start: number, end: number): Promise<Uint8Array> {
  await new Promise((resolve) => setImmediate(resolve));
  return file.subarray(start, end);
}

test('reads that a job did not wait for do not delay the next job in its process', async () => {
  const jobs = `export const jobs = {
    leave: (source) => { for (let i = 0; i < 40; i++) source.read(0, 1); return process.pid; },
    read: async (source) => { await source.read(0, 1); return process.pid; },
  };`;
  type Jobs = Record<'leave' | 'read', (source: RangedSource, input: undefined) => unknown>;
  const module = `data:text/javascript,${encodeURIComponent(jobs)}`;
  const pool = createParserPool<Jobs>(module, { leave: z.int(), read: z.int() });
  onTestFinished(() => pool.close());
  const late = Promise.withResolvers<Uint8Array>();
  const slow = { ...bytesSource('x'), read: () => late.promise };
  const options = { signal, maxComputeMs: 500 };
  const left = await pool.forTenant('a').run('leave', undefined, slow, options);
  late.reject(new Error('storage away'));
  expect(await pool.forTenant('a').run('read', undefined, bytesSource('x'), options)).toBe(left);
});

test('a parser process is not used again after its job has failed', async () => {
  const jobs = `export const jobs = { fail: () => { throw new Error(String(process.pid)); }, pid: () => process.pid };`;
  type Jobs = Record<'fail' | 'pid', (source: RangedSource, input: undefined) => unknown>;
  const module = `data:text/javascript,${encodeURIComponent(jobs)}`;
  const pool = createParserPool<Jobs>(module, { fail: z.unknown(), pid: z.int() });
  onTestFinished(() => pool.close());
  const run = (job: keyof Jobs) => pool.forTenant('a').run(job, undefined, bytesSource('x'), limits);
  const failure = (await run('fail').catch((error: unknown) => error)) as Error;
  expect(failure).toBeInstanceOf(ParserFailed);
  expect(`Error: ${(await run('pid')) as number}`).not.toBe(failure.message);
});

describe('the bytes of a result', () => {
  const jobs = `export const jobs = { repeat: (source, { length }) => ({ length, bytes: new Uint8Array(length).fill(7) }) };`;
  type Jobs = {
    repeat: (source: RangedSource, input: { length: number }) => { length: number; bytes: Uint8Array };
  };
  const repeated = z
    .strictObject({ length: z.int(), bytes: z.instanceof(Uint8Array) })
    .refine(({ length, bytes }) => bytes.length === length);

  function repeat(length: number, maxResultBytes?: number) {
    const module = `data:text/javascript,${encodeURIComponent(jobs)}`;
    const pool = createParserPool<Jobs>(module, { repeat: repeated });
    onTestFinished(() => pool.close());
    const options = { ...limits, ...(maxResultBytes !== undefined && { maxResultBytes }) };
    return pool.forTenant('a').run('repeat', { length }, bytesSource('x'), options);
  }

  test('arrive with it', async () => {
    const length = 15 * 2 ** 20;
    const { bytes } = await repeat(length, length);
    expect(bytes.length).toBe(length);
    expect(bytes.every((byte) => byte === 7)).toBe(true);
  });

  test.for([
    ['exceed the limit of the job', 1_001, 1_000],
    ['belong to a job that returns none', 1, undefined],
  ] as const)('fail the job if they %s', async ([, length, maxResultBytes]) => {
    await expect(repeat(length, maxResultBytes)).rejects.toThrow(
      new ParserFailed('the parser sent an unexpected message'),
    );
  });
});
