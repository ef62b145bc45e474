import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { beforeAll, describe, expect, test } from 'vitest';
import { NotMeasured } from '../../contract/contract.ts';
import type { SidekickSettings } from '../../contract/settings.ts';
import { observeFile } from '../../jobs/observe-file.ts';
import { builtInSidekicks } from '../../sidekicks/built-in.ts';
import { bytesSource } from '@assay/domain/lib/ranged-source.ts';
import { mediaTools } from '../../../../test/support/media-tools.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { buildPdf, type PdfOptions } from '../../../../tools/local/samples/pdf.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { requiring } from '../support/requiring.ts';
import { jsonSource, mediaFile, runSidekick } from '../support/run-sidekick.ts';
import { xmpPacket } from '../support/xmp-files.ts';

const parsers = useParsers();
type Requirements = Parameters<typeof requiring>[0];

const findingsOf = (name: string, requirements: Requirements) => run(name, requiring(requirements));
const run = (name: string, settings?: SidekickSettings) =>
  runSidekick(parsers, 'requirements', name, undefined, undefined, undefined, undefined, settings);

/** Returns the summaries of the findings about a file. */
const summaries = async (name: string, requirements: Requirements) =>
  (await findingsOf(name, requirements)).map(({ summary }) => summary);

const writeVariant = async (name: string, from: string, change: (bytes: Buffer) => Buffer) =>
  writeFile(mediaFile(name), change(await readFile(mediaFile(from))));

describe('a video', () => {
  // Black for 2 s, movement for 3 s and black for 1 s, at 29.97 frames per second, with two audio tracks.
  beforeAll(async () => {
    const rate = '30000/1001';
    await make(mediaFile('master.mov'), [
      ...['-f', 'lavfi', '-i', `color=black:size=320x180:rate=${rate}:duration=2`],
      ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${rate}:duration=3`],
      ...['-f', 'lavfi', '-i', `color=black:size=320x180:rate=${rate}:duration=1`],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000:duration=6.006'],
      ...['-f', 'lavfi', '-i', 'aevalsrc=0|0:sample_rate=44100:duration=6.006'],
      ...[
        '-filter_complex',
        '[0][1][2]concat=n=3,format=yuv420p[v]',
        '-map',
        '[v]',
        '-map',
        '3',
        '-map',
        '4',
      ],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'high', '-g', '45', '-sc_threshold', '0'],
      ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
      ...['-c:a:0', 'aac', '-c:a:1', 'pcm_s24le', '-timecode', '10:00:00:00'],
      ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=ger'],
    ]);
  });

  test('has the values that another demuxer reads', async () => {
    const bytes = await readFile(mediaFile('master.mov'));
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const video = (await input.getPrimaryVideoTrack())!;
    const [first, second] = await input.getAudioTracks();
    const { averageBitrate, averagePacketRate, packetCount } = await video.computePacketStats();
    let keySeconds = 0;
    let before = 0;
    for await (const packet of new EncodedPacketSink(video).packets()) {
      if (packet.type !== 'key') continue;
      keySeconds = Math.max(keySeconds, packet.timestamp - before);
      before = packet.timestamp;
    }
    const kilobits = averageBitrate / 1000;
    const seconds = packetCount / averagePacketRate;
    expect(kilobits).toBeGreaterThan(100);
    expect(keySeconds).toBeCloseTo(1.5015, 3);
    expect(averagePacketRate).toBeCloseTo(29.97, 2);
    const tracks = [first!, second!];
    expect(
      await findingsOf('master.mov', {
        fileSizeBytes: { oneOf: [bytes.length] },
        container: { oneOf: ['mov'] },
        videoCodec: { oneOf: ['h264'] },
        width: { oneOf: [await video.getCodedWidth()] },
        height: { oneOf: [await video.getCodedHeight()] },
        displayAspect: { oneOf: ['16:9'] },
        pixelAspect: { oneOf: ['1:1'] },
        frameRate: { oneOf: ['30000/1001'] },
        videoBitRate: { oneOf: [kilobits], tolerance: 0.01 * kilobits },
        keyFrameSeconds: { oneOf: [keySeconds] },
        durationSeconds: { oneOf: [Number(seconds.toFixed(3))] },
        soundTracks: { oneOf: [2] },
        sampleRate: { oneOf: await Promise.all(tracks.map((track) => track.getSampleRate())) },
        channels: { oneOf: await Promise.all(tracks.map((track) => track.getNumberOfChannels())) },
        soundCodec: { oneOf: ['aac', 'pcm_s24le'] },
        channelLayout: { oneOf: ['mono', 'stereo'] },
        // ffmpeg wrote these into the stream.
        languages: { oneOf: ['eng', 'ger'] },
        scan: { oneOf: ['progressive'] },
        chroma: { oneOf: ['4:2:0'] },
        videoBitDepth: { oneOf: [8] },
        colourPrimaries: { oneOf: ['bt709'] },
        colourTransfer: { oneOf: ['bt709'] },
        colourMatrix: { oneOf: ['bt709'] },
        colourRange: { oneOf: ['limited'] },
        startTimecode: { oneOf: ['10:00:00:00'] },
        leadSeconds: { oneOf: [2.002], tolerance: 0.01 },
        tailSeconds: { oneOf: [1.001], tolerance: 0.01 },
      }),
    ).toEqual([]);
  });

  test('whose packets were not read cannot be judged by their properties', async () => {
    const { signal } = new AbortController();
    const { observations } = await observeFile({
      tools: await mediaTools(),
      path: mediaFile('master.mov'),
      codes: ['requirements'],
      readsPackets: false,
      signal,
      progress: () => undefined,
    });
    const judge = async (required: Requirements) => {
      const measured: object[] = [];
      const findings = await builtInSidekicks.requirements.examine(
        {
          asset: {
            assetId: 'a',
            filename: 'a.mov',
            assetType: 'video',
            mimeType: 'video/quicktime',
            pages: null,
          },
          source: bytesSource(new Uint8Array(1)),
          shownText: null,
          settings: requiring(required),
          trustLists: () => Promise.reject(new Error('not needed')),
          parsers,
          signal,
          progress: () => undefined,
          onMeasured: (values) => measured.push(values),
        },
        jsonSource(observations.requirements),
      );
      return { findings, measured };
    };
    expect(await judge({ frameRate: { oneOf: ['30000/1001'] } })).toEqual({
      findings: [],
      measured: [{ 'requirement.frame_rate': 29.97 }],
    });
    await expect(judge({ keyFrameSeconds: { most: 2 } })).rejects.toThrow(NotMeasured);
  });

  test('has a finding for each property that differs', async () => {
    expect(
      await summaries('master.mov', {
        fileName: { glob: 'no*' },
        videoLevel: { least: 4.1 },
        frameRate: { oneOf: ['25'] },
        sampleRate: { oneOf: [48000] },
        soundBitDepth: { oneOf: [16], ifUnknown: 'incomplete' },
        languages: { oneOf: ['eng'] },
        startTimecode: { oneOf: ['00:00:00:00'] },
        leadSeconds: { most: 0 },
        tailSeconds: { least: 2 },
        // Not a property of a video.
        pages: { oneOf: [1] },
      }),
    ).toEqual([
      expect.stringMatching(/^File name “.*master\.mov” instead of a name like “no\*”$/),
      'Codec level 1.3 instead of at least 4.1',
      'Frame rate 29.97 frames/s instead of 25 frames/s',
      'Start time code 10:00:00:00 instead of 00:00:00:00',
      'Picture before the programme 2.002 s instead of at most 0 s',
      'Picture after the programme 1.001 s instead of at least 2 s',
      'Sample rate 44,100 Hz on audio track 2 instead of 48,000 Hz',
      'Bit depth of the sound 24 bits on audio track 2 instead of 16 bits',
      'Language ger on audio track 2 instead of eng',
    ]);
  });

  test('has the time code of its time code track, and the container of its brand', async () => {
    const frames = Buffer.alloc(4);
    frames.writeUInt32BE(10 * 3600 * 30);
    await writeVariant('one-hour.mov', 'master.mov', (bytes) => {
      const at = bytes.lastIndexOf(frames);
      expect(at).toBeGreaterThan(0);
      bytes.writeUInt32BE(3600 * 30, at);
      bytes.write('isom', 8, 'latin1');
      return bytes;
    });
    expect(
      await summaries('one-hour.mov', {
        startTimecode: { oneOf: ['10:00:00:00'] },
        container: { oneOf: ['mov'] },
      }),
    ).toEqual(['Container mp4 instead of mov', 'Start time code 01:00:00:00 instead of 10:00:00:00']);
  });

  test('that cannot be decoded is compared by its headers', async () => {
    await writeVariant('empty.mov', 'master.mov', (bytes) => {
      const at = bytes.indexOf('mdat');
      return Buffer.concat([
        bytes.subarray(0, at + 4),
        Buffer.alloc(bytes.readUInt32BE(at - 4) - 8),
        bytes.subarray(at - 4 + bytes.readUInt32BE(at - 4)),
      ]);
    });
    const required: Requirements = {
      videoCodec: { oneOf: ['h264'] },
      width: { oneOf: [640] },
      soundTracks: { oneOf: [2] },
      leadSeconds: { most: 0 },
    };
    expect(await summaries('empty.mov', required)).toEqual([
      'Width 320 pixels instead of 640 pixels',
      'Picture before the programme not known; required: at most 0 s',
    ]);
  });

  test('with a variable frame rate meets no frame rate', async () => {
    const drop = "select='lt(n,25)+not(mod(n,3))'";
    await make(mediaFile('variable.mkv'), [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=25:duration=4', '-vf', drop, '-vsync', 'vfr'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast'],
    ]);
    const required: Requirements = {
      frameRate: { oneOf: ['25'] },
      container: { oneOf: ['webm'] },
      sampleRate: { oneOf: [48000] },
      startTimecode: { oneOf: ['00:00:00:00'], ifUnknown: 'incomplete' },
    };
    expect(await summaries('variable.mkv', required)).toEqual([
      'Container matroska instead of webm',
      'Frame rate variable instead of 25 frames/s',
      'The start time code was not compared with 00:00:00:00',
    ]);
  });
});

test.for([
  ['progressive', 'mov', ['dnxhd', '-profile:v', 'dnxhr_lb'], 'progressive'],
  ['interlaced', 'mov', ['dnxhd', '-b:v', '120M', '-flags', '+ildct', '-top', '1'], 'top field first'],
  ['progressive', 'avi', ['mjpeg', '-strict', 'unofficial'], 'progressive'],
] as const)(
  '%s video has the scan type of its first frame: %s, %s',
  async ([kind, extension, coding, scan]) => {
    const name = `${kind}-${coding[0]}.${extension}`;
    await make(mediaFile(name), [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=25:duration=0.2', '-pix_fmt', 'yuv422p'],
      ...['-c:v', ...coding],
    ]);
    expect(await summaries(name, { scan: { oneOf: [scan] } })).toEqual([]);
  },
);

test('sound has the duration of its samples, and no picture', async () => {
  await make(mediaFile('tone.wav'), [
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100', '-af', 'atrim=end_sample=66150'],
    ...['-c:a', 'pcm_s24le'],
  ]);
  const required: Requirements = {
    container: { oneOf: ['wav'] },
    durationSeconds: { oneOf: [1.5] },
    soundBitDepth: { oneOf: [24] },
    soundBitRate: { oneOf: [(44100 * 24) / 1000], tolerance: 1 },
    width: { least: 100 },
  };
  expect(await summaries('tone.wav', required)).toEqual([]);
  expect(await run('tone.wav')).toEqual([]);
  expect(await summaries('tone.wav', { durationSeconds: { most: 1.49 } })).toEqual([
    'Duration 1.5 s instead of at most 1.49 s',
  ]);
});

describe('an image', () => {
  const chunk = (type: string, data: Buffer) => {
    const bytes = Buffer.alloc(12 + data.length);
    bytes.writeUInt32BE(data.length);
    bytes.write(type, 4, 'latin1');
    data.copy(bytes, 8);
    bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
    return bytes;
  };
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };

  test('has the resolution, transparency and size of its header: PNG', async () => {
    await make(mediaFile('plain.png'), ['-f', 'lavfi', '-i', 'testsrc2=size=64x48', '-frames:v', '1']);
    const density = Buffer.from([0, 0, 0x2e, 0x23, 0, 0, 0x17, 0x12, 1]); // 11,811 and 5,906 pixels per metre
    await writeVariant('dense.png', 'plain.png', (bytes) => {
      const plain = bytes.indexOf('pHYs') - 4;
      const without = Buffer.concat([bytes.subarray(0, plain), bytes.subarray(plain + 21)]);
      const chunks = [chunk('pHYs', density), chunk('tRNS', Buffer.alloc(6))];
      return Buffer.concat([without.subarray(0, 33), ...chunks, without.subarray(33)]);
    });
    const required: Requirements = {
      imageFormat: { oneOf: ['png'] },
      width: { oneOf: [64] },
      height: { oneOf: [48] },
      displayAspect: { oneOf: ['4:3'] },
      resolutionDpi: { oneOf: [150] },
      colourSpace: { oneOf: ['RGB'] },
      videoBitDepth: { oneOf: [8] },
      alpha: { is: true },
    };
    expect(await findingsOf('dense.png', required)).toEqual([]);
    expect(await summaries('plain.png', { ...required, colourProfile: { oneOf: ['sRGB'] } })).toEqual([
      'Colour profile not known; required: sRGB',
      'Resolution not known; required: 150 dpi',
      'The file has no transparency; required: transparency',
    ]);
  });

  test('has the resolution, orientation and profile of its metadata: JPEG', async () => {
    await make(mediaFile('plain.jpg'), ['-f', 'lavfi', '-i', 'testsrc2=size=64x48', '-frames:v', '1']);
    const profile = await readFile('node_modules/pdfjs-dist/iccs/CGATS001Compat-v2-micro.icc');
    // Exif: a TIFF header and one entry, the orientation 6.
    const exif = Buffer.from('4578696600004d4d002a0000000800010112000300000001000600000000000000', 'hex');
    await writeVariant('turned.jpg', 'plain.jpg', (bytes) => {
      const jfif = bytes.indexOf('JFIF\0');
      bytes[jfif + 7] = 2; // dots per centimetre
      bytes.writeUInt16BE(118, jfif + 8);
      bytes.writeUInt16BE(118, jfif + 10);
      const icc = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), profile]);
      return Buffer.concat([
        bytes.subarray(0, 20),
        segment(0xe1, exif),
        segment(0xe2, icc),
        bytes.subarray(20),
      ]);
    });
    const required: Requirements = {
      width: { oneOf: [48] },
      height: { oneOf: [64] },
      resolutionDpi: { least: 300 },
      chroma: { oneOf: ['4:4:4'] },
      colourProfile: { oneOf: ['uCMY'] },
      alpha: { is: false },
      colourSpace: { oneOf: ['CMYK'] },
    };
    expect(await summaries('turned.jpg', required)).toEqual([
      'Chroma format 4:2:0 instead of 4:4:4',
      'Colour space RGB instead of CMYK',
    ]);
  });

  test.for([
    ['clear.webp', ['-pix_fmt', 'yuva420p'], true],
    ['solid.webp', ['-pix_fmt', 'yuv420p'], false],
    ['solid.gif', [], false],
  ] as const)('has the transparency of its header: %s', async ([name, options, alpha]) => {
    const filter = name.startsWith('clear') ? 'format=rgba,colorchannelmixer=aa=0.5' : 'null';
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48', '-vf', filter, '-frames:v', '1'];
    await make(mediaFile(name), [...picture, ...options]);
    expect(await findingsOf(name, { alpha: { is: alpha }, width: { oneOf: [64] } })).toEqual([]);
    expect(await findingsOf(name, { alpha: { is: !alpha } })).toHaveLength(1);
  });

  test.for([
    ['width="2in" height="50mm"', 192, 188.976],
    ['width="100%" viewBox="0 0 30 20"', 30, 20],
    ['width="8" height="9px" viewBox="0 0 30 20"', 8, 9],
  ] as const)('has the size that a drawing declares: %s', async ([attributes, width, height]) => {
    const svg = `<?xml version="1.0"?><!-- a --><svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`;
    await writeFile(mediaFile('drawing.svg'), svg);
    const required: Requirements = {
      width: { oneOf: [width] },
      height: { oneOf: [height], tolerance: 0.001 },
      imageFormat: { oneOf: ['svg'] },
      colourSpace: { oneOf: ['RGB'] },
    };
    expect(await findingsOf('drawing.svg', required)).toEqual([]);
  });
});

describe('a PDF', () => {
  const write = (options: PdfOptions) => writeFile(mediaFile('document.pdf'), buildPdf(options), 'latin1');
  const stream = (entries: string, content: string) =>
    `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const image = (width: number, height: number, space: string) =>
    stream(`/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space}`, '0');

  test('has the size of its crop boxes, with user unit and rotation', async () => {
    await write({
      pages: 3,
      pageEntries: {
        1: '/MediaBox [0 0 700 900] /CropBox [50 29 645.28 870.89] ',
        2: '/MediaBox [0 0 420.945 297.64] /UserUnit 2 /Rotate 90 ',
        3: '/MediaBox [0 0 612 792] ',
      },
    });
    const required: Requirements = {
      pages: { oneOf: [3] },
      pageSize: { oneOf: [{ widthMm: 210, heightMm: 297 }], toleranceMm: 0.1 },
      fontsEmbedded: { is: true },
      documentFormat: { oneOf: ['pdf'] },
    };
    expect(await findingsOf('document.pdf', required)).toMatchObject([
      {
        ruleCode: 'requirement.page_size',
        summary: 'Page size 215.9 × 279.4 mm on page 3 instead of 210 × 297 mm ± 0.1 mm',
        anchor: { kind: 'page', page: 3 },
      },
    ]);
  });

  test('has the later version of header and catalog', async () => {
    await write({ pages: 1, catalogEntries: '/Version /2.0' });
    expect(await findingsOf('document.pdf', { pdfVersion: { oneOf: [2] } })).toEqual([]);
    await write({ pages: 1, catalogEntries: '/Version /1.4', embedsFont: false });
    expect(
      await summaries('document.pdf', { pdfVersion: { most: 1.4 }, fontsEmbedded: { is: true } }),
    ).toEqual([
      'PDF version 1.7 instead of at most 1.4',
      'The file has fonts that are not embedded; required: all fonts embedded',
    ]);
  });

  test.for<[string, string, string]>([
    ['PDF/A-2b', 'xmlns:a="http://www.aiim.org/pdfa/ns/id/" a:part="2" a:conformance="B"', ''],
    ['PDF/UA-1', 'xmlns:a="http://www.aiim.org/pdfua/ns/id/"', '<a:part> 1 </a:part>'],
    ['PDF/X-4', 'xmlns:a="http://www.npes.org/pdfx/ns/id/" a:GTS_PDFXVersion="PDF/X-4"', ''],
    ['PDF/X-1a', 'xmlns:a="http://ns.adobe.com/pdfx/1.3/" a:GTS_PDFXConformance="PDF/X-1a:2003"', ''],
  ])('has the conformance that its metadata declare: %s', async ([name, attributes, elements]) => {
    const xmp = xmpPacket(`<rdf:Description rdf:about="" ${attributes}>${elements}</rdf:Description>`);
    await write({ pages: 1, objects: { metadata: stream('/Type /Metadata /Subtype /XML', xmp) } });
    expect(await findingsOf('document.pdf', { conformance: { oneOf: ['PDF/A-1a', name] } })).toEqual([]);
    expect(await findingsOf('document.pdf', { conformance: { oneOf: ['PDF/A-1a'] } })).toHaveLength(1);
  });

  test('has the conformance to PDF/X that its information dictionary declares', async () => {
    const entries = '<< /GTS_PDFXVersion (PDF/X-1:2001) /GTS_PDFXConformance (PDF/X-1a:2001) >>';
    const plain = buildPdf({ pages: 1, objects: { info: entries } });
    const number = /(\d+) 0 obj\n<< \/GTS_PDFXVersion/.exec(plain)![1]!;
    const bytes = plain.replace('/Root 1 0 R', `/Root 1 0 R /Info ${number} 0 R`);
    await writeFile(mediaFile('document.pdf'), bytes, 'latin1');
    expect(await findingsOf('document.pdf', { conformance: { oneOf: ['PDF/X-1a:2001'] } })).toEqual([]);
    await write({ pages: 1 });
    expect(await summaries('document.pdf', { conformance: { oneOf: ['PDF/X-4'] } })).toEqual([
      'No declared conformance; required: PDF/X-4',
    ]);
  });

  test('has the colour spaces of text, graphics, images, forms and patterns', async () => {
    const resources = (entries: string) => `/Resources << /Font << /F1 3 0 R >> ${entries} >> `;
    await write({
      pages: 8,
      contents: {
        // A colour that is set but not used does not count.
        1: '1 0 0 rg 0 0 0 1 k 0 0 9 9 re f BT /F1 9 Tf (a) Tj ET',
        2: 'BT /F1 9 Tf (black by default) Tj ET',
        3: '/Own cs 0.5 scn 0 0 9 9 re f /Deep CS 0.1 0.2 SCN 0 0 m 9 9 l S',
        4: 'q 99 0 0 99 0 0 cm /I Do Q',
        5: '0 1 0 RG 1 0 0 1 0 0 cm /Form Do',
        6: '/Pattern cs /P scn 0 0 9 9 re f',
        7: '/Pattern cs /S scn 0 0 9 9 re f /Based CS 1 SCN 0 0 9 9 re S',
        8: 'q 99 0 0 99 0 0 cm BI /W 20 /H 20 /CS /CMYK /BPC 8 ID 0 EI Q',
      },
      pageEntries: {
        3: resources(
          '/ColorSpace << /Own [/Separation /Gold /DeviceCMYK @tint] /Deep [/DeviceN [/A /B] /DeviceCMYK @tint] >>',
        ),
        4: resources('/XObject << /I @image >>'),
        5: resources('/XObject << /Form @form >>'),
        6: resources('/Pattern << /P @tile >>'),
        7: resources('/Pattern << /S @shaded >> /ColorSpace << /Based [/ICCBased @profile] >>'),
      },
      objects: {
        tint: '<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] /C1 [0 0 0 1] >>',
        image: image(20, 20, '[/Indexed /DeviceRGB 0 <000000>]'),
        form: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9]', '0 0 m 9 9 l S'),
        tile: stream(
          '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>',
          '0 0 1 rg 0 0 5 5 re f',
        ),
        shaded:
          '<< /PatternType 2 /Shading << /ShadingType 2 /ColorSpace /DeviceCMYK /Coords [0 0 1 1] /Function @tint >> >>',
        profile: stream('/N 1', 'x'),
      },
    });
    expect(await summaries('document.pdf', { colourSpace: { oneOf: ['Lab'] } })).toEqual([
      'Colour space RGB on pages 4, 5, 6; CMYK on pages 1, 7, 8; Gray on pages 2, 7; Separation on page 3; DeviceN on page 3 instead of Lab',
    ]);
  });

  test('has the lowest resolution of images at their printed size', async () => {
    const objects = {
      image: image(600, 600, '/DeviceGray'),
      dot: image(15, 600, '/DeviceGray'),
      form: stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 99 99] /Matrix [2 0 0 2 0 0] /Resources << /XObject << /I @image >> >>',
        'q 72 0 0 72 0 0 cm /I Do Q',
      ),
    };
    const own = '/Resources << /XObject << /I @image /Dot @dot /Form @form >> >> ';
    const lowest = async (content: string, entries = '') => {
      await write({ pages: 2, contents: { 2: content }, pageEntries: { 2: `${own}${entries}` }, objects });
      return (await findingsOf('document.pdf', { imageResolutionDpi: { least: 10_000 } })).map(
        ({ summary, anchor }) => [/[\d.]+/.exec(summary)?.[0], anchor],
      );
    };
    const onPage = { kind: 'page', page: 2 };
    expect(await lowest('q 144 0 0 72 0 0 cm /I Do Q')).toEqual([['300', onPage]]);
    // Turned by 45 degrees: the sides are as long as 144 points.
    expect(await lowest('q 101.823 101.823 -101.823 101.823 0 0 cm /I Do Q')).toEqual([['300', onPage]]);
    expect(await lowest('q 72 0 0 72 0 0 cm /I Do Q', '/UserUnit 4 ')).toEqual([['150', onPage]]);
    expect(await lowest('q 3 0 0 3 0 0 cm /Form Do Q q 9 0 0 9 0 0 cm /I Do Q')).toEqual([['100', onPage]]);
    expect(await lowest('q 72 0 0 72 0 0 cm BI /W 36 /H 72 /BPC 8 /CS /G ID x EI Q')).toEqual([
      ['36', onPage],
    ]);
    // Fewer than 16 pixels in a direction.
    expect(await lowest('q 720 0 0 720 0 0 cm /Dot Do Q')).toEqual([]);
  });

  test('whose pages cannot be found is unknown', async () => {
    await writeFile(mediaFile('document.pdf'), '%PDF-1.4\nno objects');
    expect(await summaries('document.pdf', { pages: { most: 9 }, pdfVersion: { most: 2 } })).toEqual([
      'Pages not known; required: at most 9',
      'PDF version not known; required: at most 2',
    ]);
  });
});
