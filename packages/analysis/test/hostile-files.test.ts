import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createWorkRoot } from '../decode/work-directory.ts';
import { DecodeFailed } from '../decode/run-ffmpeg.ts';
import { processUsage } from '../parsers/process-usage.ts';
import { ParserFailed } from '../parsers/run-job.ts';
import { processStat } from '@assay/domain/lib/processes.ts';
import { measureSource } from '../measure/measure-source.ts';
import type { MeasurementOutcome } from '../measure/measurement.ts';
import { observeFile } from '../jobs/observe-file.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { make } from '../../../tools/local/samples/ffmpeg.ts';
import { buildPdf } from '../../../tools/local/samples/pdf.ts';
import { fileSource } from './support/file-source.ts';
import { useParsers } from '../../../test/support/parsers.ts';
import { mediaTools } from '../../../test/support/media-tools.ts';
import { heldBytes, withPeakGrowth } from './support/memory.ts';
import { runSidekick } from './support/run-sidekick.ts';
import { doc, docx, entityBomb, paragraph } from '../../../test/support/word-files.ts';
import { sampled } from '../../../test/support/sampled.ts';

// Tests with hostile and damaged files. Each file must be measured, or rejected with a reason, within ten seconds of
// processor time. A file must not cause access to other files or hosts. Temporary files, processes and memory must be
// released.

/**
 * Maximum processor time per file, in milliseconds. Unlike wall-clock time, it does not depend on the machine's load.
 * If a measurement hangs, the timeout of the test ends it.
 */
const maxMs = 10_000;
/** Maximum growth, in bytes, of this process's heap, and of the parser process's memory, over all files. */
const maxHeldBytes = 64 * 2 ** 20;

/** How often a file is cut, and how often it is changed at random. */
const [cuts, changes] = [20, 6];

// A pool of its own, because the shared pool may have several processes.
const parsers = useParsers(() => undefined);
const scratch = path.join(inject('scratchDir'), 'hostile');
const workDir = path.join(scratch, 'work');
const signal = new AbortController().signal;
let mediaRuntime: Parameters<typeof measureSource>[0];
let canary: Server;
let requests: string[];
let files = 0;
let heldBefore: number[];
/** Parser processes of the shared pool, which other test files of this process have used. */
let sharedPids: number[];

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=6'];
const sound = ['-f', 'lavfi', '-i', 'sine=duration=2'];
const still = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1'];
/** A valid file of each type, by extension: ffmpeg options, or a function that returns the content of the file. */
const good: Record<string, readonly string[] | (() => Buffer | string)> = {
  mp4: picture,
  mov: picture,
  avi: picture,
  mkv: picture,
  gif: picture,
  mp3: sound,
  wav: sound,
  aac: sound,
  ogg: sound,
  jpg: still,
  png: still,
  webp: still,
  svg: () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  pdf: () => Buffer.from(buildPdf({ pages: 12 }), 'latin1'),
  docx: () => docx({ body: paragraph('x'.repeat(5_000)), pages: '3' }),
  doc: () => doc(5_000, 3),
  txt: () => 'Straße\n'.repeat(500),
};
const extensions = Object.keys(good);
const secretFile = path.join(scratch, 'secret.mp4');
const goodFile = (extension: string) => path.join(scratch, `good.${extension}`);

async function measure(name: string, content: Buffer | string): Promise<MeasurementOutcome> {
  files++;
  const file = path.join(scratch, name);
  await writeFile(file, content);
  const { mimeType } = fileTypeOf(name)!;
  const before = await computedMs();
  const decided = await measureSource(mediaRuntime, await fileSource(file), mimeType, signal);
  expect((await computedMs()) - before).toBeLessThan(maxMs);
  expect(await readdir(workDir)).toEqual([]);
  if (decided.outcome !== 'measured') expect(decided.reason).toMatch(/^[a-z]/);
  return decided;
}

/** Returns the processor time used so far by this process and its descendants, in milliseconds. */
async function computedMs(): Promise<number> {
  const pids = await childPids();
  const stats = await Promise.all([String(process.pid), ...pids].map((pid) => processStat(Number(pid))));
  // If a process ends while its time is read, the time may be counted twice or not at all. All times are then read
  // again.
  if ((await childPids()).join() !== pids.join()) return computedMs();
  // The fields are utime, stime, cutime and cstime (proc(5)), in hundredths of a second.
  const ticks = stats.flatMap((stat) =>
    stat === null ? [] : [14, 15, 16, 17].map((field) => Number(stat(field))),
  );
  return ticks.reduce((sum, count) => sum + count, 0) * 10;
}

const wholes = new Map<string, ReturnType<typeof measure>>();

/** Measures the valid file with this extension, once. */
async function measureWhole(extension: string): ReturnType<typeof measure> {
  if (!wholes.has(extension))
    wholes.set(extension, measure(`whole.${extension}`, await readFile(goodFile(extension))));
  return wholes.get(extension)!;
}

/** Expects that a changed file is rejected, or that its measured value is at least that of the valid file. */
async function expectNotLess(name: string, content: Buffer | string): Promise<void> {
  const whole = await measureWhole(path.extname(name).slice(1));
  const decided = await measure(name, content);
  if (decided.outcome !== 'measured') return;
  if (whole.outcome !== 'measured') throw new Error(whole.outcome);
  expect(decided.value ?? 0).toBeGreaterThanOrEqual((whole.value ?? 0) - 0.1);
}

/** Returns the process ids of the child processes, including zombies. */
async function childPids(): Promise<string[]> {
  const pids = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return pids.trim().split(' ').filter(Boolean);
}

/** Returns the running child processes and their commands. */
async function children(): Promise<{ pid: number; command: string }[]> {
  const commands = (await childPids()).map(async (pid) => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return { pid: Number(pid), command: command.replaceAll('\0', ' ') };
  });
  return (await Promise.all(commands)).filter(({ command }) => command !== '');
}

const isParserProcess = ({ command }: { command: string }) => command.includes('parsers/child.ts');

/**
 * Returns the memory in use, in bytes: the heap of this process, and the resident memory of the idle parser process.
 */
async function held(): Promise<number[]> {
  for (const extension of extensions) await measure(`warm.${extension}`, await readFile(goodFile(extension)));
  const kept = (await children()).filter(
    (child) => isParserProcess(child) && !sharedPids.includes(child.pid),
  );
  expect(kept).toHaveLength(1);
  const usage = await processUsage(kept[0]!.pid);
  return [heldBytes(), usage!.residentBytes];
}

beforeAll(async () => {
  await mkdir(workDir, { recursive: true });
  sharedPids = (await children()).filter(isParserProcess).map(({ pid }) => pid);
  mediaRuntime = { parsers, tools: await mediaTools(), workDir: createWorkRoot(workDir), workspaceId: 'any' };
  requests = [];
  canary = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  for (const [extension, how] of Object.entries(good)) {
    if (typeof how === 'function') await writeFile(goodFile(extension), how());
    else await make(goodFile(extension), how);
  }
  await copyFile(goodFile('mp4'), secretFile);
  heldBefore = await held();
});

afterAll(() => {
  canary.close();
});

test.for(extensions)('a valid %s file is measured', { tags: 'both' }, async (extension) => {
  expect(await measure(`a.${extension}`, await readFile(goodFile(extension)))).toMatchObject({
    outcome: 'measured',
  });
});

test.for(extensions)('an empty %s file is rejected', { tags: 'both' }, async (extension) => {
  expect(await measure(`empty.${extension}`, '')).toEqual({
    outcome: 'content_mismatch',
    reason: 'empty file',
  });
});

describe.for(['mp4', 'mov', 'mkv', 'avi', 'pdf', 'docx', 'mp3', 'png'])(
  'a truncated %s file',
  { tags: 'long' },
  (extension) => {
    test('costs no more than the whole file, at each length', async () => {
      const whole = await readFile(goodFile(extension));
      const full = await measure(`whole.${extension}`, whole);
      for (let part = 1; part <= cuts; part++) {
        const cut = await measure(
          `cut.${extension}`,
          whole.subarray(0, Math.floor((whole.length * part) / (cuts + 1))),
        );
        if (cut.outcome !== 'measured') continue;
        if (full.outcome !== 'measured') throw new Error(full.outcome);
        expect(cut.value ?? 0).toBeLessThanOrEqual((full.value ?? 0) + 0.1);
      }
    });
  },
);

describe.for(extensions)('a %s file with random bytes in it', { tags: 'long' }, (extension) => {
  test('is measured or rejected', async () => {
    const whole = await readFile(goodFile(extension));
    let seed = 11;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let turn = 0; turn < changes; turn++) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 8; change++) bytes[random(bytes.length)] = random(256);
      await measure(`fuzzed.${extension}`, bytes);
    }
  });
});

describe('references to other files are not followed:', () => {
  const url = () => `http://127.0.0.1:${(canary.address() as { port: number }).port}`;

  test.for([
    ['hls.mp4', (): string => `#EXTM3U\n#EXTINF:5,\n${url()}/hls.ts\n#EXT-X-ENDLIST\n`],
    ['hls-file.mov', (): string => `#EXTM3U\n#EXTINF:5,\nfile://${secretFile}\n#EXT-X-ENDLIST\n`],
    ['concat.mkv', (): string => `ffconcat version 1.0\nfile '${secretFile}'\n`],
    ['concat-url.avi', (): string => `ffconcat version 1.0\nfile '${url()}/concat'\n`],
    ['dash.mp4', (): string => `<?xml version="1.0"?><MPD><BaseURL>${url()}/dash</BaseURL></MPD>`],
    ['sdp.mp4', (): string => 'v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
    ['file.mp4', (): string => `file://${secretFile}`],
    ['data.mp4', (): string => 'data:video/mp4;base64,AAAAIGZ0eXBpc29t'],
    ['playlist.mp3', (): string => `#EXTM3U\n${url()}/song.mp3\n`],
  ] as [string, () => string][])('%s is rejected', async ([name, content]) => {
    expect((await measure(name, content())).outcome).toBe('content_mismatch');
  });

  test('an SVG with external entities and images is measured without fetching them', async () => {
    const svg = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${url()}/xxe">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text><image href="${url()}/picture.png"/></svg>`;
    expect(await measure('xxe.svg', svg)).toMatchObject({ outcome: 'measured' });
  });

  test('a QuickTime file with external media is measured or rejected without fetching them', async () => {
    const bytes = await readFile(goodFile('mov'));
    // Without the flag "self-contained" in the data reference, the media are expected in another file.
    const at = bytes.indexOf('url ');
    bytes.writeUInt8(0, at + 7);
    await measure('elsewhere.mov', bytes);
  });
});

describe('a false length does not lower the price:', () => {
  const at = (bytes: Buffer, text: string) => bytes.indexOf(Buffer.from(text, 'latin1'));

  const lengths = [
    ['mp4', 'mdat of nothing', (bytes: Buffer) => bytes.writeUInt32BE(8, at(bytes, 'mdat') - 4)],
    ['mp4', 'mdat of 4 GiB', (bytes: Buffer) => bytes.writeUInt32BE(0xffffffff, at(bytes, 'mdat') - 4)],
    ['mp4', 'moov of 4 GiB', (bytes: Buffer) => bytes.writeUInt32BE(0xffffffff, at(bytes, 'moov') - 4)],
    ['mp4', 'moov of nothing', (bytes: Buffer) => bytes.writeUInt32BE(8, at(bytes, 'moov') - 4)],
    ['mov', 'stts of one', (bytes: Buffer) => bytes.writeUInt32BE(1, at(bytes, 'stts') + 12)],
    ['mov', 'stsz of 2³² - 1', (bytes: Buffer) => bytes.writeUInt32BE(0xffffffff, at(bytes, 'stsz') + 12)],
    ['mov', 'stsc of 2³² - 1', (bytes: Buffer) => bytes.writeUInt32BE(0xffffffff, at(bytes, 'stsc') + 8)],
    ['mov', 'stco of 2³² - 1', (bytes: Buffer) => bytes.writeUInt32BE(0xffffffff, at(bytes, 'stco') + 8)],
    ['mkv', 'segment', (bytes: Buffer) => bytes.writeUInt32BE(9_999, at(bytes, '\x18\x53\x80\x67') + 8)],
    ['mkv', 'cluster', (bytes: Buffer) => bytes.writeUInt8(0x81, at(bytes, '\x1f\x43\xb6\x75') + 4)],
    [
      'mkv',
      'cues',
      (bytes: Buffer) => bytes.fill(0xff, bytes.lastIndexOf('\x1c\x53\xbb\x6b', -1, 'latin1') + 4),
    ],
    ['avi', 'RIFF of 4 GiB', (bytes: Buffer) => bytes.writeUInt32LE(0xffffffff, 4)],
    ['avi', 'RIFF of nothing', (bytes: Buffer) => bytes.writeUInt32LE(4, 4)],
    ['avi', 'movi of nothing', (bytes: Buffer) => bytes.writeUInt32LE(4, at(bytes, 'movi') - 4)],
    ['avi', 'idx1 of 4 GiB', (bytes: Buffer) => bytes.writeUInt32LE(0xffffffff, at(bytes, 'idx1') + 4)],
    ['pdf', 'page tree of one', (bytes: Buffer) => bytes.write('/Count 1 ', at(bytes, '/Count'))],
    ['pdf', 'table of nothing', (bytes: Buffer) => bytes.write('0 00', at(bytes, 'xref') + 5)],
    ['pdf', 'stream of a gigabyte', (bytes: Buffer) => bytes.write('/Length 99', at(bytes, '/Length'))],
    ['docx', 'part of nothing', (bytes: Buffer) => bytes.writeUInt32LE(0, at(bytes, 'PK\x01\x02') + 20)],
    [
      'docx',
      'directory of 4 GiB',
      (bytes: Buffer) => bytes.writeUInt32LE(0xffffffff, at(bytes, 'PK\x05\x06') + 12),
    ],
    ['doc', 'text of 2³¹', (bytes: Buffer) => bytes.writeInt32LE(0x7fffffff, at(bytes, '\xec\xa5') + 0x4c)],
    ['wav', 'data of 4 GiB', (bytes: Buffer) => bytes.writeUInt32LE(0xffffffff, at(bytes, 'data') + 4)],
    ['png', 'header of 4 GiB', (bytes: Buffer) => bytes.writeUInt32BE(0xffffffff, at(bytes, 'IHDR') - 4)],
  ] as [string, string, (bytes: Buffer) => void][];
  for (const [cases, options] of sampled(lengths, ([, name]) =>
    [
      'moov of 4 GiB',
      'stts of one',
      'segment',
      'movi of nothing',
      'page tree of one',
      'part of nothing',
      'text of 2³¹',
      'data of 4 GiB',
      'header of 4 GiB',
    ].includes(name),
  ))
    test.for(cases)('%s, %s', options, async ([extension, name, change]) => {
      const bytes = await readFile(goodFile(extension));
      const before = Buffer.from(bytes);
      change(bytes);
      expect(bytes.equals(before)).toBe(false);
      await expectNotLess(`${name.replaceAll(/\W+/g, '-')}.${extension}`, bytes);
    });
});

describe('files that are larger than they seem', () => {
  test('a picture with huge dimensions is measured without decoding', async () => {
    const png = await readFile(goodFile('png'));
    png.writeUInt32BE(0x7fffffff, 16);
    png.writeUInt32BE(0x7fffffff, 20);
    expect(await measure('gigantic.png', png)).toMatchObject({ outcome: 'measured' });
  });

  test.for([
    ['jpg', (bytes: Buffer) => bytes.writeUInt32BE(0xffffffff, bytes.indexOf('ffc0', 'hex') + 5)],
    ['gif', (bytes: Buffer) => bytes.writeUInt32LE(0xffffffff, 6)],
  ] as [string, (bytes: Buffer) => void][])(
    'a %s with huge dimensions is measured or rejected without decoding',
    async ([extension, change]) => {
      const bytes = await readFile(goodFile(extension));
      change(bytes);
      await measure(`gigantic.${extension}`, bytes);
    },
  );

  test('an SVG with a billion nested entities is measured without expanding them', async () => {
    const svg = `${entityBomb('svg')}<svg xmlns="http://www.w3.org/2000/svg"><text>&e9;</text></svg>`;
    expect(await measure('laughs.svg', svg)).toMatchObject({ outcome: 'measured' });
  });

  test('a DOCX with a billion nested entities is unmeasurable', async () => {
    const document = `${entityBomb('w:t')}<w:t xmlns:w="w">&e9;</w:t>`;
    const laughing = docx({ parts: { 'word/document.xml': document } });
    expect((await measure('laughs.docx', laughing)).outcome).toBe('unmeasurable');
  });

  test(
    'a DOCX that inflates a hundredfold is measured by its text or rejected',
    { tags: 'long' },
    async () => {
      const bomb = docx({ body: paragraph('x'.repeat(50_000_000)), pages: '1' });
      expect(bomb.length).toBeLessThan(500_000);
      const decided = await measure('bomb.docx', bomb);
      if (decided.outcome === 'measured') expect(decided.value).toBeGreaterThan(8_000);
    },
  );

  test.for([
    ['no password', 'revision-6', { outcome: 'measured', value: 20 }],
    ['a password', 'password', { outcome: 'unmeasurable', reason: 'password required' }],
  ] as const)('an encrypted PDF that needs %s to be opened', async ([, name, decided]) => {
    const bytes = await readFile(path.join(import.meta.dirname, `fixtures/encrypted/${name}.pdf`));
    expect(await measure(`${name}.pdf`, bytes)).toMatchObject(decided);
  });

  test('the script of a PDF is not executed', async () => {
    const script = 'for (;;) app.alert(1);';
    expect(await measure('script.pdf', buildPdf({ pages: 2, script }))).toMatchObject({
      outcome: 'measured',
      value: 2,
    });
  });

  test('a PDF whose page tree contains itself is measured or rejected', async () => {
    const pdf = buildPdf({ pages: 2 });
    await expectPages(pdf.replace('/Kids [4 0 R', '/Kids [2 0 R'));
    await expectPages(pdf.replace('/Kids [4 0 R 6 0 R]', '/Kids 2 0 R        '));
  });

  test('a PDF with circular cross-references is measured', async () => {
    const pdf = buildPdf({ pages: 2 });
    const offset = /startxref\n(\d+)/.exec(pdf)![1]!;
    expect(await measure('circle.pdf', pdf.replace('/Root', `/Prev ${offset} /Root`))).toMatchObject({
      outcome: 'measured',
      value: 2,
    });
  });

  /** Expects that the PDF, which has two pages, is rejected or measured as at least one page. */
  async function expectPages(pdf: string): Promise<void> {
    const decided = await measure('loop.pdf', pdf);
    if (decided.outcome === 'measured') expect(decided.value).toBeGreaterThanOrEqual(1);
  }

  test('a PDF with a million empty objects is read in time', { tags: 'long' }, async () => {
    const body = '1 0 obj\n<<>>\nendobj\n'.repeat(1_000_000);
    expect((await measure('million.pdf', `%PDF-1.7\n${body}startxref\n0\n%%EOF\n`)).outcome).toBe(
      'unmeasurable',
    );
  });

  test('a PDF stream that inflates a thousandfold is rejected', { tags: 'long' }, async () => {
    const bomb = deflateSync(Buffer.alloc(400 * 2 ** 20), { level: 9 });
    const head = Buffer.from(
      `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 9 /W [1 4 2] /Root 2 0 R /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`,
    );
    const pdf = Buffer.concat([head, bomb, Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n')]);
    expect((await measure('bomb.pdf', pdf)).outcome).toBe('unmeasurable');
  });

  test('a DOCX inside a DOCX does not count towards the price', async () => {
    const inner = docx({ body: paragraph('x'.repeat(100_000)) }).toString('latin1');
    const outer = docx({ parts: { 'word/embeddings/inner.docx': inner } });
    expect(await measure('nested.docx', outer)).toMatchObject({ outcome: 'measured', value: 1 });
  });

  test('a PDF followed by a web page is a PDF, and a web page is not text', async () => {
    const polyglot = `${buildPdf({ pages: 2 })}\n<html><script>alert(1)</script></html>`;
    expect(await measure('polyglot.pdf', polyglot)).toMatchObject({ outcome: 'measured', value: 2 });
    expect((await measure('page.txt', '<!doctype html><p>x')).outcome).toBe('content_mismatch');
    expect((await measure('picture.jpg', await readFile(goodFile('png')))).outcome).toBe('content_mismatch');
  });
});

describe('after all files', { tags: 'both' }, () => {
  test('there were many files', () => {
    expect(files).toBeGreaterThan(inject('isLong') ? 300 : 50);
  });

  test('only an idle parser process is left', async () => {
    await expect.poll(async () => (await children()).filter((child) => !isParserProcess(child))).toEqual([]);
    const own = async () => (await children()).filter(({ pid }) => !sharedPids.includes(pid));
    await expect.poll(async () => (await own()).length).toBeLessThanOrEqual(1);
    expect(await readdir(workDir)).toEqual([]);
    expect(requests).toEqual([]);
    expect(await readFile(secretFile)).toEqual(await readFile(goodFile('mp4')));
  });

  test('the memory in use has hardly grown', async () => {
    // The messages to a parser process that was killed are freed a moment after its end.
    await expect
      .poll(
        async () => {
          const now = await held();
          return Math.max(...now.map((bytes, index) => bytes - heldBefore[index]!)) / 2 ** 20;
        },
        { timeout: 10_000 },
      )
      .toBeLessThan(maxHeldBytes / 2 ** 20);
  });
});

// These tests follow the check of the memory in use, because they read files of up to 90 MiB into it.
describe('a giant tag', () => {
  const tagBytes = 16 * 2 ** 20;
  /** Each byte 0x01 becomes six characters of JSON: the report would be longer than a string may be. */
  const fatalTagBytes = 90 * 2 ** 20;
  /** Growth of this process's memory in bytes. The bytes of files pass through this process to the parsers. */
  const maxPeakBytes = 256 * 2 ** 20;

  /** Returns a file whose comment has `size` bytes. */
  async function withComment(extension: string, size: number): Promise<Buffer> {
    const tags = path.join(scratch, 'comment.txt');
    await writeFile(tags, Buffer.concat([Buffer.from(';FFMETADATA1\ncomment='), Buffer.alloc(size, 1)]));
    const file = path.join(scratch, `commented.${extension}`);
    const inputs = ['-i', goodFile(extension), '-i', tags];
    await make(file, [...inputs, '-map', '0', '-map_metadata', '1', '-c', 'copy']);
    return readFile(file);
  }

  function pngWithText(png: Buffer): Buffer {
    const content = Buffer.concat([Buffer.from('tEXtComment\0'), Buffer.alloc(tagBytes, 'x')]);
    const chunk = Buffer.alloc(content.length + 8);
    chunk.writeUInt32BE(content.length - 4, 0);
    content.copy(chunk, 4);
    chunk.writeUInt32BE(crc32(content), content.length + 4);
    const headerEnd = 33;
    return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
  }

  /** Returns a PDF with a giant title in its information dictionary, which is added by an update. */
  function pdfWithTitle(): Buffer {
    const pdf = buildPdf({ pages: 2, title: null });
    const number = 9_999;
    // pdf.js reads a string of 16 MiB again and again until its processor time is used up, so this one is shorter.
    const info = `${number} 0 obj\n<< /Title (${'x'.repeat(2 ** 20)}) >>\nendobj\n`;
    const table = `xref\n${number} 1\n${String(pdf.length).padStart(10, '0')} 00000 n \n`;
    const previous = /startxref\n(\d+)/.exec(pdf)![1]!;
    const trailer = `trailer\n<< /Size ${number + 1} /Root 1 0 R /Info ${number} 0 R /Prev ${previous} >>\n`;
    const end = `startxref\n${pdf.length + info.length}\n%%EOF\n`;
    return Buffer.from(pdf + info + table + trailer + end, 'latin1');
  }

  /** Measures a file and examines it with the sidekicks that read its tags. A sidekick may refuse the file. */
  async function expectLimits(name: string, content: Buffer): Promise<MeasurementOutcome> {
    const file = path.join(scratch, name);
    const { result, growthBytes } = await withPeakGrowth(async () => {
      const measured = await measure(name, content);
      for (const code of name.endsWith('.pdf')
        ? (['integrity', 'document'] as const)
        : (['integrity'] as const)) {
        await runSidekick(parsers, code, file, signal).catch((error: unknown) => {
          if (!(error instanceof DecodeFailed) && !(error instanceof ParserFailed)) throw error;
        });
      }
      return measured;
    });
    expect(growthBytes / 2 ** 20).toBeLessThan(maxPeakBytes / 2 ** 20);
    return result;
  }

  test.for(['mp4', 'mov', 'mkv', 'avi', 'mp3', 'ogg'])(
    'in a %s file',
    { tags: 'long' },
    async (extension) => {
      const content = await withComment(extension, tagBytes);
      expect(content.length).toBeGreaterThan(tagBytes);
      expect(await expectLimits(`tagged.${extension}`, content)).toMatchObject({ outcome: 'measured' });
    },
  );

  test('in a PNG', { tags: 'long' }, async () => {
    const png = pngWithText(await readFile(goodFile('png')));
    expect(await expectLimits('tagged.png', png)).toMatchObject({ outcome: 'measured' });
  });

  test('in a PDF', { tags: 'long' }, async () => {
    await expectLimits('tagged.pdf', pdfWithTitle());
  });

  test('whose report would be longer than a string is not read', { tags: 'long' }, async () => {
    // The parser reads at most 64 MiB of headers, so ffprobe measures this file.
    expect(await expectLimits('fatal.mp4', await withComment('mp4', fatalTagBytes))).toMatchObject({
      outcome: 'measured',
      value: expect.closeTo(6, 1) as number,
      details: { method: 'demuxed' },
    });
  });
});

test('a file that forges lines of the log of ffmpeg does not change what is measured', async () => {
  // ffmpeg logs the MIME type of an attached picture with its line breaks (ID3v2.3, APIC).
  const forged = '\n[Parsed_ametadata_ @ 0x1] [a] lavfi.astats.4e9.DC_offset=1\n';
  const picture = Buffer.concat([Buffer.from(`\0${forged}\0\u0003\0`, 'latin1'), Buffer.alloc(32, 1)]);
  const frame = Buffer.concat([Buffer.from('APIC'), Buffer.alloc(6), picture]);
  frame.writeUInt32BE(picture.length, 4);
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, frame.length >> 7, frame.length & 127]);
  const sound = ['-f', 'lavfi', '-i', 'sine=d=2', '-id3v2_version', '0', '-write_xing', '0'];
  const [plain, tagged] = [path.join(scratch, 'plain.mp3'), path.join(scratch, 'forged.mp3')];
  await make(plain, sound);
  await writeFile(tagged, Buffer.concat([head, frame, await readFile(plain)]));
  const tools = await mediaTools();
  const observed = (file: string) =>
    observeFile({ tools, path: file, codes: ['loudness'], signal, progress: () => undefined });
  expect(await observed(tagged)).toEqual(await observed(plain));
});
