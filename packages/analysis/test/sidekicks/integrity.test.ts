import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspectContainer } from '../../formats/container/inspect-container.ts';
import { clusterFaults } from '../../sidekicks/integrity/decoding/fault-clusters.ts';
import { faultOf } from '../../sidekicks/integrity/decoding/fault-messages.ts';
import { parseIso6709 } from '../../formats/position.ts';
import { userNameIn } from '../../sidekicks/integrity/svg/references.ts';
import { readXmp } from '../../sidekicks/integrity/metadata/read-xmp.ts';
import type { Finding } from '../../contract/finding.ts';
import { fileTypeOf } from '@assay/domain/asset-type.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { buildPdf } from '../../../../tools/local/samples/pdf.ts';
import { withSizes } from '../support/cut-sound.ts';
import { bytesSource } from '../support/file-source.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile as file, runSidekick } from '../support/run-sidekick.ts';
import { run as runCommand } from '../../../../test/support/run.ts';
import { signMedia } from '../support/signed-media.ts';
import { docx } from '../../../../test/support/word-files.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();
const run = (name: string) => runSidekick(parsers, 'integrity', name);
const codes = (findings: Finding[]) => findings.map(({ ruleCode }) => ruleCode);

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25:duration=8'];
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=8'];
const still = ['-f', 'lavfi', '-i', 'testsrc2=size=320x240:rate=25', '-frames:v', '1'];
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'];
const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];

/** ffmpeg arguments by file name, for one file of each accepted format. */
const clean: Record<string, readonly string[]> = {
  'h264.mp4': [...picture, ...tone, ...x264, '-c:a', 'aac'],
  'h264-fast.mp4': [...picture, ...tone, ...x264, '-c:a', 'aac', '-movflags', 'faststart'],
  'h264-fragments.mp4': [...picture, ...tone, ...x264, '-movflags', 'frag_keyframe+empty_moov'],
  'hevc.mp4': [...picture, ...tone, ...x265, '-tag:v', 'hvc1', '-c:a', 'aac'],
  'mpeg2.mov': [...picture, ...tone, '-c:v', 'mpeg2video', '-b:v', '4M', '-c:a', 'pcm_s16le'],
  'prores.mov': [...picture, ...tone, '-c:v', 'prores_ks', '-c:a', 'pcm_s16le'],
  'mjpeg.mov': [...picture, '-c:v', 'mjpeg', '-q:v', '3'],
  'mpeg4.avi': [...picture, ...tone, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
  'vp9.mkv': [...picture, ...tone, ...vp9, '-c:a', 'libopus'],
  'vp8.mkv': [...picture, ...tone, '-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libvorbis'],
  'h264.mkv': [...picture, ...tone, ...x264, '-c:a', 'ac3'],
  'tone.mp3': [...tone, '-c:a', 'libmp3lame'],
  'no-xing.mp3': [...tone, '-c:a', 'libmp3lame', '-write_xing', '0', '-id3v2_version', '0'],
  'tone.aac': [...tone, '-c:a', 'aac'],
  'tone.wav': tone,
  'tone-24.wav': [...tone, '-c:a', 'pcm_s24le'],
  'vorbis.ogg': [...tone, '-c:a', 'libvorbis'],
  'opus.ogg': [...tone, '-c:a', 'libopus'],
  'flac.oga': [...tone, '-c:a', 'flac'],
  'plain.jpg': still,
  'plain.png': still,
  'palette.png': [...still, '-pix_fmt', 'rgba'],
  'plain.gif': still,
  'moving.gif': picture,
  'plain.webp': [...still, '-c:v', 'libwebp'],
  'moving.webp': [...picture, '-t', '1', '-c:v', 'libwebp_anim'],
};

beforeAll(async () => {
  for (const [name, args] of Object.entries(clean)) await make(file(name), args);
}, 300_000);

/** Writes a copy of a file after applying `change` to its bytes. */
async function copy(name: string, from: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  await writeFile(file(name), change(await readFile(file(from))));
  return name;
}

const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.6));
const followedBy = (tail: Buffer) => (bytes: Buffer) => Buffer.concat([bytes, tail]);

/** Returns a page with one empty packet, as VLC appends it to an Ogg file (RFC 3533, 6). */
function emptyLastPage(bytes: Buffer): Buffer {
  const page = Buffer.concat([
    bytes.subarray(bytes.lastIndexOf('OggS')).subarray(0, 26),
    Buffer.from([1, 0]),
  ]);
  page[5] = 4;
  page.writeUInt32LE(page.readUInt32LE(18) + 1, 18);
  page.writeUInt32LE(0, 22);
  let checksum = 0;
  for (const byte of page) {
    checksum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) checksum = (checksum << 1) ^ (checksum < 0 ? 0x04c11db7 : 0);
  }
  page.writeUInt32LE(checksum >>> 0, 22);
  return page;
}

function expectNear(finding: Finding | undefined, startSeconds: number, endSeconds: number): void {
  const anchor = finding?.anchor;
  if (anchor?.kind !== 'time') throw new Error(`an anchor of kind ${anchor?.kind}`);
  expect(Math.abs(anchor.startSeconds - startSeconds)).toBeLessThanOrEqual(0.5);
  expect(Math.abs(anchor.endSeconds - endSeconds)).toBeLessThanOrEqual(0.5);
}

/** The files that `npm test` examines: videos, sound and images. */
const sample = new Set([
  ...['h264.mp4', 'vp9.mkv', 'tone.mp3', 'tone.wav', 'opus.ogg', 'plain.jpg', 'plain.png', 'moving.gif'],
]);
const isInSample = (name: string) => sample.has(name);

describe('clean files', () => {
  for (const [names, options] of sampled(Object.keys(clean), isInSample))
    test.for(names)('nothing is found in %s', options, async (name) => {
      expect(await run(name)).toEqual([]);
    });

  test('nothing is found in documents and a plain drawing, which are not decoded', async () => {
    await writeFile(file('plain.pdf'), buildPdf({ pages: 2 }), 'latin1');
    await writeFile(file('plain.docx'), docx({}));
    await writeFile(file('plain.txt'), 'text');
    await writeFile(file('plain.svg'), plainSvg);
    for (const name of ['plain.pdf', 'plain.docx', 'plain.txt', 'plain.svg']) {
      expect(await run(name)).toEqual([]);
    }
  });

  test(
    'nothing is found in a video that starts between key frames or with an open GOP',
    { tags: 'long' },
    async () => {
      await make(file('open.mkv'), [...picture, ...x264, '-x264-params', 'bframes=3:open-gop=1:keyint=25']);
      await make(file('open-cut.mkv'), ['-ss', '3.4', '-i', file('open.mkv'), '-c', 'copy']);
      expect(await run('open-cut.mkv')).toEqual([]);
    },
  );

  test('nothing is found in a WAV written to a pipe, which has no sizes', { tags: 'long' }, async () => {
    await copy('piped.wav', 'tone.wav', (bytes) => {
      const piped = Buffer.from(bytes);
      piped.writeUInt32LE(0xffff_ffff, 4);
      piped.writeUInt32LE(0xffff_ffff, piped.indexOf('data') + 4);
      return piped;
    });
    expect(await run('piped.wav')).toEqual([]);
  });

  test('a WAV that was not closed is reported, but not its end', async () => {
    await copy('unclosed.wav', 'tone.wav', (bytes) => withSizes(bytes, { riff: 0, data: 0 }));
    expect(await run('unclosed.wav')).toMatchObject([{ ruleCode: 'format.unclosed', severity: 'minor' }]);
  });

  const trailing = [
    ['tagged.mp3', 'tone.mp3', `LYRICSBEGIN${'x'.repeat(200)}LYRICS200TAG${'x'.repeat(125)}`],
    ['padded.mp3', 'tone.mp3', '\0'.repeat(3_000)],
    ['tagged.aac', 'tone.aac', `TAG${'x'.repeat(125)}`],
    ['followed.png', 'plain.png', 'hello'.repeat(50)],
    ['followed.jpg', 'plain.jpg', 'hello'.repeat(50)],
    ['followed.gif', 'plain.gif', '\0'.repeat(50)],
  ] as const;
  for (const [cases, options] of sampled(trailing, ([name]) => ['tagged.mp3', 'followed.png'].includes(name)))
    test.for(cases)('trailing bytes of %s are not damage', options, async ([name, from, tail]) => {
      await copy(name, from, followedBy(Buffer.from(tail)));
      expect(await run(name)).toEqual([]);
    });

  test('unreadable metadata is not damage to an image', async () => {
    const exif = Buffer.from('\xff\xe1\0\x20Exif\0\0II*\0\x08\0\0\0\x05\0' + '\x11'.repeat(14), 'latin1');
    await copy('odd-exif.jpg', 'plain.jpg', (bytes) =>
      Buffer.concat([bytes.subarray(0, 2), exif, bytes.subarray(2)]),
    );
    expect(await run('odd-exif.jpg')).toEqual([]);
  });
});

describe('documents', () => {
  test('in DOCX with a damaged part are reported with the part', async () => {
    const whole = docx({ body: '<w:p><w:r><w:t>Tea for all</w:t></w:r></w:p>'.repeat(50) });
    const at = whole.indexOf('word/document.xml') + 'word/document.xml'.length + 20;
    const bytes = Buffer.from(whole);
    bytes[at]! ^= 0x55;
    await writeFile(file('damaged.docx'), bytes);
    const findings = await run('damaged.docx');
    expect(findings).toMatchObject([{ ruleCode: 'decode.document', severity: 'major' }]);
    expect(findings[0]!.details).toContain('word/document.xml');
  });

  test('in PDF without an end mark after the last object are reported; other bytes after it are not damage', async () => {
    const whole = buildPdf({ pages: 2 });
    await writeFile(file('endless.pdf'), whole.slice(0, whole.lastIndexOf('%%EOF')), 'latin1');
    await writeFile(file('filled.pdf'), `${whole}\n${'\0'.repeat(3_000)}\r\n`, 'latin1');
    expect(await run('endless.pdf')).toMatchObject([{ ruleCode: 'decode.document' }]);
    expect(await run('filled.pdf')).toEqual([]);
    await writeFile(file('framed.pdf'), `${whole}\n${'<!-- gateway -->\n'.repeat(300)}`, 'latin1');
    expect(await run('framed.pdf')).toEqual([]);
    await writeFile(file('cut-update.pdf'), `${whole}\n12 0 obj\n<< /Type /Page`, 'latin1');
    expect(await run('cut-update.pdf')).toMatchObject([{ ruleCode: 'decode.document' }]);
  });
});

describe('truncation', () => {
  const cutFiles: [string, number | null][] = [
    ['h264-fast.mp4', 4.7],
    ['h264-fragments.mp4', null],
    ['mpeg4.avi', 4.7],
    ['h264.mkv', 4.7],
    ['vp9.mkv', 4.7],
    ['tone.mp3', 4.8],
    ['tone.wav', 4.8],
    ['tone-24.wav', 4.8],
    ['vorbis.ogg', null],
    ['opus.ogg', null],
    ['flac.oga', null],
  ];
  for (const [cases, options] of sampled(cutFiles, ([name]) => isInSample(name)))
    test.for(cases)('a truncated %s is found, once', options, async ([name, endsAt]) => {
      const findings = await run(await copy(`cut-${name}`, name, cut));
      expect(codes(findings)).toEqual(['decode.truncated']);
      if (endsAt !== null) expectNear(findings[0], endsAt, endsAt);
    });

  test.for(['h264.mp4', 'hevc.mp4', 'prores.mov', 'mjpeg.mov'])(
    'a %s whose index was truncated cannot be decoded',
    async (name) => {
      const findings = await run(await copy(`cut-${name}`, name, cut));
      expect(findings).toMatchObject([
        { ruleCode: 'decode.damaged', severity: 'critical' },
        { ruleCode: 'decode.truncated', evidence: [{ content: { threshold: 0, unit: 'bytes' } }] },
      ]);
      const whole = (await readFile(file(name))).length;
      const { measured } = findings[1]!.evidence[0]!.content as { measured: number };
      expect(measured).toBeGreaterThan(whole * 0.3);
    },
  );

  test('truncated AAC is reported at the last frame', async () => {
    const findings = await run(await copy('cut-tone.aac', 'tone.aac', cut));
    expect(codes(findings)).toEqual(['decode.damaged']);
    expectNear(findings[0], 4.7, 4.8);
  });

  const images = ['plain.jpg', 'plain.png', 'plain.gif', 'moving.gif', 'plain.webp', 'moving.webp'];
  for (const [names, options] of sampled(images, isInSample))
    test.for(names)('a truncated %s is found', options, async (name) => {
      expect(codes(await run(await copy(`cut-${name}`, name, cut)))).toEqual(['decode.image']);
    });
});

describe('encryption', () => {
  const key = ['-encryption_key', '0'.repeat(32), '-encryption_kid', '1'.repeat(32)];

  test('is found instead of damage, and encrypted pictures are not judged', async () => {
    await make(file('encrypted.mp4'), [
      ...['-i', file('h264.mp4'), '-c', 'copy', '-encryption_scheme', 'cenc-aes-ctr', ...key],
    ]);
    expect(await run('encrypted.mp4')).toMatchObject([
      {
        ruleCode: 'decode.encrypted',
        severity: 'critical',
        summary: 'The picture and the sound are encrypted',
      },
    ]);
    for (const code of ['video-qc', 'loudness'] as const)
      expect(await runSidekick(parsers, code, 'encrypted.mp4')).toEqual([]);
  });

  test.for([
    ['vide', 'encv', ['picture']],
    ['soun', 'enca', ['sound']],
    ['sbtl', 'enct', []],
    ['subt', 'enct', []],
    ['meta', 'encm', []],
  ] as const)('of a track with the handler %s in MP4', async ([handler, entry, kinds]) => {
    const box = (type: string, ...parts: Buffer[]) => {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(8 + Buffer.concat(parts).length);
      return Buffer.concat([size, Buffer.from(type), ...parts]);
    };
    const hdlr = box('hdlr', Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13));
    const stsd = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(entry, Buffer.alloc(8)));
    const mdia = box('mdia', hdlr, box('minf', box('stbl', stsd)));
    const source = bytesSource(box('moov', box('trak', mdia)));
    expect((await inspectContainer(source, { mimeType: 'video/mp4' })).encrypted).toEqual(kinds);
  });

  test('of the sound alone in Matroska is found, also without the id of a key', async () => {
    const element = (id: string, content: Buffer) =>
      Buffer.concat([
        Buffer.from(id, 'hex'),
        Buffer.from([0x40 | (content.length >> 8), content.length & 0xff]),
        content,
      ]);
    const algorithm = element('47e1', Buffer.from([5]));
    const encoding = element(
      '6240',
      Buffer.concat([element('5033', Buffer.from([1])), element('5035', algorithm)]),
    );
    const track = (type: number, rest = Buffer.alloc(0)) =>
      element('ae', Buffer.concat([element('83', Buffer.from([type])), rest]));
    const tracks = element('1654ae6b', Buffer.concat([track(1), track(2, element('6d80', encoding))]));
    const bytes = Buffer.concat([element('1a45dfa3', Buffer.alloc(3)), element('18538067', tracks)]);
    const report = await inspectContainer(bytesSource(bytes), { mimeType: 'video/x-matroska' });
    expect(report.encrypted).toEqual(['sound']);
  });
});

/** Overwrites some bytes of each packet of a stream between 4.0 and 4.3 s. */
async function damage(target: string, name: string, stream: 'v' | 'a'): Promise<string> {
  const { output } = await runCommand('ffprobe', [
    ...['-v', 'error', '-select_streams', stream, '-of', 'csv=p=0'],
    ...['-show_entries', 'packet=pts_time,size,pos', file(name)],
  ]);
  const packets = output.split('\n').map((line) => line.split(',').map(Number));
  const due = packets.filter(([at]) => at! >= 4 && at! < 4.3);
  return copy(target, name, (bytes) => {
    const damaged = Buffer.from(bytes);
    for (const [, size, at] of due) damaged.fill(noise, at! + Math.floor(size! * 0.3), at! + size!);
    return damaged;
  });
}

const noise = Buffer.from(Array.from({ length: 251 }, (_, index) => (index * index * 37 + 11) % 256));

describe('damage', () => {
  const streams: [string, 'v' | 'a'][] = [
    ['h264.mp4', 'v'],
    ['h264.mp4', 'a'],
    ['mpeg2.mov', 'v'],
    ['prores.mov', 'v'],
    ['mjpeg.mov', 'v'],
    ['mpeg4.avi', 'v'],
    ['tone.aac', 'a'],
  ];
  for (const [cases, options] of sampled(streams, ([name]) => isInSample(name)))
    test.for(cases)('in %s (%s) it is one finding where it is', options, async ([name, stream]) => {
      const findings = await run(await damage(`damaged-${stream}-${name}`, name, stream));
      expect(findings).toMatchObject([
        {
          ruleCode: 'decode.damaged',
          severity: 'major',
          evidence: [
            { sourceType: 'measurement', content: { threshold: 0, unit: 'messages' } },
            { sourceType: 'excerpt', content: { decoder: 'ffmpeg' } },
          ],
        },
      ]);
      expectNear(findings[0], 4, 4.3);
    });

  test('is found in an image', async () => {
    await copy('damaged.jpg', 'plain.jpg', (bytes) => {
      const damaged = Buffer.from(bytes);
      const middle = Math.floor(bytes.length / 2);
      damaged.fill(noise, middle, middle + 300);
      return damaged;
    });
    expect(await run('damaged.jpg')).toMatchObject([{ ruleCode: 'decode.image', severity: 'major' }]);
  });

  test('Ogg pages with a wrong checksum are found', { tags: 'long' }, async () => {
    await copy('damaged.ogg', 'vorbis.ogg', (bytes) => {
      const damaged = Buffer.from(bytes);
      const middle = damaged.indexOf('OggS', Math.floor(bytes.length / 2));
      damaged.fill(noise, middle + 400, middle + 600);
      return damaged;
    });
    const findings = await run('damaged.ogg');
    expect(codes(findings)).toEqual(['decode.damaged']);
    expect(findings[0]!.anchor.kind).toBe('time');
  });

  test('an empty last page of an Ogg file is no damage', { tags: 'long' }, async () => {
    await copy('vlc.ogg', 'vorbis.ogg', (bytes) => Buffer.concat([bytes, emptyLastPage(bytes)]));
    expect(await run('vlc.ogg')).toEqual([]);
  });

  test('a file cannot forge decoder messages', async () => {
    await make(file('forged.mp4'), [
      ...[...picture, ...x264],
      ...['-metadata', 'comment=x\n[h264 @ 0x1] [error] error while decoding MB 1 1'],
      ...['-metadata', 'title=[error] Error while decoding stream #0:0: Invalid data'],
    ]);
    expect(await run('forged.mp4')).toEqual([]);
  });

  test.for([
    ['h264', 'error', 'error while decoding MB 2 13, bytestream -8', 'damage'],
    ['h264', 'error', 'mmco: unref short failure', null],
    ['h264', 'error', 'non-existing PPS 0 referenced', 'cut_start'],
    ['hevc', 'error', 'Could not find ref with POC 12', 'cut_start'],
    ['mjpeg', 'warning', 'EOI missing, emulating', null],
    ['mjpeg', 'error', 'mjpeg: error decoding EXIF data', null],
    ['mp3float', 'error', 'Header missing', 'trailing'],
    ['matroska,webm', 'error', 'File ended prematurely', 'truncation'],
    ['mov,mp4,m4a,3gp,3g2,mj2', 'error', 'stream 1, offset 0x44888: partial file', 'truncation'],
    ['mov,mp4,m4a,3gp,3g2,mj2', 'warning', 'stream 0, timescale not set', null],
    ['wav', 'warning', 'Packet corrupt (stream = 0, dts = NOPTS).', null],
    ['null', 'error', 'Application provided invalid, non monotonically increasing dts', null],
    ['ffmpeg', 'error', 'Error while decoding stream #0:0: Invalid data found', 'echo'],
    ['h264', 'info', 'error while decoding MB', null],
  ] as const)('%s (%s) %s is %s', ([from, level, text, fault]) => {
    expect(faultOf(from, level, text)).toBe(fault);
  });

  test('faults of sound and picture are sorted by time, whichever was decoded first', () => {
    const line = (text: string, atSeconds: number) => ({ fault: 'damage' as const, text, atSeconds });
    const lines = [line('sound', 9.5), line('picture', 9.2), line('picture', 3)];
    const [first, second] = [clusterFaults(lines, 20), clusterFaults(lines.toReversed(), 20)];
    expect(first).toEqual(second);
    expect(first.map(({ range }) => range!.startSeconds)).toEqual([3, 9.2]);
  });

  test('faults near each other are joined, and normal errors at the ends are ignored', () => {
    const line = (fault: 'damage' | 'cut_start' | 'trailing' | 'echo', atSeconds: number | null) => ({
      fault,
      text: fault,
      atSeconds,
    });
    const clusters = clusterFaults(
      [
        ...[line('cut_start', null), line('echo', 0), line('damage', 3), line('echo', 3.2)],
        ...[line('damage', 4), line('cut_start', 8), line('trailing', 19.8), line('echo', 19.8)],
      ],
      20,
    );
    expect(clusters).toEqual([
      { range: { startSeconds: 3, endSeconds: 4.2 }, lines: 3, messages: ['damage', 'echo'] },
      { range: { startSeconds: 8, endSeconds: 8.2 }, lines: 1, messages: ['cut_start'] },
    ]);
  });
});

describe('variants of formats', () => {
  const variants = [
    ['quicktime.mp4', ['-f', 'mov'], 'a QuickTime movie'],
    ['brand.mov', ['-f', 'mp4'], 'an MP4 file (brand isom)'],
    ['webm.mkv', ['-f', 'webm'], 'WebM'],
    ['sound.mp4', ['-map', '0:a'], 'sound without a picture'],
  ] as const;
  for (const [cases, options] of sampled(variants, ([name]) => name === 'webm.mkv'))
    test.for(cases)('%s is reported', options, async ([name, options, is]) => {
      const from = name === 'webm.mkv' ? 'vp9.mkv' : 'h264.mp4';
      await make(file(name), ['-i', file(from), '-c', 'copy', ...options]);
      expect(await run(name)).toMatchObject([
        { ruleCode: 'format.variant', severity: 'info', evidence: [{ content: { content: is } }] },
      ]);
    });

  test('an animated PNG is decoded and reported', async () => {
    await make(file('animated.png'), [...picture, '-t', '1', '-f', 'apng']);
    expect(codes(await run('animated.png'))).toEqual(['format.variant']);
  });
});

const hamburg = { latitude: 53.55028, longitude: 9.99222 };
const xmp = (content: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${content}</rdf:RDF></x:xmpmeta>`;
const gpsXmp = xmp('<rdf:Description exif:GPSLatitude="53,33.0168N" exif:GPSLongitude="9,59.5332E"/>');

function expectPlace(findings: Finding[], where: string): void {
  expect(codes(findings)).toEqual(['privacy.location']);
  const content = findings[0]!.evidence[0]!.content as Record<string, number>;
  expect(content['latitude']).toBeCloseTo(hamburg.latitude, 3);
  expect(content['longitude']).toBeCloseTo(hamburg.longitude, 3);
  expect(content['where']).toBe(where);
}

describe('locations', () => {
  const tagged = [
    ['place.mov', [], 'the tag location'],
    ['place.mp4', [], 'the tag location-eng'],
    ['place.mkv', [], 'the tag LOCATION'],
  ] as const;
  for (const [cases, options] of sampled(tagged, ([name]) => name === 'place.mp4'))
    test.for(cases)('are found in the location tag of %s', options, async ([name, options, where]) => {
      const place = ['-metadata', 'location=+53.55028+009.99222/'];
      await make(file(name), ['-i', file('h264.mp4'), '-c', 'copy', ...place, ...options]);
      expectPlace(await run(name), where);
    });

  test('are found in a QuickTime key', { tags: 'long' }, async () => {
    const key = 'com.apple.quicktime.location.ISO6709';
    await make(file('place-key.mp4'), [
      ...['-i', file('h264.mp4'), '-c', 'copy', '-movflags', 'use_metadata_tags'],
      ...['-metadata', `${key}=+53.55028+009.99222+012.300/`],
    ]);
    expectPlace(await run('place-key.mp4'), `the tag ${key}`);
  });

  const telemetry = [
    ['gpmd', 'GoPro telemetry (GPMF)'],
    ['djmd', 'DJI telemetry (djmd)'],
  ] as const;
  for (const [cases, options] of sampled(telemetry, ([tag]) => tag === 'gpmd'))
    test.for(cases)('are assumed in a telemetry track (%s)', options, async ([tag, name]) => {
      await writeFile(file('telemetry.bin'), noise);
      await make(file('telemetry.mov'), [
        ...['-i', file('h264.mp4'), '-f', 'data', '-i', file('telemetry.bin')],
        ...['-map', '0', '-map', '1', '-c', 'copy', '-tag:d', 'gpmd'],
      ]);
      // ffmpeg does not write the tag of DJI.
      await copy(`${tag}.mov`, 'telemetry.mov', (bytes) =>
        Buffer.from(bytes.toString('latin1').replaceAll('gpmd', tag), 'latin1'),
      );
      expect(await run(`${tag}.mov`)).toMatchObject([
        { ruleCode: 'privacy.location', evidence: [{ content: { tracks: [name] } }] },
      ]);
    });

  test('are found in the XMP of a photo', async () => {
    const content = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${gpsXmp}`);
    const header = Buffer.from([0xff, 0xe1, 0, 0]);
    header.writeUInt16BE(content.length + 2, 2);
    await copy('place.jpg', 'plain.jpg', (bytes) =>
      Buffer.concat([bytes.subarray(0, 2), header, content, bytes.subarray(2)]),
    );
    expectPlace(await run('place.jpg'), 'its XMP metadata');
  });

  test('are found in the XMP of a PDF', async () => {
    const metadata = `<< /Type /Metadata /Subtype /XML /Length ${gpsXmp.length} >>\nstream\n${gpsXmp}\nendstream`;
    await writeFile(file('place.pdf'), buildPdf({ pages: 1, objects: { metadata } }), 'latin1');
    expectPlace(await run('place.pdf'), 'its XMP metadata');
  });

  test.for([
    ['+53.55028+009.99222/', 53.55028, 9.99222],
    ['+5333.0168+00959.5332/', 53.55028, 9.99222],
    ['-335201.5-0703958+123.4CRSWGS_84/', -33.867083, -70.666111],
    ['+00-025/', 0, -25],
    ['+51.5072-0.1275/', 51.5072, -0.1275],
    ['+5.1-00.1275+12/', 5.1, -0.1275],
  ] as const)('ISO 6709: %s', ([text, latitude, longitude]) => {
    const position = parseIso6709(text);
    expect(position?.latitude).toBeCloseTo(latitude, 4);
    expect(position?.longitude).toBeCloseTo(longitude, 4);
  });

  test.for(['Hamburg', '', '+95.0+010.0/', '53.55,9.99', '+53.55', '+51.5-1234.5/'])(
    '%s is no ISO 6709',
    (text) => {
      expect(parseIso6709(text)).toBeNull();
    },
  );

  test('are read from attributes and elements of XMP', () => {
    const elements =
      '<rdf:Description><exif:GPSLatitude>33,52,1S</exif:GPSLatitude><exif:GPSLongitude>70,39,58W</exif:GPSLongitude></rdf:Description>';
    expect(readXmp(gpsXmp).position?.latitude).toBeCloseTo(hamburg.latitude, 3);
    expect(readXmp(xmp(elements)).position?.latitude).toBeCloseTo(-33.8669, 3);
    expect(readXmp(xmp('<rdf:Description exif:GPSLatitude="53,33N"/>')).position).toBeNull();
  });
});

describe('content credentials', () => {
  const signable = [
    'plain.jpg',
    'plain.png',
    'plain.gif',
    'plain.webp',
    'h264.mp4',
    'prores.mov',
    'mpeg4.avi',
    'tone.mp3',
    'tone.wav',
    'plain.svg',
  ];
  /** Returns the name of a signed copy of the file. */
  const sign = async (name: string) => {
    await signMedia(file(name), fileTypeOf(name)!.mimeType, file(`signed-${name}`));
    return `signed-${name}`;
  };

  beforeAll(() => writeFile(file('plain.svg'), plainSvg));

  test.for(signable)('of %s are valid', { tags: 'long' }, async (name) => {
    const findings = await run(await sign(name));
    expect(findings).toMatchObject([
      {
        ruleCode: 'credentials.present',
        severity: 'info',
        evidence: [
          {
            content: {
              state: 'valid',
              verified: true,
              signer: 'Assay test signer, Assay',
              generator: 'assay-test',
              failures: [],
            },
          },
        ],
      },
    ]);
    expect(findings[0]!.details).toContain('The signer was not judged');
  });

  const changed = ['plain.jpg', 'plain.png', 'h264.mp4', 'tone.wav'];
  for (const [names, options] of sampled(changed, (name) => name === 'plain.jpg'))
    test.for(names)('of %s are not valid after a change of the content', options, async (name) => {
      await copy(`changed-${name}`, await sign(name), (bytes) => {
        const changed = Buffer.from(bytes);
        // Change one byte where the decoder does not notice it, so that only the signature becomes invalid.
        const at = { 'h264.mp4': bytes.lastIndexOf('Lavf'), 'tone.wav': Math.floor(bytes.length / 2) }[name];
        changed[at ?? bytes.length - 200]! ^= 1;
        return changed;
      });
      const findings = await run(`changed-${name}`);
      const broken = findings.find(({ ruleCode }) => ruleCode === 'credentials.broken');
      expect(broken).toMatchObject({ severity: 'major', evidence: [{ content: { state: 'broken' } }] });
      expect(JSON.stringify(broken!.evidence[0]!.content)).toMatch(/assertion\.\w+Hash\.mismatch/);
    });

  test('are not valid after a change of the claim', { tags: 'long' }, async () => {
    await copy('claim.jpg', await sign('plain.jpg'), (bytes) => {
      const changed = Buffer.from(bytes);
      changed.write('assay-fake', changed.indexOf('assay-test'));
      return changed;
    });
    const findings = await run('claim.jpg');
    expect(codes(findings)).toEqual(['credentials.broken']);
    expect(findings[0]!.details).toContain('claimSignature.mismatch');
  });

  test('are unreadable if the manifest is garbled', async () => {
    await copy('garbled.jpg', await sign('plain.jpg'), (bytes) => {
      const garbled = Buffer.from(bytes);
      const at = garbled.indexOf('jumb');
      return garbled.fill(0x55, at + 60, at + 500);
    });
    expect(await run('garbled.jpg')).toMatchObject([
      { ruleCode: 'credentials.unreadable', severity: 'minor', evidence: [{ content: { verified: false } }] },
    ]);
  });

  test('are searched for in a PDF that contains the word C2PA_Manifest', async () => {
    const words = '1 0 obj\n<< /AFRelationship /C2PA_Manifest >>';
    await writeFile(file('manifest.pdf'), buildPdf({ pages: 1 }).replace('1 0 obj', words), 'latin1');
    const report = await inspectContainer(bytesSource(await readFile(file('manifest.pdf'))), {
      mimeType: 'application/pdf',
    });
    expect(report.hasManifest).toBe(true);
  });
});

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`;
const plainSvg = `<?xml version="1.0"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
${svg(
  '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about="https://a.example"/></metadata>' +
    '<style>rect { fill: url(#a) }</style><rect width="5" height="5"/><use href="#a"/>' +
    '<image href="data:image/png;base64,AAAA"/><a href="https://a.example/"><text>a &amp; b</text></a>',
)}`;

describe('active content of SVG', () => {
  async function inspect(content: string): Promise<Finding[]> {
    await writeFile(file('drawing.svg'), content);
    return run('drawing.svg');
  }

  const embedded = (content: string) =>
    `data:image/svg+xml;base64,${Buffer.from(svg(content)).toString('base64')}`;

  test.for([
    ['a script', '<script>alert(1)</script>', 'script', 'critical'],
    ['a script in a namespace', '<s:script xmlns:s="http://www.w3.org/2000/svg"/>', 'script', 'critical'],
    ['an event handler', '<rect onload="x()"/>', 'script', 'critical'],
    ['a script URL', '<a xlink:href=" java&#10;script:x()"><text/></a>', 'script', 'critical'],
    ['an animated script URL', '<animate values="#a;javascript:x()"/>', 'script', 'critical'],
    ['HTML in a URL', '<use href="data:text/html,x"/>', 'script', 'critical'],
    ['an external image', '<image href="https://a.example/a.png"/>', 'reference', 'major'],
    ['an image of any scheme', '<image xlink:href="//a.example/a.png"/>', 'reference', 'major'],
    ['an external style sheet', '<style>@import "https://a.example/a.css";</style>', 'reference', 'major'],
    ['a style in CDATA', '<style><![CDATA[a{fill:url(http://a.example)}]]></style>', 'reference', 'major'],
    ['an external paint', '<rect fill="url(https://a.example/#a)"/>', 'reference', 'major'],
    [
      'an external paint in CSS escapes',
      '<style>a{fill:u\\72l(h\\000074tps://a.example)}</style>',
      'reference',
      'major',
    ],
    ['an import in CSS escapes', '<style>@\\69mport "//a.example"</style>', 'reference', 'major'],
    ['an image set', '<rect style="mask:image-set(\'https://a.example/a\' 1x)"/>', 'reference', 'major'],
    ['a drawing in a URL', `<use href="${embedded('<script>x()</script>')}#x"/>`, 'script', 'critical'],
    [
      'a drawing in a drawing in a URL',
      `<image href="${embedded(`<use href='${embedded('<g onload="x()"/>')}'/>`)}"/>`,
      'script',
      'critical',
    ],
    [
      'a drawing in a URL with percents',
      '<use href="data:image/svg+xml;charset=utf-8,%3Csvg%3E%3Cimage href=\'//a.example\'/%3E%3C/svg%3E"/>',
      'reference',
      'major',
    ],
    ['a foreign object', '<foreignObject><p/></foreignObject>', 'foreign', 'minor'],
    ['a linked picture', '<image xlink:href=" photo of it.jpg "/>', 'file', 'major'],
    ['a linked picture on a drive', '<image href="D:\\photos\\a.png"/>', 'file', 'major'],
    ['a linked picture on a share', '<image href="\\\\nas\\a.png"/>', 'file', 'major'],
    ['a linked picture by its URL', '<image href="file:///Volumes/a.png"/>', 'file', 'major'],
    ['a symbol of another drawing', '<use href="icons.svg#tick"/>', 'file', 'major'],
    ['a linked font', '<style>@font-face{src:url("a.woff2")}</style>', 'file', 'major'],
  ] as const)('%s is found', async ([, content, rule, severity]) => {
    expect(await inspect(svg(content))).toMatchObject([
      { ruleCode: `active_content.svg_${rule}`, severity, evidence: [{ content: { count: 1 } }] },
    ]);
  });

  test.for([
    ['C:\\Users\\anna\\a.png', 'anna'],
    ['file:///C:/Documents%20and%20Settings/anna/a.png', 'anna'],
    ['c:/users/Anna B/a.png', 'Anna B'],
    ['100 % of C:\\Users\\anna\\a.png', 'anna'],
    ['file:///Users/Zo%C3%AB/a.png', 'Zoë'],
    ['/home/anna/a.png', 'anna'],
    ['C:\\Users\\Public\\a.png', null],
    ['https://a.example/home/anna/a.png', null],
    ['photos/Users/anna/a.png', null],
  ])('the path %j names the user %j', ([value, name]) => {
    expect(userNameIn(value!)).toBe(name);
  });

  test('paths with the name of a user are found in links and in other attributes', async () => {
    const findings = await inspect(
      svg('\n<image\n href="C:\\Users\\anna\\a.png"/>\n<g export-filename="/home/ben/b.png"/>'),
    );
    expect(findings).toMatchObject([
      { ruleCode: 'active_content.svg_file', details: 'href of image (line 3): C:\\Users\\anna\\a.png.' },
      {
        ruleCode: 'privacy.user_name',
        severity: 'minor',
        details:
          'href of image (line 3): C:\\Users\\anna\\a.png, export-filename of g (line 4): /home/ben/b.png.',
      },
    ]);
  });

  test('places have the line on which they begin', async () => {
    const findings = await inspect(
      `<?xml version="1.0"?>\r\n<!DOCTYPE svg [\r\n<!ENTITY a "x">\n\n<!ENTITY b "y">\n]>\n${svg('\n<script\n>\nx()\n</script>')}`,
    );
    expect(findings.map(({ details }) => details)).toEqual([
      'script element (line 8).',
      'entity declaration (line 3), entity declaration (line 5).',
    ]);
  });

  test('a drawing in a declared encoding is examined', async () => {
    const drawing = `<?xml version="1.0" encoding="windows-1252"?>${svg('<text>Café</text><image href="Müller.png"/>')}`;
    await writeFile(file('drawing.svg'), Buffer.from(drawing, 'latin1'));
    expect(await run('drawing.svg')).toMatchObject([{ details: 'href of image (line 1): Müller.png.' }]);
  });

  test.for([
    ['<!ENTITY a "text">', 'minor'],
    ['<!ENTITY a SYSTEM "file:///etc/passwd">', 'major'],
    ['<!ENTITY % a PUBLIC "a" "https://a.example/a.dtd">', 'major'],
  ] as const)('%s is found', async ([declaration, severity]) => {
    const findings = await inspect(`<!DOCTYPE svg [${declaration}]>${svg('<text>&a;</text>')}`);
    expect(findings).toMatchObject([{ ruleCode: 'active_content.svg_entities', severity }]);
  });

  test.each([
    ['itself', (content: string) => content],
    [
      'as a drawing in another one',
      (content: string) =>
        svg(`<image href="data:image/svg+xml;base64,${Buffer.from(content).toString('base64')}"/>`),
    ],
  ])(
    'an encoding that can hide scripts is as severe as a script, in the drawing %s',
    async (_where, within) => {
      // In ISO-2022-JP, the characters between the escape sequences are Japanese, and no comment hides the script.
      const hidden = '<text>\x1b$B<!--\x1b(B</text><script>alert(1)</script><text>\x1b$B-->ab\x1b(B</text>';
      const drawing = `<?xml version="1.0" encoding="ISO-2022-JP"?>${svg(hidden)}`;
      const findings = await inspect(within(drawing));
      expect(findings).toMatchObject([
        {
          ruleCode: 'active_content.unexamined',
          severity: 'critical',
          details: expect.stringContaining('ISO-2022-JP'),
        },
      ]);
    },
  );

  test('each kind is one finding with the number of its occurrences', async () => {
    const findings = await inspect(svg('<rect onload="x()"/>\n'.repeat(30)));
    expect(findings).toMatchObject([
      { summary: 'The drawing has 30 scripts', evidence: [{ content: { count: 30 } }] },
    ]);
    const { places } = findings[0]!.evidence[0]!.content as { places: { line: number }[] };
    expect(places.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  const bomb = Array.from(
    { length: 30 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  );
  const mib = 2 ** 20;
  const hostileDrawings = [
    ['expands without bounds', `<!DOCTYPE svg [${bomb.join('')}]>${svg('&l30;')}`],
    ['is nested too deep', svg('<g>'.repeat(5_000) + '</g>'.repeat(5_000))],
    ['has too many elements', svg('<g/>'.repeat(600_000))],
    ['is too large', svg(`<!--${'x'.repeat(11 * mib)}-->`)],
    ['is all ampersands', svg('&'.repeat(9 * mib))],
    ['is all brackets', svg('<'.repeat(9 * mib))],
    ['is an endless document type', `<!DOCTYPE svg [${'<'.repeat(5 * mib)}`],
    ['was cut off', svg('').replace('</svg>', '<g>')],
  ] as const;
  for (const [cases, options] of sampled(hostileDrawings, ([what]) =>
    ['expands without bounds', 'is nested too deep', 'was cut off'].includes(what),
  ))
    test.for(cases)('a drawing that %s has a finding', options, async ([, content]) => {
      expect((await inspect(content)).length).toBeGreaterThan(0);
    });
});
