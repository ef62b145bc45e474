import { execFile } from 'node:child_process';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { parserArguments } from '../../analysis/parser-processes/parser-pool.ts';
import { ParserFailed } from '../../analysis/parser-processes/run-job.ts';
import type { RangedSource } from '../../lib/ranged-source.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import { buildPdf } from '../../local/samples/pdf.ts';
import { pdfOfObjects } from '../../local/samples/pdf-writer.ts';
import { bytesSource, fileSource } from '../support/file-source.ts';
import { useParsers } from '../support/parsers.ts';
import { docx } from '../support/word-files.ts';

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
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  const pids = children.trim().split(' ').map(Number);
  const idle: number[] = [];
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('parser-processes/child.ts')) idle.push(pid);
  }
  expect(idle.length).toBeGreaterThan(0);
  for (const pid of idle) process.kill(pid, 'SIGKILL');
  expect(await measure(await fileSource(clip), 'video/mp4')).toMatchObject({ outcome: 'measured' });
});

describe('a hostile file', { timeout: 60_000 }, () => {
  test('that exceeds the memory limit ends only the parser process', async () => {
    deaths.length = 0;
    // The sample tables are changed so that they all declare 2³² − 1 samples.
    const bytes = await readFile(clip);
    for (const [box, at, value] of [
      ['stts', 8, 0xffffffff],
      ['stsz', 4, 1],
      ['stsz', 8, 0xffffffff],
    ] as const) {
      bytes.writeUInt32BE(value, bytes.indexOf(box) + 4 + at);
    }
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

  test.for([
    ['a tree whose nodes share one array of kids', sharedKids(1500, 1500)],
    ['a node with two hundred thousand kids', wideNode(200_000)],
    ['an SVG with a document type of blanks', `<!DOCTYPE${' '.repeat(65_000)}`],
    ['a text of control characters', '\u0001'.repeat(100_000)],
  ])('is measured or fails within 15 s: %s', async ([name, content]) => {
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

  test('with random changes is measured or fails', { timeout: 120_000 }, async () => {
    const good = await readFile(clip);
    const moov = good.indexOf('moov');
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let i = 0; i < (inject('isLong') ? 60 : 15); i++) {
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
    const { stdout } = await promisify(execFile)(process.execPath, [...parserArguments, '-e', attempt]);
    expect(stdout.trim()).toBe(`ERR_ACCESS_DENIED ${permission}`);
    await expect(access(outside)).rejects.toThrow('ENOENT');
  });

  test('loading an addon', async () => {
    const attempt = `try { process.dlopen({ exports: {} }, '/x.node') } catch (e) { console.log(e.code) }`;
    const { stdout } = await promisify(execFile)(process.execPath, [...parserArguments, '-e', attempt]);
    expect(stdout.trim()).toBe('ERR_DLOPEN_DISABLED');
  });
});
