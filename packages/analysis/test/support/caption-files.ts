import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { make } from '../../../../tools/local/samples/ffmpeg.ts';

/** A caption to write: the times in seconds, and the rows. */
export type MadeCue = readonly [startSeconds: number, endSeconds: number, ...rows: string[]];

/** Two bytes of CEA-608 without parity. */
type Pair = readonly [number, number];

/** Five captions that follow the thresholds of all rules. */
export const goodCues: readonly MadeCue[] = [
  [0.5, 2, 'Good morning.'],
  [2.5, 4.5, 'The train to the coast', 'leaves at nine.'],
  [4.5, 6, 'Platform two!'],
  [6.6, 8.8, 'Please keep your bags', 'with you at all times.'],
  [9, 11, 'Café ñandú, half price.'],
];

function clock(seconds: number, mark: string): string {
  const iso = new Date(Math.round(seconds * 1000)).toISOString();
  return iso.slice(11, 23).replace('.', mark);
}

export function subRip(cues: readonly MadeCue[]): string {
  return cues
    .map(
      ([start, end, ...rows], index) =>
        `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${rows.join('\n')}\n\n`,
    )
    .join('');
}

export function webVtt(cues: readonly MadeCue[]): string {
  const blocks = cues.map(
    ([start, end, ...rows]) => `${clock(start, '.')} --> ${clock(end, '.')}\n${rows.join('\n')}\n\n`,
  );
  return `WEBVTT\n\n${blocks.join('')}`;
}

/** Sets the parity bit of a byte so that its number of ones is odd. */
export function withParity(byte: number): number {
  const ones = byte.toString(2).replaceAll('0', '').length;
  return ones % 2 === 1 ? byte : byte | 0x80;
}

/** Preamble address codes of the rows 11 to 15. */
const preambles: readonly Pair[] = [
  [0x10, 0x40],
  [0x13, 0x40],
  [0x13, 0x60],
  [0x14, 0x40],
  [0x14, 0x60],
];
const letters: Readonly<Record<string, number>> = { á: 0x2a, é: 0x5c, í: 0x5e, ó: 0x5f, ú: 0x60, ñ: 0x7e };

const twice = (first: number, second: number): Pair[] => [
  [first, second],
  [first, second],
];

/** Returns the pairs that write the rows of a caption to the hidden memory. Pairs of one list must stay together. */
function loadPairs(rows: readonly string[]): Pair[][] {
  const text = (row: string) => {
    const codes = Array.from(row, (letter) => letters[letter] ?? letter.charCodeAt(0));
    return Array.from({ length: Math.ceil(codes.length / 2) }, (_, at): Pair[] => [
      [codes[2 * at]!, codes[2 * at + 1] ?? 0],
    ]);
  };
  const places = preambles.slice(-rows.length);
  return [
    twice(0x14, 0x20),
    twice(0x14, 0x2e),
    ...rows.flatMap((row, index) => [twice(...places[index]!), ...text(row)]),
  ];
}

/** Returns pairs that write the rows of a caption to the hidden memory. Pairs of one list must stay together. */
export function popOn(cues: readonly MadeCue[], frames: number, rate: number): Pair[] {
  const pairs: (Pair | undefined)[] = Array.from({ length: frames });
  const frameOf = (seconds: number) => Math.round(seconds * rate);
  const put = (at: number, some: readonly Pair[]) => {
    for (const [index, pair] of some.entries()) pairs[at + index] = pair;
  };
  for (const [start, end] of cues) {
    put(frameOf(start), twice(0x14, 0x2f));
    const isReplaced = cues.some(([other]) => frameOf(other) === frameOf(end));
    if (!isReplaced) put(frameOf(end), twice(0x14, 0x2c));
  }
  for (const [start, , ...rows] of cues) {
    let at = frameOf(start);
    for (const unit of loadPairs(rows).toReversed()) {
      do at -= 1;
      while (unit.some((_, index) => pairs[at - index] !== undefined));
      at -= unit.length - 1;
      put(at, unit);
    }
  }
  return pairs.slice(0, frames).map((pair) => pair ?? [0, 0]);
}

/** Returns pop-on captions as a file of Scenarist closed captions, which ffmpeg reads. */
export function scenarist(cues: readonly MadeCue[], frames: number): string {
  const lines: string[] = [];
  let isRun = false;
  for (const [frame, pair] of popOn(cues, frames, 30_000 / 1001).entries()) {
    const isEmpty = pair[0] === 0 && pair[1] === 0;
    const seconds = String(Math.floor(frame / 30)).padStart(2, '0');
    const hex = Buffer.from(pair.map(withParity)).toString('hex');
    const time = `00:00:${seconds}:${String(frame % 30).padStart(2, '0')}`;
    if (!isEmpty && isRun) lines.push(`${lines.pop()!} ${hex}`);
    else if (!isEmpty) lines.push(`${time}\t${hex}`);
    isRun = !isEmpty;
  }
  // ffmpeg leaves out the last line.
  return `Scenarist_SCC V1.0\n\n${[...lines, '00:00:59:00\t8080'].join('\n\n')}\n`;
}

/** The triple of `cc_data` for a pair of field 1, with parity. */
export const triple = ([first, second]: Pair): number[] => [0xfc, withParity(first), withParity(second)];

/** Returns a unit of SEI with `cc_data` (ATSC A/53 Part 4), with the bytes that keep start codes out. */
function captionUnit(codec: 'h264' | 'hevc', triples: readonly number[]): Buffer {
  const data = [
    ...[0xb5, 0x00, 0x31, ...Buffer.from('GA94'), 0x03, 0x40 | (triples.length / 3), 0xff, ...triples, 0xff],
  ];
  const payload = [4, data.length, ...data, 0x80];
  const escaped: number[] = [];
  for (const byte of payload) {
    if (byte <= 3 && escaped.at(-1) === 0 && escaped.at(-2) === 0) escaped.push(3);
    escaped.push(byte);
  }
  return Buffer.from([0, 0, 1, ...(codec === 'h264' ? [6] : [39 << 1, 1]), ...escaped]);
}

/** Returns an elementary stream with captions before the first slice of each picture. It must have no B pictures. */
export function withCaptions(
  codec: 'h264' | 'hevc',
  stream: Buffer,
  triplesOf: (picture: number) => number[],
): Buffer {
  const parts: Buffer[] = [];
  let picture = 0;
  let copied = 0;
  for (let at = stream.indexOf('000001', 0, 'hex'); at >= 0; at = stream.indexOf('000001', at + 3, 'hex')) {
    const header = stream[at + 3]!;
    const isSlice = codec === 'h264' ? [1, 5].includes(header & 31) : ((header >> 1) & 63) < 32;
    const isFirst = (stream[at + (codec === 'h264' ? 4 : 5)]! & 0x80) !== 0;
    if (!isSlice || !isFirst) continue;
    const from = stream[at - 1] === 0 ? at - 1 : at;
    const triples = triplesOf(picture++);
    parts.push(stream.subarray(copied, from), ...(triples.length === 0 ? [] : [captionUnit(codec, triples)]));
    copied = from;
  }
  return Buffer.concat([...parts, stream.subarray(copied)]);
}

const encoders = {
  h264: ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0'],
  hevc: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'bframes=0:log-level=none'],
};

/** Writes a video of 12 s at 30 frames per second with CEA-608 captions in its pictures. */
export async function writeWithCaptions(
  file: string,
  codec: 'h264' | 'hevc',
  triplesOf: (picture: number) => number[],
): Promise<void> {
  const plain = `${file}.plain.${codec}`;
  const coded = `${file}.${codec}`;
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=30:duration=12', '-pix_fmt', 'yuv420p'];
  await make(plain, [...picture, ...encoders[codec], '-f', codec]);
  await writeFile(coded, withCaptions(codec, await readFile(plain), triplesOf));
  await make(file, ['-r', '30', '-i', coded, '-c', 'copy']);
}

/** Writes a video of 12 s with the given captions as a text track. The name of `file` decides the container. */
export async function writeWithText(
  file: string,
  text: string | Buffer,
  { format = 'srt', codec = 'copy', language = 'eng', rate = '25' } = {},
): Promise<void> {
  const captions = `${file}.${format}`;
  await writeFile(captions, text);
  const picture = path.join(path.dirname(file), `caption-picture-${process.pid}-${rate}.mp4`);
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=160x90:rate=${rate}:duration=12`];
  await make(picture, [...source, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']);
  await make(file, [
    ...['-i', picture, '-i', captions, '-map', '0', '-map', '1', '-c:v', 'copy'],
    ...['-c:s', codec, '-metadata:s:s:0', `language=${language}`],
  ]);
}
