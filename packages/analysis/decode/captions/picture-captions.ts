import { stat } from 'node:fs/promises';
import { writableTo } from '../ffmpeg-command.ts';
import { createLineReader } from '../line-reader.ts';
import type { MediaTools } from '../media-tools.ts';
import { DecodeFailed, DecodeTimedOut, runFfmpeg } from '../run-ffmpeg.ts';
import { captionData, type CaptionData } from './caption-data.ts';

/** The types of units that have captions: SEI of H.264 and HEVC, and user data of MPEG-2 (ATSC A/53 Part 4, 6.2.3). */
const unitTypes: Readonly<Record<string, string>> = { h264: '6', hevc: '39|40', mpeg2video: '178' };

/** Maximum bytes of the units of one picture. The captions of a picture have at most 100. */
const maxUnitBytes = 2 ** 16;
/** Maximum bytes that wait for their entry in the list of packets. */
const maxBufferedBytes = 2 ** 24;
/** Number of pictures that a decoder holds back to sort them. H.264 and HEVC allow 16 frames, which are 32 fields. */
const maxReordered = 33;
const minTimeoutMs = 60_000;
/** Slowest speed of copying, in bytes per millisecond. */
const bytesPerMs = 2_000;

/**
 * Reads the captions in the coded picture of a local file, in the order in which the pictures are shown. Copies only
 * the units that can have captions, so no picture is decoded. Returns false if ffmpeg cannot read the file to its end.
 * @param read `onData` is called with seconds from the start of the file
 */
export async function readPictureCaptions(
  tools: MediaTools,
  path: string,
  { index, codec }: { index: number; codec: string },
  signal: AbortSignal,
  { onData }: { onData: (seconds: number, data: CaptionData) => void },
): Promise<boolean> {
  const units = unitTypes[codec];
  if (units === undefined) return true;
  const pictures: { seconds: number; data: CaptionData[] }[] = [];
  const show = (count: number) => {
    for (const { seconds, data } of pictures.splice(0, count)) for (const one of data) onData(seconds, one);
  };
  const flooded = new AbortController();
  const onFlood = () => flooded.abort();
  const packets = createPacketReader(onFlood, (seconds, bytes) => {
    const data = unitsOf(bytes).flatMap((unit) => captionsOf(codec, unit));
    if (data.length === 0) return;
    const after = pictures.findLastIndex((picture) => picture.seconds <= seconds);
    pictures.splice(after + 1, 0, { seconds, data });
    if (pictures.length > maxReordered) show(1);
  });
  const copy = [
    '-map',
    `0:${index}`,
    '-c',
    'copy',
    '-copyinkf',
    '-bsf:v',
    `filter_units=pass_types=${units}`,
  ];
  const list = createLineReader(1_000, packets.onLine);
  const timeoutMs = minTimeoutMs + Math.ceil((await stat(path)).size / bytesPerMs);
  try {
    await runFfmpeg(
      { tools, path, signal: AbortSignal.any([signal, flooded.signal]), timeoutMs },
      [],
      [
        // The list comes first, so that the size of a packet is known before its bytes.
        {
          target: writableTo((chunk) => list.write(chunk.toString('latin1'))),
          options: [...copy, '-flush_packets', '1', '-f', 'framecrc'],
        },
        { target: writableTo(packets.onBytes), options: [...copy, '-f', 'data'] },
      ],
      () => undefined,
    );
  } catch (error) {
    signal.throwIfAborted();
    const isFault = error instanceof DecodeFailed || error instanceof DecodeTimedOut;
    if (!isFault && !flooded.signal.aborted) throw error;
    show(pictures.length);
    return false;
  }
  list.end();
  show(pictures.length);
  return true;
}

/** Joins the bytes of packets with the list of their times and sizes, which ffmpeg writes to another output. */
function createPacketReader(onFlood: () => void, onPacket: (seconds: number, bytes: Buffer) => void) {
  const listed: { seconds: number; size: number }[] = [];
  let chunks: Buffer[] = [];
  let buffered = 0;
  let skipped = 0;
  let timeBase = NaN;
  const drain = () => {
    while (listed.length > 0) {
      const { seconds, size } = listed[0]!;
      const kept = Math.min(size, maxUnitBytes);
      if (buffered + skipped < size) {
        // Bytes beyond the limit of a packet are dropped as they arrive.
        if (buffered > kept) {
          skipped += buffered - kept;
          chunks = [Buffer.concat(chunks).subarray(0, kept)];
          buffered = kept;
        }
        return;
      }
      const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      const rest = all.subarray(size - skipped);
      listed.shift();
      chunks = rest.length === 0 ? [] : [rest];
      buffered = rest.length;
      skipped = 0;
      if (Number.isFinite(seconds)) onPacket(seconds, all.subarray(0, kept));
    }
  };
  return {
    onBytes: (chunk: Buffer) => {
      chunks.push(chunk);
      buffered += chunk.length;
      drain();
      if (buffered > maxBufferedBytes) onFlood();
    },
    onLine: (line: string) => {
      const [, over, under] = /^#tb 0: (\d+)\/(\d+)$/.exec(line) ?? [];
      if (over !== undefined) timeBase = Number(over) / Number(under);
      const [stream, dts, pts, , size] = line.split(',').map(Number);
      if (line.startsWith('#') || stream !== 0 || !Number.isInteger(size)) return;
      // ffmpeg writes a missing time as the smallest number of 64 bits.
      const time = Number.isFinite(pts) && Math.abs(pts!) < 2 ** 60 ? pts! : dts!;
      listed.push({ seconds: Math.abs(time) < 2 ** 60 ? time * timeBase : NaN, size: size! });
      drain();
    },
  };
}

/** Returns the units of a packet between the start codes 00 00 01. */
function unitsOf(bytes: Buffer): Buffer[] {
  const units: Buffer[] = [];
  const startCode = Buffer.of(0, 0, 1);
  for (let at = bytes.indexOf(startCode); at >= 0;) {
    const next = bytes.indexOf(startCode, at + 3);
    units.push(bytes.subarray(at + 3, next < 0 ? bytes.length : next));
    at = next;
  }
  return units;
}

function captionsOf(codec: string, unit: Buffer): CaptionData[] {
  if (codec === 'mpeg2video') return userDataCaptions(unit.subarray(1));
  return seiMessages(withoutEscapes(unit.subarray(codec === 'h264' ? 1 : 2))).flatMap((message) =>
    // `itu_t_t35_country_code` of the United States and `provider_code` of ATSC.
    message.length > 3 && message.readUIntBE(0, 3) === 0xb50031 ? userDataCaptions(message.subarray(3)) : [],
  );
}

/** Removes the bytes that keep start codes out of the payload (ITU-T H.264, 7.4.1). */
function withoutEscapes(unit: Buffer): Buffer {
  const plain: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    plain.push(byte);
  }
  return Buffer.from(plain);
}

const registeredUserData = 4;

/** Returns the messages of registered user data in a unit of SEI (ITU-T H.264, 7.3.2.3.1). */
function seiMessages(payload: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  let at = 0;
  const number = () => {
    let value = 0;
    while (payload[at] === 0xff) {
      value += 0xff;
      at += 1;
    }
    return value + (payload[at++] ?? 0);
  };
  while (at + 2 < payload.length) {
    const type = number();
    const size = number();
    if (type === registeredUserData) messages.push(payload.subarray(at, at + size));
    at += size;
  }
  return messages;
}

/** Returns the captions of user data with the identifier `GA94` and the type 3 (ATSC A/53 Part 4, 6.2.3.1). */
function userDataCaptions(data: Buffer): CaptionData[] {
  if (data.length < 7 || data.toString('latin1', 0, 4) !== 'GA94' || data[4] !== 3) return [];
  const flags = data[5]!;
  const isUsed = (flags & 0x40) !== 0;
  return isUsed ? captionData(data.subarray(7, 7 + 3 * (flags & 0x1f))) : [];
}
