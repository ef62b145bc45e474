import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Decided, measureSource } from '../../activities/measure/measure-source.ts';
import type { MediaWorkshop } from '../../activities/media-deps.ts';
import { fileTypeOf } from '../../domain/asset-type.ts';
import { make } from '../../local/samples/ffmpeg.ts';
import { buildPdf } from '../../local/samples/pdf.ts';
import { fileSource } from '../support/file-source.ts';
import { useIsolates } from '../support/isolates.ts';
import { mediaTools } from '../support/media-tools.ts';
import { doc, docx, paragraph } from '../support/word-files.ts';

// Files that mean no good, or were damaged on their way. Each ends soon, with a measurement or a named refusal, and
// leaves nothing behind.

const isolates = useIsolates();
const scratch = path.join(inject('scratchDir'), 'hostile');
const workDir = path.join(scratch, 'work');
const signal = new AbortController().signal;
let workshop: MediaWorkshop;
let canary: Server;
let asked: string[];

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:rate=25:duration=6'];
const sound = ['-f', 'lavfi', '-i', 'sine=duration=2'];
const still = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64', '-frames:v', '1'];
/** How a good file of every type is made. */
const good: Record<string, readonly string[] | (() => Buffer | string)> = {
  ...{ mp4: picture, mov: picture, avi: picture, mkv: picture, gif: picture },
  ...{ mp3: sound, wav: sound, aac: sound, ogg: sound },
  ...{ jpg: still, png: still, webp: still },
  svg: () =>
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  pdf: () => Buffer.from(buildPdf({ pages: 12 }), 'latin1'),
  docx: () => docx({ body: paragraph('x'.repeat(5_000)), pages: '3' }),
  doc: () => doc(5_000, 3),
  txt: () => 'Straße\n'.repeat(500),
};
const extensions = Object.keys(good);
const goodFile = (extension: string) => path.join(scratch, `good.${extension}`);

async function measure(name: string, content: Buffer | string): Promise<Decided> {
  const file = path.join(scratch, name);
  await writeFile(file, content);
  const startedAt = Date.now();
  const { mimeType } = fileTypeOf(name)!;
  const decided = await measureSource(workshop, await fileSource(file), mimeType, signal);
  // Much longer than any takes; what hangs is ended by the limits that it is measured under.
  expect(Date.now() - startedAt).toBeLessThan(60_000);
  if (decided.outcome !== 'measured') expect(decided.reason).toMatch(/^[a-z]/);
  return decided;
}

beforeAll(async () => {
  await mkdir(workDir, { recursive: true });
  workshop = { isolates, tools: await mediaTools(), workDir };
  asked = [];
  canary = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  for (const [extension, how] of Object.entries(good)) {
    if (typeof how === 'function') await writeFile(goodFile(extension), how());
    else await make(goodFile(extension), how);
  }
}, 60_000);

afterAll(async () => {
  canary.close();
  expect(asked).toEqual([]);
  expect(await readdir(workDir)).toEqual([]);
});

test.for(extensions)('a good %s file is measured', async (extension) => {
  expect(await measure(`a.${extension}`, await readFile(goodFile(extension)))).toMatchObject({
    outcome: 'measured',
  });
});

test.for(extensions)('a %s file that is empty is refused', async (extension) => {
  expect(await measure(`empty.${extension}`, '')).toEqual({
    outcome: 'content_mismatch',
    reason: 'the file is empty',
  });
});

describe.for(['mp4', 'mov', 'mkv', 'avi', 'pdf', 'docx', 'mp3', 'png'])(
  'a %s file that is cut off',
  (extension) => {
    test('at any of twenty places costs no more than the whole', { timeout: 120_000 }, async () => {
      const whole = await readFile(goodFile(extension));
      const full = await measure(`whole.${extension}`, whole);
      for (let part = 1; part <= 20; part++) {
        const cut = await measure(
          `cut.${extension}`,
          whole.subarray(0, Math.floor((whole.length * part) / 21)),
        );
        if (cut.outcome !== 'measured') continue;
        if (full.outcome !== 'measured') throw new Error(full.outcome);
        expect(cut.value ?? 0).toBeLessThanOrEqual((full.value ?? 0) + 0.1);
      }
    });
  },
);

describe.for(extensions)('a %s file with random bytes in it', (extension) => {
  test('is measured or refused', { timeout: 120_000 }, async () => {
    const whole = await readFile(goodFile(extension));
    let seed = 11;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let turn = 0; turn < 6; turn++) {
      const bytes = Buffer.from(whole);
      for (let change = 0; change < 8; change++) bytes[random(bytes.length)] = random(256);
      await measure(`fuzzed.${extension}`, bytes);
    }
  });
});

describe('what leads elsewhere is refused, and leads nowhere:', () => {
  const secret = path.join(scratch, 'secret.mp4');
  const url = () => `http://127.0.0.1:${(canary.address() as { port: number }).port}`;

  test.for([
    ['hls.mp4', (): string => `#EXTM3U\n#EXTINF:5,\n${url()}/hls.ts\n#EXT-X-ENDLIST\n`],
    ['hls-file.mov', (): string => `#EXTM3U\n#EXTINF:5,\nfile://${secret}\n#EXT-X-ENDLIST\n`],
    ['concat.mkv', (): string => `ffconcat version 1.0\nfile '${secret}'\n`],
    ['concat-url.avi', (): string => `ffconcat version 1.0\nfile '${url()}/concat'\n`],
    ['dash.mp4', (): string => `<?xml version="1.0"?><MPD><BaseURL>${url()}/dash</BaseURL></MPD>`],
    ['sdp.mp4', (): string => 'v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'],
    ['data.mp4', (): string => 'data:video/mp4;base64,AAAAIGZ0eXBpc29t'],
    ['playlist.mp3', (): string => `#EXTM3U\n${url()}/song.mp3\n`],
  ] as [string, () => string][])('%s', async ([name, content]) => {
    await copyFile(goodFile('mp4'), secret);
    expect((await measure(name, content())).outcome).toBe('content_mismatch');
  });

  test('an SVG with entities and pictures from elsewhere is priced without asking', async () => {
    const svg = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${url()}/xxe">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text><image href="${url()}/picture.png"/></svg>`;
    expect(await measure('xxe.svg', svg)).toMatchObject({ outcome: 'measured' });
  });

  test('a QuickTime file that refers to another has nothing to measure', async () => {
    const bytes = await readFile(goodFile('mov'));
    // The data reference says that the media are in this file ("self-contained"); without that, they are elsewhere.
    const at = bytes.indexOf('url ');
    bytes.writeUInt8(0, at + 7);
    await measure('elsewhere.mov', bytes);
  });
});

describe('what is more than it seems', () => {
  test('a picture of gigantic dimensions is priced without decoding it', async () => {
    const png = await readFile(goodFile('png'));
    png.writeUInt32BE(0x7fffffff, 16);
    png.writeUInt32BE(0x7fffffff, 20);
    expect(await measure('gigantic.png', png)).toMatchObject({ outcome: 'measured' });
  });

  test('a PDF with a million objects that are nothing is read in time', { timeout: 60_000 }, async () => {
    const body = '1 0 obj\n<<>>\nendobj\n'.repeat(1_000_000);
    expect((await measure('million.pdf', `%PDF-1.7\n${body}startxref\n0\n%%EOF\n`)).outcome).toBe(
      'unmeasurable',
    );
  });

  test('a PDF stream that inflates a thousandfold is refused', async () => {
    const bomb = deflateSync(Buffer.alloc(400 * 2 ** 20), { level: 9 });
    const head = Buffer.from(
      `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 9 /W [1 4 2] /Root 2 0 R /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`,
    );
    const pdf = Buffer.concat([head, bomb, Buffer.from('\nendstream\nendobj\nstartxref\n9\n%%EOF\n')]);
    expect((await measure('bomb.pdf', pdf)).outcome).toBe('unmeasurable');
  });

  test('an archive within an archive costs what the outer one says', async () => {
    const inner = docx({ body: paragraph('x'.repeat(100_000)) }).toString('latin1');
    const outer = docx({ parts: { 'word/embeddings/inner.docx': inner } });
    expect(await measure('nested.docx', outer)).toMatchObject({ outcome: 'measured', value: 1 });
  });

  test('a PDF before a web page is a PDF, and a web page named as text is none', async () => {
    const polyglot = `${buildPdf({ pages: 2 })}\n<html><script>alert(1)</script></html>`;
    expect(await measure('polyglot.pdf', polyglot)).toMatchObject({ outcome: 'measured', value: 2 });
    expect((await measure('page.txt', '<!doctype html><p>x')).outcome).toBe('content_mismatch');
    expect((await measure('picture.jpg', await readFile(goodFile('png')))).outcome).toBe('content_mismatch');
  });
});

test('the memory of this process is as it was', { timeout: 60_000 }, async () => {
  const before = process.memoryUsage().rss;
  for (let turn = 0; turn < 10; turn++) {
    for (const extension of ['mp4', 'pdf', 'docx'])
      await measure(`again.${extension}`, await readFile(goodFile(extension)));
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 2 ** 20);
});
