import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Captions } from './captions/captions.ts';
import { killGroup } from './kill-group.ts';
import { createLineReader } from './line-reader.ts';
import { asInput, inputRestrictions, type MediaTools } from './media-tools.ts';
import { isSandboxFault, programEnd } from './process-sandbox.ts';
import { maxCpuSeconds } from './sandbox-script.ts';

const tags = z.record(z.string(), z.string()).default({});

const streamReport = z.object({
  avg_frame_rate: z.string().optional(),
  bits_per_raw_sample: z.coerce.number().optional(),
  bits_per_sample: z.number().optional(),
  channel_layout: z.string().optional(),
  channels: z.int().optional(),
  codec_name: z.string().optional(),
  codec_tag_string: z.string().optional(),
  codec_type: z.string().optional(),
  color_primaries: z.string().optional(),
  color_range: z.string().optional(),
  color_space: z.string().optional(),
  color_transfer: z.string().optional(),
  disposition: z
    .object({
      attached_pic: z.number().default(0),
      captions: z.number().default(0),
      comment: z.number().default(0),
      default: z.number().default(0),
      forced: z.number().default(0),
      hearing_impaired: z.number().default(0),
      visual_impaired: z.number().default(0),
    })
    .partial()
    .optional(),
  duration: z.coerce.number().optional(),
  field_order: z.string().optional(),
  height: z.number().optional(),
  /** True if packets at the start of the stream are encrypted. Set by `probe`; ffprobe has no such field. */
  is_encrypted: z.boolean().optional(),
  /** The level in the coding of the codec, for example 41 for level 4.1 of H.264. -99 if unknown. */
  level: z.int().optional(),
  pix_fmt: z.string().optional(),
  profile: z.string().optional(),
  r_frame_rate: z.string().optional(),
  sample_aspect_ratio: z.string().optional(),
  sample_rate: z.coerce.number().optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
  start_time: z.coerce.number().optional(),
  tags,
  width: z.number().optional(),
});
/** Codecs of subtitles whose packets contain text. */
const textCodecs: readonly string[] = ['mov_text', 'subrip', 'srt', 'ass', 'ssa', 'text', 'webvtt'];

const packetReport = z.object({
  stream_index: z.int(),
  side_data_list: z.array(z.object({ side_data_type: z.string().optional() })).default([]),
});
const report = z.object({
  packets: z.array(packetReport).default([]),
  streams: z.array(streamReport).default([]),
  format: z.object({
    format_name: z.string(),
    duration: z.coerce.number().optional(),
    start_time: z.coerce.number().optional(),
    tags,
  }),
});
/** Totals of the packets of one stream. */
export interface StreamPackets {
  bytes: number;
  startSeconds: number;
  /** End of the last packet. */
  endSeconds: number;
  /** The longest time in seconds from a key frame, or from the start, to the next key frame, or to the end. */
  keyFrameSeconds: number;
}

/** The totals of streams by the number of the stream in the file. Streams without packets are missing. */
export type PacketTotals = ReadonlyMap<number, StreamPackets>;

/**
 * Report about the headers of a file. `subtitles` is present if texts of subtitles were read, and `packetTotals` if all
 * packets were read. Each is null if that failed. `captions` is present if the captions were read.
 */
export type ProbeReport = Omit<z.infer<typeof report>, 'packets'> & {
  subtitles?: readonly SubtitleText[] | null;
  packetTotals?: PacketTotals | null;
  captions?: Captions;
};
export type Stream = ProbeReport['streams'][number];

/**
 * Names of tags that contain a position, in lower case. ffprobe ignores case when it selects tags. It reports the boxes
 * `©xyz` and `loci` as `location`, and also with the language as a suffix.
 */
export const locationTags: readonly string[] = [
  'location',
  'location-eng',
  'com.apple.quicktime.location.iso6709',
];

/** Tag under which ffmpeg reports the id of the key of a Matroska track (ContentEncKeyID, RFC 9559). */
const encryptionTag = 'enc_key_id';
/** Packets that show whether streams are encrypted. Streams with a clear start are not recognised. */
const firstPackets = '%+#64';

/**
 * Value of `-show_entries`: the fields of `report`. Without it, ffprobe would report all tags of a file, which may have
 * hundreds of megabytes. The list of stream fields also contains section names such as `tags`, which ffprobe ignores.
 */
const reportEntries = [
  `stream=${Object.keys(streamReport.shape).join(',')}`,
  'stream_disposition=attached_pic,captions,comment,default,forced,hearing_impaired,visual_impaired',
  'stream_side_data=rotation',
  `stream_tags=${['language', 'timecode', encryptionTag, ...locationTags].join(',')}`,
  'packet=stream_index',
  'packet_side_data=side_data_type',
  'format=format_name,duration,start_time',
  `format_tags=${['major_brand', 'timecode', ...locationTags].join(',')}`,
].join(':');

/**
 * Thrown if ffprobe fails, or if its report is too long or does not match the schema. `message` is the reason. Not
 * retryable.
 */
export class ProbeRefused extends Error {}

/** Thrown if ffprobe exceeded its time limit, because the file is hostile or the machine is busy. */
export class ProbeTimedOut extends Error {}

const headersTimeoutMs = 60_000;
const minPacketsTimeoutMs = 10_000;
/** Read speed of a slow disk, in bytes per millisecond. Determines the time limit for reading all packets of a file. */
const packetBytesPerMs = 20_000;
/** Returns the time limit in milliseconds for reading all packets of a local file. */
async function packetsTimeoutMs(path: string): Promise<number> {
  return minPacketsTimeoutMs + Math.ceil((await stat(path)).size / packetBytesPerMs);
}
const maxErrorCharacters = 10_000;
/** Maximum length of a report in characters. ffprobe reads at most 1,000 streams, with about 700 characters each. */
const maxReportCharacters = 2 ** 20;
/** Maximum length in characters of an output line, which describes one packet in five short fields. */
const maxPacketCharacters = 1_000;
/** Maximum length, in characters, of the reason why a report does not match the schema. */
const maxFaultCharacters = 500;

/**
 * Returns ffprobe's report on the headers of a local file. Durations are in seconds. The report is requested as JSON,
 * because in the line format a file's tags could forge fields. Throws `ProbeRefused` if the file has no known format,
 * or if the report is longer than 1 MiB or does not match the schema.
 */
export async function probe(tools: MediaTools, path: string, signal: AbortSignal): Promise<ProbeReport> {
  let json = '';
  const args = ['-read_intervals', firstPackets, '-of', 'json=compact=1', '-show_entries', reportEntries];
  await ffprobe(tools, args, path, signal, headersTimeoutMs, (text) => {
    json += text;
    if (json.length > maxReportCharacters)
      throw new ProbeRefused(`ffprobe's report exceeds ${maxReportCharacters} characters`);
  });
  return parseReport(json);
}

function parseReport(json: string): ProbeReport {
  try {
    const { packets, streams, ...rest } = report.parse(JSON.parse(json));
    const encrypted = new Set(packets.filter(isEncrypted).map(({ stream_index: index }) => index));
    const marked = streams.map((stream, index) =>
      encrypted.has(index) || stream.tags[encryptionTag] !== undefined
        ? { ...stream, is_encrypted: true }
        : stream,
    );
    return { ...rest, streams: marked };
  } catch (error) {
    const fault =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
        : String(error);
    throw new ProbeRefused(`ffprobe's report is unexpected: ${fault.slice(0, maxFaultCharacters)}`);
  }
}

function isEncrypted({ side_data_list: data }: z.infer<typeof packetReport>): boolean {
  return data.some(({ side_data_type: type }) => type === 'Encryption info');
}

/** A video or audio packet. */
export interface Packet {
  /** Number of the stream in the file, from 0. */
  stream: number;
  startSeconds: number;
  endSeconds: number;
  /** The values of the further fields, in the order of the request. */
  further: readonly string[];
}

/**
 * Reads the video and audio packets of a local file that have a time, without decoding them. Throws `ProbeRefused` if
 * ffprobe cannot read the file, and `ProbeTimedOut` if ffprobe exceeds its time limit.
 * @param request further options of ffprobe, and fields of packets that follow their times in the output
 */
export async function readPackets(
  tools: MediaTools,
  path: string,
  { options = [], fields = [] }: { options?: readonly string[]; fields?: readonly string[] },
  signal: AbortSignal,
  onPacket: (packet: Packet) => void,
): Promise<void> {
  const lines = createLineReader(maxPacketCharacters, (line) => {
    const [type, stream, pts, dts, duration, ...further] = line.split(',');
    if (type !== 'video' && type !== 'audio') return;
    const startSeconds = Number.isFinite(Number(pts)) ? Number(pts) : Number(dts);
    if (!Number.isFinite(startSeconds)) return;
    const seconds = Number.isFinite(Number(duration)) ? Number(duration) : 0;
    onPacket({ stream: Number(stream), startSeconds, endSeconds: startSeconds + seconds, further });
  });
  const entries = ['codec_type', 'stream_index', 'pts_time', 'dts_time', 'duration_time', ...fields];
  await ffprobe(
    tools,
    [...options, '-of', 'csv=print_section=0', '-show_entries', `packet=${entries.join(',')}`],
    path,
    signal,
    await packetsTimeoutMs(path),
    lines.write,
  );
  lines.end();
}

export interface PacketSpan {
  startSeconds: number;
  endSeconds: number;
}

/**
 * Returns the span from the first to the last video or audio packet of a local file. Ignores durations in headers.
 * Includes packets that edit lists hide, and adds the delay of a stream that an edit list starts later. Returns null if
 * there are no packets. Throws `ProbeRefused` if ffprobe cannot read the file, and `ProbeTimedOut` if ffprobe exceeds
 * its time limit.
 */
export async function packetSpan(
  tools: MediaTools,
  path: string,
  { format, streams }: ProbeReport,
  signal: AbortSignal,
): Promise<PacketSpan | null> {
  const spans = new Map<number, PacketSpan>();
  const hasEditLists = format.format_name.split(',').includes('mov');
  const options = hasEditLists ? ['-ignore_editlist', '1'] : [];
  await readPackets(tools, path, { options }, signal, (packet) => {
    const before = spans.get(packet.stream) ?? packet;
    spans.set(packet.stream, {
      startSeconds: Math.min(before.startSeconds, packet.startSeconds),
      endSeconds: Math.max(before.endSeconds, packet.endSeconds),
    });
  });
  if (spans.size === 0) return null;
  const shown = [...spans].map(([stream, { startSeconds, endSeconds }]) => {
    const startTime = hasEditLists ? streams[stream]?.start_time : undefined;
    const delay = Math.max(0, (startTime ?? startSeconds) - startSeconds);
    return { start: startSeconds + delay, end: endSeconds + delay };
  });
  return {
    startSeconds: Math.min(...shown.map(({ start }) => start)),
    endSeconds: Math.max(...shown.map(({ end }) => end)),
  };
}

/** Returns whether a local file has a packet of sound that is not empty. Throws like `probe`. */
export async function hasSoundPacket(tools: MediaTools, path: string, signal: AbortSignal): Promise<boolean> {
  let sizes = '';
  const first = ['-select_streams', 'a', '-read_intervals', '%+#1'];
  const args = [...first, '-of', 'csv=print_section=0', '-show_entries', 'packet=size'];
  await ffprobe(tools, args, path, signal, headersTimeoutMs, (text) => (sizes += text));
  return /[1-9]/.test(sizes);
}

/** Codecs that state the order of fields in each frame, where ffprobe does not look for it. */
const codecsWithFieldFlags: readonly string[] = ['dnxhd', 'mjpeg', 'mpeg4', 'ffv1'];

/** Adds the order of fields of the first frame to a video stream whose header does not state it. */
export async function withFieldOrder(
  tools: MediaTools,
  path: string,
  report: ProbeReport,
  index: number,
  signal: AbortSignal,
): Promise<ProbeReport> {
  const { codec_name: codec = '', field_order: declared = 'unknown' } = report.streams[index]!;
  if (declared !== 'unknown' || !codecsWithFieldFlags.includes(codec)) return report;
  const order = await firstFieldOrder(tools, path, index, signal);
  if (order === undefined) return report;
  return {
    ...report,
    streams: report.streams.with(index, { ...report.streams[index]!, field_order: order }),
  };
}

/** Returns the order of fields of the first frame in the words of ffprobe; undefined if it cannot be decoded. */
async function firstFieldOrder(
  tools: MediaTools,
  path: string,
  stream: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  let flags = '';
  const first = ['-select_streams', String(stream), '-read_intervals', '%+#1', '-of', 'csv=print_section=0'];
  const args = [...first, '-show_entries', 'frame=interlaced_frame,top_field_first'];
  try {
    await ffprobe(tools, args, path, signal, headersTimeoutMs, (text) => (flags += text));
  } catch (error) {
    if (!(error instanceof ProbeRefused)) throw error;
  }
  const order = /^\d,\d/m.exec(flags)?.[0];
  return order === undefined ? undefined : ({ '1,1': 'tt', '1,0': 'bb' }[order] ?? 'progressive');
}

/** Returns whether a file has a subtitle stream with text. */
export function hasSubtitleText({ streams }: ProbeReport): boolean {
  return streams.some((stream) => stream.codec_type === 'subtitle' && isText(stream));
}

export const isText = ({ codec_name: codec }: Pick<Stream, 'codec_name'>) =>
  codec !== undefined && textCodecs.includes(codec);

export interface SubtitleText {
  /** Index of the stream in the file. */
  stream: number;
  startSeconds: number;
  text: string;
}

/** Maximum number of packets of subtitles that are read. A drone writes one or two per second. */
const maxSubtitlePackets = 7_200;
/** Maximum length of ffprobe's output about subtitles in characters. It has about four characters per byte of text. */
const maxSubtitleCharacters = 8 * 2 ** 20;
const maxSubtitleBytes = 2_000;
/** Maximum length of an output line, which contains 16 bytes of a packet. */
const maxDumpCharacters = 200;

/**
 * Returns the first texts of the subtitle streams of a local file, at most 2,000 bytes of each. Returns null if ffprobe
 * cannot read them or exceeds its time limit.
 */
export async function subtitleTexts(
  tools: MediaTools,
  path: string,
  { streams }: ProbeReport,
  signal: AbortSignal,
): Promise<SubtitleText[] | null> {
  const texts: SubtitleText[] = [];
  const limits = {
    packets: maxSubtitlePackets,
    characters: maxSubtitleCharacters,
    packetBytes: maxSubtitleBytes,
  };
  const outcome = await readSubtitlePackets(
    tools,
    path,
    limits,
    signal,
    ({ stream, startSeconds, bytes }) => {
      const { codec_name: codec } = streams[stream] ?? {};
      if (!isText({ codec_name: codec })) return;
      // In MP4, the length of a text precedes it (3GPP TS 26.245, 5.17).
      const start = codec === 'mov_text' ? 2 : 0;
      texts.push({ stream, startSeconds: startSeconds ?? 0, text: bytes.toString('utf8', start) });
    },
  );
  return outcome === 'failed' ? null : texts;
}

/** A packet of a subtitle stream. Times are those of the file, in seconds; null if the packet has none. */
export interface SubtitlePacket {
  /** Index of the stream in the file. */
  stream: number;
  startSeconds: number | null;
  durationSeconds: number | null;
  /** The first bytes of the packet. */
  bytes: Buffer;
}

/** Limits of reading subtitles. */
export interface SubtitleLimits {
  /** Maximum number of packets. */
  packets: number;
  /** Maximum length of ffprobe's output in characters. It has about four characters per byte of a packet. */
  characters: number;
  /** Maximum bytes that are kept of a packet. */
  packetBytes: number;
}

/**
 * Reads the packets of the subtitle streams of a local file. Returns `cut` if `limits.characters` ended the reading,
 * and `failed` if ffprobe cannot read the file or exceeds its time limit.
 */
export async function readSubtitlePackets(
  tools: MediaTools,
  path: string,
  limits: SubtitleLimits,
  signal: AbortSignal,
  onPacket: (packet: SubtitlePacket) => void,
): Promise<'whole' | 'cut' | 'failed'> {
  let current: (Omit<SubtitlePacket, 'bytes'> & { hex: string }) | null = null;
  const add = () => {
    if (current === null) return;
    const { hex, ...packet } = current;
    current = null;
    onPacket({ ...packet, bytes: Buffer.from(hex, 'hex') });
  };
  const lines = createLineReader(maxDumpCharacters, (line) => {
    const [, stream, start, duration] = /^(\d+),([\d.N/A-]+),([\d.N/A-]+),"$/.exec(line) ?? [];
    if (stream !== undefined) {
      add();
      current = {
        stream: Number(stream),
        startSeconds: secondsOf(start),
        durationSeconds: secondsOf(duration),
        hex: '',
      };
    }
    const bytes = /^[\da-f]{8}: ((?:[\da-f]{2,4} )+)/.exec(line)?.[1]?.replaceAll(' ', '');
    if (bytes !== undefined && current !== null && current.hex.length < 2 * limits.packetBytes)
      current.hex += bytes;
  });
  const args = ['-select_streams', 's', '-read_intervals', `%+#${limits.packets}`, '-show_data'];
  const entries = 'packet=stream_index,pts_time,duration_time,data';
  const fields = ['-of', 'csv=print_section=0', '-show_entries', entries];
  const timeoutMs = await packetsTimeoutMs(path);
  let characters = 0;
  let outcome: 'whole' | 'cut' = 'whole';
  try {
    await ffprobe(tools, [...args, ...fields], path, signal, timeoutMs, (text) => {
      lines.write(text);
      characters += text.length;
      if (characters > limits.characters) throw new OutputLimit();
    });
  } catch (error) {
    if (error instanceof ProbeRefused || error instanceof ProbeTimedOut) return 'failed';
    if (!(error instanceof OutputLimit)) throw error;
    outcome = 'cut';
  }
  lines.end();
  add();
  return outcome;
}

/** Returns a time that ffprobe printed; null if it printed none. */
function secondsOf(text: string | undefined): number | null {
  const seconds = Number(text);
  return Number.isFinite(seconds) ? seconds : null;
}

/** Thrown to end ffprobe when enough of its output has been read. */
class OutputLimit extends Error {}

/**
 * Runs ffprobe and passes its output to `onOutput`. If `onOutput` throws, ffprobe is killed and the error is thrown.
 */
async function ffprobe(
  tools: MediaTools,
  args: readonly string[],
  path: string,
  signal: AbortSignal,
  timeoutMs: number,
  onOutput: (text: string) => void,
): Promise<void> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  await new Promise<void>((resolve, reject) => {
    const { cwd, name } = asInput(path);
    const child = spawn(tools.ffprobe, ['-v', 'error', ...inputRestrictions, ...args, name], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const stop = AbortSignal.any([signal, timeout]);
    const onStop = () => {
      killGroup(child);
      if (signal.aborted) reject(signal.reason as Error);
      else reject(new ProbeTimedOut(`ffprobe took longer than ${timeoutMs / 1000} s`));
    };
    stop.addEventListener('abort', onStop);
    let errorText = '';
    child.stderr.on(
      'data',
      (chunk: Buffer) => (errorText = (errorText + chunk.toString()).slice(-maxErrorCharacters)),
    );
    const failureOf = (code: number | null, killedBy: NodeJS.Signals | null): Error => {
      const how = killedBy ?? `exit code ${code}`;
      switch (programEnd(code, killedBy)) {
        case 'exited':
          return new ProbeRefused(lastLine());
        case 'crashed':
          return new ProbeRefused(`ffprobe crashed (${how})`);
        case 'timed out':
          return new ProbeRefused(`ffprobe used more than ${maxCpuSeconds} s of processor time`);
        case 'killed':
          return new Error(`ffprobe was killed (${how})`);
      }
    };
    const lastLine = () => errorText.trim().split('\n').at(-1)!;
    let fault: Error | null = null;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (fault !== null) return;
      try {
        onOutput(text);
      } catch (error) {
        fault = error as Error;
        killGroup(child);
      }
    });
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      stop.removeEventListener('abort', onStop);
      if (fault !== null) reject(fault);
      else if (code === 0) resolve();
      else if (isSandboxFault(lastLine())) reject(new Error(lastLine()));
      else reject(failureOf(code, killedBy));
    });
  });
}
