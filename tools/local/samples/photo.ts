import { readFile, writeFile } from 'node:fs/promises';
import { make } from './ffmpeg.ts';

/** GPS position in the sample photo, in degrees: the town hall of Hamburg. */
export const photoDefects = { latitude: 53.55028, longitude: 9.99222 } as const;

export async function makePhoto(file: string): Promise<void> {
  await make(file, ['-f', 'lavfi', '-i', 'testsrc2=size=640x480', '-frames:v', '1', '-q:v', '4']);
  await writeFile(file, withPosition(await readFile(file), photoDefects));
}

/** Inserts an Exif segment with a GPS position (degrees) into a JPEG, after the start marker. */
export function withPosition(
  jpeg: Buffer,
  { latitude, longitude }: { latitude: number; longitude: number },
): Buffer {
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), gpsTiff(latitude, longitude)]);
  const header = Buffer.from([0xff, 0xe1, 0, 0]);
  header.writeUInt16BE(exif.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), header, exif, jpeg.subarray(2)]);
}

const ascii = 2;
const long = 4;
const rational = 5;

/** Builds a TIFF structure. Its only directory entry points to a GPS directory (Exif 2.32, 4.6.3 and 4.6.6). */
function gpsTiff(latitude: number, longitude: number): Buffer {
  const gpsOffset = 8 + 2 + 12 + 4;
  const dataOffset = gpsOffset + 2 + 4 * 12 + 4;
  const head = Buffer.from('II*\0\x08\0\0\0', 'latin1');
  const ifd0 = directory([entry(0x8825, long, 1, gpsOffset)]);
  const gps = directory([
    entry(1, ascii, 2, (latitude < 0 ? 'S' : 'N').charCodeAt(0)),
    entry(2, rational, 3, dataOffset),
    entry(3, ascii, 2, (longitude < 0 ? 'W' : 'E').charCodeAt(0)),
    entry(4, rational, 3, dataOffset + 24),
  ]);
  return Buffer.concat([head, ifd0, gps, degrees(latitude), degrees(longitude)]);
}

function directory(entries: Buffer[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16LE(entries.length);
  return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
}

function entry(tag: number, type: number, count: number, value: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(type, 2);
  bytes.writeUInt32LE(count, 4);
  bytes.writeUInt32LE(value, 8);
  return bytes;
}

/** Encodes an angle in degrees, minutes and seconds as three rationals. The seconds have two decimals. */
function degrees(value: number): Buffer {
  const hundredths = Math.round(Math.abs(value) * 360_000);
  const parts = [
    [Math.floor(hundredths / 360_000), 1],
    [Math.floor(hundredths / 6_000) % 60, 1],
    [hundredths % 6_000, 100],
  ];
  const bytes = Buffer.alloc(24);
  for (const [index, [numerator, denominator]] of (parts as [number, number][]).entries()) {
    bytes.writeUInt32LE(numerator, index * 8);
    bytes.writeUInt32LE(denominator, index * 8 + 4);
  }
  return bytes;
}
