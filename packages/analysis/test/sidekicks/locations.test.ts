import { readFile, writeFile } from 'node:fs/promises';
import { deflateSync, crc32 } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../contract/finding.ts';
import { readRawProfiles } from '../../formats/container/png-profiles.ts';
import { placesInAttachedMovies } from '../../formats/iso/movie-places.ts';
import { parseIso6709 } from '../../formats/position.ts';
import { positionInText } from '../../sidekicks/integrity/location/subtitle-places.ts';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';
import { useParsers } from '../../../../test/support/parsers.ts';
import { mediaFile as file, runSidekick } from '../support/run-sidekick.ts';
import { sampled } from '../../../../test/support/sampled.ts';

const parsers = useParsers();
const run = (name: string) => runSidekick(parsers, 'integrity', name);
const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:duration=3'];
const still = [...picture, '-frames:v', '1'];
const hamburg = { latitude: 53.55028, longitude: 9.99222 };
const iso6709 = '+53.55028+009.99222/';

function placeOf(findings: readonly Finding[]): Record<string, unknown> {
  expect(findings.map(({ ruleCode }) => ruleCode)).toEqual(['privacy.location']);
  return findings[0]!.evidence[0]!.content as Record<string, unknown>;
}

/** Exif data with a position, without the header `Exif`. */
function exif({ latitude, longitude }: { latitude: number; longitude: number }): Buffer {
  const tiff = Buffer.alloc(128);
  tiff.write('MM\0*\0\0\0\x08\0\x01\x88\x25\0\x04\0\0\0\x01\0\0\0\x1a', 'latin1');
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
    tiff.writeUInt32BE(value, at + 8);
  };
  const [ascii, rational] = [2, 5];
  tiff.writeUInt16BE(4, 26);
  entry(28, 1, ascii, 2, 0x4e00_0000);
  entry(40, 2, rational, 3, 80);
  entry(52, 3, ascii, 2, 0x4500_0000);
  entry(64, 4, rational, 3, 104);
  for (const [at, degrees] of [
    [80, latitude],
    [104, longitude],
  ] as const) {
    tiff.writeUInt32BE(Math.round(degrees * 100_000), at);
    for (const [offset, value] of [100_000, 0, 1, 0, 1].entries())
      tiff.writeUInt32BE(value, at + 4 * (offset + 1));
  }
  return tiff;
}

const xmp = Buffer.from(
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="53,33.0168N" ' +
    'exif:GPSLongitude="9,59.5332E"/></rdf:RDF></x:xmpmeta>',
);

describe('raw profiles in the text chunks of a PNG', () => {
  let png: Buffer;
  beforeAll(async () => {
    await make(file('profile-base.png'), still);
    png = await readFile(file('profile-base.png'));
  });

  function withChunk(type: string, data: Buffer): Buffer {
    const content = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(content));
    const afterHeader = 8 + 25;
    return Buffer.concat([
      png.subarray(0, afterHeader),
      length,
      content,
      checksum,
      png.subarray(afterHeader),
    ]);
  }

  /** Returns a profile as ImageMagick writes it: its name, its length and lines of 72 hexadecimal digits. */
  function profile(name: string, bytes: Buffer): Buffer {
    const lines = bytes.toString('hex').replace(/(.{72})/g, '$1\n');
    return Buffer.from(`\n${name}\n${String(bytes.length).padStart(8)}\n${lines}\n`);
  }
  const key = (name: string) => Buffer.from(`Raw profile type ${name}\0`);
  const text = (name: string, bytes: Buffer) =>
    withChunk('tEXt', Buffer.concat([key(name), profile(name, bytes)]));
  const compressed = (name: string, bytes: Buffer) =>
    withChunk('zTXt', Buffer.concat([key(name), Buffer.alloc(1), deflateSync(profile(name, bytes))]));
  const international = (name: string, bytes: Buffer) => {
    const fields = Buffer.from('\x01\0en\0\0', 'latin1');
    return withChunk('iTXt', Buffer.concat([key(name), fields, deflateSync(profile(name, bytes))]));
  };
  const withHead = (bytes: Buffer) => Buffer.concat([Buffer.from('Exif\0\0'), bytes]);
  function resource(id: number, data: Buffer): Buffer {
    const head = Buffer.from('8BIM\0\0\0\0\0\0\0\0');
    head.writeUInt16BE(id, 4);
    head.writeUInt32BE(data.length, 8);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  }

  const profiles = [
    ['exif in tEXt', () => text('exif', withHead(exif(hamburg))), 'the Exif metadata in a text chunk'],
    ['exif in zTXt', () => compressed('exif', withHead(exif(hamburg))), 'the Exif metadata in a text chunk'],
    ['exif in iTXt', () => international('exif', exif(hamburg)), 'the Exif metadata in a text chunk'],
    ['APP1 with Exif', () => text('APP1', withHead(exif(hamburg))), 'the Exif metadata in a text chunk'],
    [
      'APP1 with XMP',
      () => compressed('APP1', Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp])),
      'its XMP metadata',
    ],
    ['xmp', () => text('xmp', xmp), 'its XMP metadata'],
    [
      'iptc with Exif',
      () =>
        text('iptc', Buffer.concat([resource(0x404, Buffer.from('abc')), resource(0x422, exif(hamburg))])),
      'the Exif metadata in a text chunk',
    ],
    ['8bim with XMP', () => compressed('8bim', resource(0x424, xmp)), 'its XMP metadata'],
  ] as const;
  for (const [cases, options] of sampled(profiles, ([name]) => ['exif in zTXt', 'xmp'].includes(name)))
    test.for(cases)('%s disclose a position', options, async ([name, make, where]) => {
      const path = file(`${name.replaceAll(' ', '-')}.png`);
      await writeFile(path, make());
      const place = placeOf(await run(path));
      expect(place['latitude']).toBeCloseTo(hamburg.latitude, 4);
      expect(place['longitude']).toBeCloseTo(hamburg.longitude, 4);
      expect(place['where']).toBe(where);
    });

  test('without a position, or that cannot be read, disclose none', async () => {
    const bomb = Buffer.concat([key('exif'), Buffer.alloc(1), deflateSync(Buffer.alloc(20 * 2 ** 20, '0'))]);
    for (const bytes of [
      text('exif', exif({ latitude: 0, longitude: 0 })),
      text('iptc', resource(0x404, Buffer.from('Hamburg'))),
      withChunk('zTXt', Buffer.concat([key('exif'), Buffer.from('\0damaged')])),
      withChunk('tEXt', Buffer.from('Comment\0GPS 53.55, 9.99')),
    ]) {
      await writeFile(file('no-place.png'), bytes);
      expect(await run('no-place.png')).toEqual([]);
    }
    expect(readRawProfiles(withChunk('zTXt', bomb))).toEqual({ exif: [], xmp: [] });
    const nested = resource(0x422, resource(0x422, exif(hamburg)));
    expect(readRawProfiles(text('8bim', nested))).toEqual({ exif: [], xmp: [] });
  });
});

describe('a video that is attached to a photo', () => {
  const tag = ['-metadata', `location=${iso6709}`];
  const key = [
    '-metadata',
    `com.apple.quicktime.location.ISO6709=${iso6709}`,
    '-movflags',
    'use_metadata_tags',
  ];
  const motionPhoto = async (name: string, args: readonly string[]) => {
    await make(file('motion-base.jpg'), still);
    await make(file(name), [...picture, ...args]);
    const photo = Buffer.concat([
      await readFile(file('motion-base.jpg')),
      await readFile(file(name)),
      Buffer.from('SEFT'),
    ]);
    await writeFile(file(`${name}.jpg`), photo);
    return photo;
  };

  const motionPhotos = [
    ['motion-loci.mp4', tag],
    ['motion-xyz.mov', tag],
    ['motion-key.mov', key],
  ] as const;
  for (const [cases, options] of sampled(motionPhotos, ([name]) => name === 'motion-loci.mp4'))
    test.for(cases)('discloses its position (%s)', options, async ([name, args]) => {
      await motionPhoto(name, args);
      const place = placeOf(await run(`${name}.jpg`));
      expect(place['latitude']).toBeCloseTo(hamburg.latitude, 3);
      expect(place['where']).toBe('the attached video');
    });

  test('without a position, or without a whole movie, discloses none', async () => {
    await motionPhoto('motion-none.mp4', []);
    expect(await run('motion-none.mp4.jpg')).toEqual([]);
    const photo = await motionPhoto('motion-cut.mp4', tag);
    expect(placesInAttachedMovies(photo)).toHaveLength(1);
    expect(placesInAttachedMovies(photo.subarray(0, photo.lastIndexOf('loci')))).toEqual([]);
    // Boxes within boxes to any depth are not followed.
    const nested = Buffer.alloc(100_000);
    for (let at = 0; at < nested.length; at += 8) {
      nested.writeUInt32BE(nested.length - at, at);
      nested.write('udta', at + 4);
    }
    const movie = Buffer.concat([Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'), nested]);
    movie.write('moov', 20);
    expect(placesInAttachedMovies(movie)).toEqual([]);
  });
});

describe('subtitles', () => {
  test.for([
    // The forms of DJI, Autel and of dashboard cameras.
    ['F/2.8, SS 640, ISO 100, EV 0, GPS (9.99222, 53.55028, 18), D 24.1m, H 31.2m'],
    ['HOME(9.9,53.5) GPS(9.99222,53.55028,18) BAROMETER:64.3'],
    ['[iso: 100] [latitude: 53.55028] [longitude: 9.99222] [rel_alt: 18.000]'],
    ['[latitude : 53.55028] [longtitude : 9.99222]'],
    ['HOME(E: 9.9, N: 53.5) GPS(E: 9.99222, N: 53.55028, 18.0m)'],
    ['Lat: 53.55028 Lon: 9.99222'],
    ['$GPRMC,082138,A,5333.0168,N,00959.5332,E,012.5,87.86,050213,,,A'],
    ['$GNGGA,082138.00,5333.0168,N,00959.5332,E,1,08,0.9,18.0,M,,M,,'],
  ] as const)('%s', ([text]) => {
    const place = positionInText(text);
    expect(place?.latitude).toBeCloseTo(hamburg.latitude, 4);
    expect(place?.longitude).toBeCloseTo(hamburg.longitude, 4);
  });

  test('with the latitude first are recognised by a longitude beyond 90 degrees', () => {
    expect(positionInText('GPS (37.8166, -122.3699, 15)')).toEqual({
      latitude: 37.8166,
      longitude: -122.3699,
    });
  });

  test.for([
    ['GPS (0.0000, 0.0000, 0), D 0m'],
    ['We lost the GPS (again), at about 48 degrees.'],
    ['The ratio is 12.345, 67.890.'],
    ['lat: unknown, lon: unknown'],
    ['GPS (9.9, 53.5) is only a place in a story'],
    ['$GPRMC,082138,V,,,,,,,050213,,,N'],
  ] as const)('%s: no position', ([text]) => {
    expect(positionInText(text)).toBeNull();
  });

  const drones = [
    ['drone.mp4', 'mov_text'],
    ['drone.mov', 'mov_text'],
    ['drone.mkv', 'srt'],
    ['drone-ass.mkv', 'ass'],
  ] as const;
  for (const [cases, options] of sampled(drones, ([name]) => name === 'drone.mp4'))
    test.for(cases)('of %s disclose the first position', options, async ([name, codec]) => {
      // The first subtitle was written before the drone had a position.
      const texts = ['0.0000,0.0000', '9.99222,53.55028', '9.99322,53.55128'].map(
        (place, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\nGPS(${place},18)\n\n`,
      );
      await writeFile(file('drone.srt'), texts.join(''));
      const inputs = [...picture, '-i', file('drone.srt'), '-map', '0', '-map', '1'];
      await make(file(name), [...inputs, '-c:s', codec]);
      const place = placeOf(await run(name));
      expect(place).toMatchObject(hamburg);
      expect(place['where']).toBe(
        'the subtitles of stream 1 at 0:01.00, the first of 2 texts with a position',
      );
    });
});

test('the position 0, 0 is none, but a position on the equator or the prime meridian is one', () => {
  expect(parseIso6709('+00.0000+000.0000/')).toBeNull();
  expect(parseIso6709('+51.4779+000.0000/')).toEqual({ latitude: 51.4779, longitude: 0 });
  expect(parseIso6709('+00.0000+006.7314/')).toEqual({ latitude: 0, longitude: 6.7314 });
});
