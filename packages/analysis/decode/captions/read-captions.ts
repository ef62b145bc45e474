import type { MediaTools } from '../media-tools.ts';
import { isText, type ProbeReport, readSubtitlePackets, type Stream } from '../ffprobe.ts';
import { examinedStreams, ratioOf } from '../streams.ts';
import { captionData } from './caption-data.ts';
import type { Captions, CaptionTrack, UnreadCaptions } from './captions.ts';
import { createCea608Decoder, maxCues } from './cea608.ts';
import { readPictureCaptions } from './picture-captions.ts';
import { textCue } from './text-cue.ts';

const pictureCodecs: readonly string[] = [
  'hdmv_pgs_subtitle',
  'dvb_subtitle',
  'dvd_subtitle',
  'xsub',
  'hdmv_text_subtitle',
];
/** Tags of MP4 tracks with captions that ffmpeg does not read: TTML and WebVTT (ISO/IEC 14496-30). */
const unreadTags: readonly string[] = ['stpp', 'wvtt', 'c708'];

/** Limits of reading the subtitle streams of a file. Three hours of CEA-608 have 32 MiB of output. */
const limits = { packets: 1_000_000, characters: 32 * 2 ** 20, packetBytes: 8_000 };
/** Maximum number of characters of all captions of a file. A feature film has about 60,000 per language. */
const maxCharacters = 2 ** 22;
/** Largest time in seconds that is kept. */
const maxSeconds = 360_000;
const maxLanguageCharacters = 40;
/** Interval of pairs of bytes in a CEA-608 track, which has the rate of NTSC (CEA-608-E, 4.1). */
const pairSeconds = 1001 / 30_000;

/** Reads the captions of a local video: the text streams, and CEA-608 in a track and in the coded picture. */
export async function readCaptions(
  tools: MediaTools,
  path: string,
  report: ProbeReport,
  signal: AbortSignal,
): Promise<Captions> {
  const { streams } = report;
  const { picture } = examinedStreams(report);
  const unread: UnreadCaptions[] = streams.flatMap((stream, index) => {
    const reason = unreadReason(stream);
    return reason === null ? [] : [{ stream: index, codec: codecName(stream), reason }];
  });
  const read = streams.some(isReadable)
    ? await readStreams(tools, path, report, signal)
    : { tracks: [], fields: [] };
  if (read === null) {
    const failed = streams.flatMap((stream, index) =>
      isReadable(stream) ? [{ stream: index, codec: codecName(stream), reason: 'failed' as const }] : [],
    );
    unread.push(...failed);
  }
  const inPicture = picture === null ? null : await readPicture(tools, path, report, picture, signal);
  const tracks = [...(read?.tracks ?? []), ...(inPicture?.tracks ?? [])];
  return {
    tracks: tracks.filter(({ cues }) => cues.length > 0),
    fields: [...(read?.fields ?? []), ...(inPicture?.fields ?? [])],
    unread: [...unread, ...(inPicture?.unread ?? [])],
    frameSeconds: picture === null ? null : frameSecondsOf(picture.stream),
  };
}

const codecName = ({ codec_name: codec, codec_tag_string: tag }: Stream) =>
  (codec ?? tag ?? 'unknown').slice(0, maxLanguageCharacters);

function unreadReason(stream: Stream): UnreadCaptions['reason'] | null {
  const { codec_name: codec = '', codec_tag_string: tag = '', codec_type: type } = stream;
  if (pictureCodecs.includes(codec)) return 'pictures';
  if (isReadable(stream)) return null;
  if (tag === 'c708') return 'cea708';
  return type === 'subtitle' || unreadTags.includes(tag) ? 'format' : null;
}

const isCea608 = ({ codec_name: codec }: Stream) => codec === 'eia_608';

/** Returns whether a stream has captions that are read. Later versions of ffmpeg name WebVTT in MP4 `webvtt`. */
function isReadable(stream: Stream): boolean {
  return (isText(stream) || isCea608(stream)) && !unreadTags.includes(stream.codec_tag_string ?? '');
}

const inMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

function frameSecondsOf({ avg_frame_rate: mean, r_frame_rate: declared }: Stream): number | null {
  const rate = ratioOf(mean) || ratioOf(declared);
  return rate > 1 ? 1 / rate : null;
}

/** Returns what is known of a track before its captions are read. */
function emptyTrack({ streams }: ProbeReport, index: number): CaptionTrack {
  const { tags, disposition, ...stream } = streams[index]!;
  const uses = (['forced', 'hearing_impaired', 'captions'] as const).filter(
    (use) => disposition?.[use] === 1,
  );
  const language = tags['language']?.slice(0, maxLanguageCharacters) ?? 'und';
  return {
    stream: index,
    codec: isText(stream) ? stream.codec_name! : 'cea608',
    channel: null,
    language: language === 'und' ? null : language,
    uses,
    cues: [],
    isCut: false,
  };
}

/** Reads the subtitle streams; null if ffprobe cannot read them. */
async function readStreams(
  tools: MediaTools,
  path: string,
  report: ProbeReport,
  signal: AbortSignal,
): Promise<Pick<Captions, 'tracks' | 'fields'> | null> {
  const texts = new Map<number, CaptionTrack>();
  const decoders = new Map<
    number,
    { decoder: ReturnType<typeof createCea608Decoder>; nextSeconds: [number, number] }
  >();
  const startOfFile = report.format.start_time ?? 0;
  let characters = 0;
  const outcome = await readSubtitlePackets(tools, path, limits, signal, (packet) => {
    const stream = report.streams[packet.stream];
    const startSeconds = (packet.startSeconds ?? NaN) - startOfFile;
    if (stream === undefined || !isReadable(stream) || !(Math.abs(startSeconds) < maxSeconds)) return;
    if (isCea608(stream)) {
      let track = decoders.get(packet.stream);
      if (track === undefined) {
        track = { decoder: createCea608Decoder(), nextSeconds: [0, 0] };
        decoders.set(packet.stream, track);
      }
      // A sample can have the pairs of many frames, but each field of a frame has only one pair.
      for (const { field, first, second } of captionData(packet.bytes)) {
        if (field > 2) continue;
        const seconds = Math.max(startSeconds, track.nextSeconds[field - 1]!);
        track.decoder.add(inMilliseconds(seconds), field as 1 | 2, first, second);
        track.nextSeconds[field - 1] = seconds + pairSeconds;
      }
      return;
    }
    let track = texts.get(packet.stream);
    if (track === undefined) {
      track = emptyTrack(report, packet.stream);
      texts.set(packet.stream, track);
    }
    const cue = textCue(track.codec, packet.bytes);
    const endSeconds =
      packet.durationSeconds === null
        ? null
        : Math.min(maxSeconds, startSeconds + Math.max(0, packet.durationSeconds));
    if (cue === null || (endSeconds !== null && endSeconds < 0)) return;
    characters += cue.rows.join('').length;
    if (track.cues.length >= maxCues || characters > maxCharacters) track.isCut = true;
    else
      track.cues.push({
        startSeconds: inMilliseconds(Math.max(0, startSeconds)),
        endSeconds: endSeconds === null ? null : inMilliseconds(endSeconds),
        ...cue,
      });
  });
  if (outcome === 'failed') return null;
  const text = [...texts.values()].map((track) => ({
    ...track,
    cues: track.cues.toSorted((a, b) => a.startSeconds - b.startSeconds),
  }));
  const cea608 = [...decoders].map(([stream, { decoder }]) => tracksOf(report, stream, decoder));
  return {
    tracks: [...text, ...cea608.flatMap(({ tracks }) => tracks)].map((track) => ({
      ...track,
      isCut: track.isCut || outcome === 'cut',
    })),
    fields: cea608.flatMap(({ fields }) => fields),
  };
}

function tracksOf(
  report: ProbeReport,
  stream: number,
  decoder: ReturnType<typeof createCea608Decoder>,
): Pick<Captions, 'tracks' | 'fields'> {
  const { channels, fields } = decoder.end();
  return {
    tracks: channels.map((channel) => ({ ...emptyTrack(report, stream), ...channel, codec: 'cea608' })),
    fields: fields.map((field) => ({ ...field, stream })),
  };
}

async function readPicture(
  tools: MediaTools,
  path: string,
  report: ProbeReport,
  { index, stream }: { index: number; stream: Stream },
  signal: AbortSignal,
): Promise<Pick<Captions, 'tracks' | 'fields' | 'unread'>> {
  const decoder = createCea608Decoder();
  const seen = { cea708: false };
  const isRead = await readPictureCaptions(tools, path, { index, codec: stream.codec_name ?? '' }, signal, {
    onData: (seconds, { field, first, second }) => {
      if (field > 2) seen.cea708 = true;
      else
        decoder.add(
          inMilliseconds(Math.max(0, Math.min(maxSeconds, seconds))),
          field as 1 | 2,
          first,
          second,
        );
    },
  });
  const { tracks, fields } = tracksOf(report, index, decoder);
  const codec = codecName(stream);
  if (!isRead) return { tracks, fields, unread: [{ stream: index, codec, reason: 'failed' }] };
  // AVI stores no times, so captions are in the order in which the pictures are coded.
  if (tracks.length > 0 && report.format.format_name === 'avi')
    return { tracks: [], fields: [], unread: [{ stream: index, codec, reason: 'order' }] };
  const isOnly708 = seen.cea708 && tracks.length === 0;
  return { tracks, fields, unread: isOnly708 ? [{ stream: index, codec, reason: 'cea708' }] : [] };
}
