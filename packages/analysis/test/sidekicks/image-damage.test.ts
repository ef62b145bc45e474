import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspectContainer } from '../../formats/container/inspect-container.ts';
import type { Finding } from '../../contract/finding.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { pngAnimation } from '../../../../test/support/animations.ts';
import { bytesSource } from '../support/file-source.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { progressiveJpeg } from '../support/progressive-jpeg.ts';
import { mediaFile as file, runSidekick } from '../support/run-sidekick.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();

async function examine(name: string, bytes: Buffer): Promise<Finding[]> {
  await writeFile(file(name), bytes);
  return runSidekick(parsers, 'integrity', name);
}

const endOfImage = Buffer.from([0xff, 0xd9]);
const still = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25', '-frames:v', '1'];
/** The scan of a black picture has no 0xFF, so no byte is stuffed. */
const black = ['-f', 'lavfi', '-i', 'color=black:size=320x240:rate=25'];

let detailed: Buffer;
let plain: Buffer;
let png: Buffer;
const progressive = progressiveJpeg();

beforeAll(async () => {
  await make(file('detailed.jpg'), still);
  await make(file('black.jpg'), [...black, '-frames:v', '1']);
  await make(file('plain.png'), [...still, '-pix_fmt', 'pal8']);
  detailed = await readFile(file('detailed.jpg'));
  plain = await readFile(file('black.jpg'));
  png = await readFile(file('plain.png'));
});

/** Returns a JPEG with a further segment after its start. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

describe('a whole JPEG', () => {
  const fill = Buffer.alloc(5, 0xff);
  const files: Record<string, () => Buffer> = {
    'with stuffed bytes': () => detailed,
    'without stuffed bytes': () => plain,
    'with several scans': () => progressive,
    'with a thumbnail': () => withSegment(plain, 0xe1, plain),
    'with a segment that has a wrong end mark': () => withSegment(plain, 0xfe, endOfImage),
    'with fill bytes before the end mark': () => Buffer.concat([plain.subarray(0, -2), fill, endOfImage]),
    'with bytes between its segments': () =>
      Buffer.concat([plain.subarray(0, 2), Buffer.alloc(3), plain.subarray(2)]),
    'with a second picture after it': () => Buffer.concat([plain, detailed]),
  };

  for (const [cases, options] of sampled(Object.keys(files), (name) =>
    ['with stuffed bytes', 'with several scans'].includes(name),
  ))
    test.for(cases)('%s has no finding', options, async (name) => {
      expect(await examine('whole.jpg', files[name]!())).toEqual([]);
    });
});

test('a PNG with a second, enormous header is damaged, not too large', async () => {
  const header = Buffer.from(png.subarray(8, 33));
  header.writeUInt32BE(100_000, 8);
  header.writeUInt32BE(100_000, 12);
  header.writeUInt32BE(crc32(header.subarray(4, 21)), 21);
  const twice = Buffer.concat([png.subarray(0, 33), header, png.subarray(33)]);
  expect(await examine('headers.png', twice)).toMatchObject([{ ruleCode: 'decode.image' }]);
});

test('a JPEG in arithmetic coding is valid, but most viewers lack the coding', async () => {
  const arithmetic = Buffer.from(plain);
  arithmetic[arithmetic.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9;
  expect(await examine('arithmetic.jpg', arithmetic)).toMatchObject([
    {
      ruleCode: 'format.coding',
      severity: 'major',
      summary: 'The JPEG uses arithmetic coding, which most viewers lack',
    },
  ]);
});

test.for([
  [200, 'more rows than the 200 that its header states'],
  [300, 'end after 240 of the 300 rows that the header states'],
] as const)('a PNG of 240 rows whose header states %i is damaged', async ([height, damage]) => {
  const wrong = Buffer.from(png);
  wrong.writeUInt32BE(height, 20);
  wrong.writeUInt32BE(crc32(wrong.subarray(12, 29)), 29);
  const findings = await examine('height.png', wrong);
  expect(findings).toMatchObject([{ ruleCode: 'decode.image', severity: 'major' }]);
  expect(findings[0]!.details).toContain(damage);
});

test('black pictures of Motion JPEG are not damage', async () => {
  await make(file('black.mov'), [...black, '-t', '1', '-c:v', 'mjpeg']);
  expect(await runSidekick(parsers, 'integrity', 'black.mov')).toEqual([]);
});

describe('a JPEG that was cut', () => {
  const damaged = [{ ruleCode: 'decode.image' }];
  const sources: Record<string, () => Buffer> = {
    'with stuffed bytes': () => detailed,
    'without stuffed bytes': () => plain,
    'with several scans': () => progressive,
    'with a thumbnail': () => withSegment(detailed, 0xe1, plain),
  };

  test.for(Object.keys(sources))('%s has no end mark, wherever it was cut', async (name) => {
    const whole = sources[name]!();
    for (let length = 2; length < whole.length; length += Math.ceil(whole.length / 500)) {
      const cut = bytesSource(whole.subarray(0, length));
      const report = await inspectContainer(cut, { mimeType: 'image/jpeg' });
      expect(report.damage, `${length} of ${whole.length} bytes`).toBe('the picture has no end mark (EOI)');
    }
  });

  test.for(Object.keys(sources))('%s is found', async (name) => {
    const whole = sources[name]!();
    const findings = await examine('cut.jpg', whole.subarray(0, -2));
    expect(findings).toMatchObject([{ ruleCode: 'decode.image', severity: 'major' }]);
    expect(findings[0]!.details).toContain('the picture has no end mark (EOI)');
  });

  const isInSample = (name: string) => name === 'with stuffed bytes';
  for (const [names, options] of sampled(Object.keys(sources), isInSample))
    test.for(names)('%s is found although it has a new end mark', options, async (name) => {
      const whole = sources[name]!();
      const scan = whole.lastIndexOf(Buffer.from([0xff, 0xda]));
      for (const share of [0.1, 0.5, 0.9]) {
        const cut = whole.subarray(0, scan + 10 + Math.floor((whole.length - scan - 12) * share));
        const findings = await examine('cut.jpg', Buffer.concat([cut, endOfImage]));
        expect(findings, `${share} of the last scan`).toMatchObject(damaged);
      }
    });

  test('before its scans, or between those of its components, is found although it has a new end mark', async () => {
    const scan = detailed.lastIndexOf(Buffer.from([0xff, 0xda]));
    const findings = await examine('cut.jpg', Buffer.concat([detailed.subarray(0, scan), endOfImage]));
    expect(findings).toMatchObject([{ ruleCode: 'decode.image', severity: 'major' }]);
    expect(findings[0]!.details).toContain('scans of the picture are missing');
    const frame = [0xff, 0xc0, 0, 17, 8, 0, 8, 0, 8, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0];
    const scanOf = (component: number) => [0xff, 0xda, 0, 8, 1, component, 0, 0, 63, 0, 0x55];
    const damageWith = async (...scanned: number[]) => {
      const bytes = Buffer.from([0xff, 0xd8, ...frame, ...scanned.flatMap(scanOf), ...endOfImage]);
      return (await inspectContainer(bytesSource(bytes), { mimeType: 'image/jpeg' })).damage;
    };
    expect(await damageWith(1, 2)).toBe('scans of the picture are missing');
    expect(await damageWith(1, 2, 3)).toBeNull();
  });

  test(
    'is found although a whole picture or the end mark of a thumbnail follows it',
    { tags: 'long' },
    async () => {
      const cut = detailed.subarray(0, Math.floor(detailed.length / 2));
      expect(await examine('cut.jpg', Buffer.concat([cut, plain]))).toMatchObject(damaged);
      const within = withSegment(detailed, 0xe1, plain).subarray(0, plain.length + 100);
      expect(await examine('cut.jpg', within)).toMatchObject(damaged);
    },
  );
});

interface Chunk {
  type: string;
  at: number;
  length: number;
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; at += 12 + chunks.at(-1)!.length)
    chunks.push({
      at,
      type: bytes.toString('latin1', at + 4, at + 8),
      length: bytes.readUInt32BE(at),
    });
  return chunks;
}

function newChunk(type: string, content: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length);
  bytes.write(type, 4, 'latin1');
  content.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

/** Returns a PNG with further chunks after its header. */
function withChunks(...chunks: Buffer[]): Buffer {
  const afterHeader = 8 + 25;
  return Buffer.concat([png.subarray(0, afterHeader), ...chunks, png.subarray(afterHeader)]);
}

/** Returns a copy with one bit inverted. */
function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1;
  return copy;
}

test(
  'a PNG that is cut in the header of a chunk lacks the content of the chunk too',
  { tags: 'long' },
  async () => {
    const { at, length } = chunksOf(png).find(({ type }) => type === 'IDAT')!;
    for (const [kept, missing] of [
      [8, length + 16],
      [4, length + 20],
      // The length of the chunk is missing too.
      [2, 10],
    ] as const)
      expect((await examine('cut.png', png.subarray(0, at + kept)))[0]!.details).toContain(
        `the file lacks at least ${missing} bytes at its end`,
      );
  },
);

describe('checksums of PNG', () => {
  const chunkTypes = ['IHDR', 'PLTE', 'IDAT', 'IEND'];
  for (const [cases, options] of sampled(chunkTypes, (type) => ['PLTE', 'IDAT'].includes(type)))
    test.for(cases)('a wrong one of %s is damage', options, async (type) => {
      const { at, length } = chunksOf(png).find((chunk) => chunk.type === type)!;
      const findings = await examine('checksum.png', flipped(png, at + 8 + length));
      expect(findings).toMatchObject([{ ruleCode: 'decode.image', severity: 'major' }]);
      expect(findings[0]!.details).toContain(`damaged chunks: ${type} at byte ${at}`);
    });

  const ancillaryTypes = [
    ['tEXt', 'minor'],
    ['tIME', 'minor'],
    ['tRNS', 'major'],
  ] as const;
  for (const [cases, options] of sampled(ancillaryTypes, ([type]) => type === 'tRNS'))
    test.for(cases)('a wrong one of %s is %s', options, async ([type, severity]) => {
      const bytes = withChunks(newChunk(type, Buffer.from('Author\0nobody')));
      const { at } = chunksOf(bytes).find((chunk) => chunk.type === type)!;
      expect(await examine('checksum.png', flipped(bytes, at + 10))).toMatchObject([
        {
          ruleCode: 'decode.image',
          severity,
          evidence: [{ content: { messages: [expect.stringContaining(type)] } }],
        },
      ]);
    });

  const animationTypes = ['acTL', 'fcTL', 'fdAT'];
  for (const [cases, options] of sampled(animationTypes, (type) => type === 'fdAT'))
    test.for(cases)('a wrong one of %s in an animation is damage', options, async (type) => {
      const bytes = pngAnimation({ width: 20, height: 20, frames: 3 });
      const { at, length } = chunksOf(bytes).findLast((chunk) => chunk.type === type)!;
      const damaged = await examine('animated.png', flipped(bytes, at + 8 + length));
      expect(damaged.map(({ ruleCode, severity }) => [ruleCode, severity])).toContainEqual([
        'decode.image',
        'major',
      ]);
    });

  test('damaged ancillary chunks are one finding with the damage of the picture', async () => {
    const text = newChunk('tEXt', Buffer.from('Author\0nobody'));
    const bytes = withChunks(flipped(text, 10));
    const findings = await examine('checksum.png', flipped(bytes, bytes.length - 30));
    expect(findings).toMatchObject([{ ruleCode: 'decode.image', severity: 'major' }]);
    expect(findings[0]!.details).toMatch(/IDAT at byte .*tEXt at byte 33/);
  });

  test('whole files have no finding', async () => {
    expect(await examine('whole.png', png)).toEqual([]);
    const text = newChunk('tEXt', Buffer.from('Author\0nobody'));
    expect(await examine('whole.png', withChunks(text, text))).toEqual([]);
  });
});

describe('the chunks of a PNG', () => {
  const inspect = (bytes: Buffer) => inspectContainer(bytesSource(bytes), { mimeType: 'image/png' });

  test('are missing wherever the file was cut', { tags: 'long' }, async () => {
    const bytes = withChunks(newChunk('tEXt', Buffer.alloc(20, 'x')));
    expect(await inspect(bytes)).toMatchObject({ missingBytes: 0, damage: null });
    for (let length = 8; length < bytes.length; length++) {
      const { missingBytes } = await inspect(bytes.subarray(0, length));
      expect(missingBytes, `${length} of ${bytes.length} bytes`).toBeGreaterThan(0);
      expect(missingBytes).toBeLessThanOrEqual(bytes.length - length);
    }
  });

  test('are found damaged if any bit of their length, type, content or checksum is wrong', async () => {
    const bytes = withChunks(newChunk('tEXt', Buffer.alloc(20, 'x')));
    for (let at = 8; at < bytes.length; at += at < 120 ? 1 : 97) {
      const { missingBytes, damage, ancillaryDamage } = await inspect(flipped(bytes, at));
      expect([missingBytes, damage, ancillaryDamage], `byte ${at}`).not.toEqual([0, null, null]);
    }
  });

  test('are read in a bounded time, and named in a bounded text', async () => {
    const signature = png.subarray(0, 8);
    const wrong = Buffer.from([0, 0, 0, 0, ...Buffer.from('teXt'), 1, 2, 3, 4]);
    const startedAt = performance.now();
    const many = await inspect(Buffer.concat([signature, Buffer.alloc(250_000 * 12, wrong)]));
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(many).toMatchObject({ missingBytes: null, damage: null });
    expect(many.ancillaryDamage).toMatch(/teXt at byte 8, .* and 199980 more$/);
    expect(many.ancillaryDamage!.length).toBeLessThan(1_000);
    const giant = Buffer.from([0xff, 0xff, 0xff, 0xff, ...Buffer.from('IDAT'), 1, 2, 3, 4]);
    const announced = 2 ** 32 - 1;
    expect((await inspect(Buffer.concat([signature, giant]))).missingBytes).toBe(announced + 12);
    const last = Buffer.from([0xff, 0xff, 0xff, 0xff, ...Buffer.from('IEND'), 1, 2, 3, 4]);
    expect((await inspect(Buffer.concat([signature, last]))).missingBytes).toBe(announced);
  });
});
