import { parseFrameRate } from '@assay/domain/time-code.ts';
import { CopyButton, Untrusted } from '../../components/texts.tsx';
import { formatBytes, formatSeconds } from '../../format.ts';
import type { AssetMedia, FileFacts } from './view.ts';

export function FileFactList({ media: { facts, mimeType, sizeBytes, sha256 } }: { media: AssetMedia }) {
  const entries: [name: string, value: string | null][] = [
    ['Type', mimeType],
    ['Size', sizeBytes === null ? null : formatBytes(sizeBytes)],
    ...factEntries(facts, mimeType),
  ];
  return (
    <dl class="file-facts">
      {entries.map(
        ([name, value]) =>
          value !== null && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Untrusted text={value} />
              </dd>
            </div>
          ),
      )}
      {sha256 !== null && (
        <div>
          <dt>SHA-256</dt>
          <dd>
            <code title={sha256}>{`${sha256.slice(0, 8)}…${sha256.slice(-4)}`}</code>
            <CopyButton text={sha256} what="the SHA-256 of the file" />
          </dd>
        </div>
      )}
    </dl>
  );
}

function factEntries(facts: FileFacts | null, mimeType: string | null): [string, string | null][] {
  if (facts === null) return [];
  const { durationSeconds, startTimecode, video, audio } = facts;
  if (mimeType?.startsWith('image/') === true)
    return [['Dimensions', video === null ? null : `${video.width} × ${video.height}`]];
  return [
    ['Duration', durationSeconds === null ? null : formatSeconds(durationSeconds)],
    ['Picture', video === null ? null : pictureOf(video)],
    ['Frame rate', video === null ? null : rateOf(video.frameRate)],
    ['Sound', audio === null ? null : soundOf(audio)],
    ['Start time code', startTimecode],
  ];
}

function pictureOf({ codec, profile, width, height, pixelFormat }: NonNullable<FileFacts['video']>): string {
  const name = nameOf(codec);
  return [`${name}${profile === null ? '' : ` ${profile}`}`, `${width} × ${height}`, pixelFormat]
    .filter((part) => part !== null)
    .join(', ');
}

function rateOf(frameRate: string | null): string {
  const rate = frameRate === null ? null : parseFrameRate(frameRate);
  return rate === null ? 'variable' : `${Math.round(rate * 1000) / 1000} fps`;
}

function soundOf({ codec, channels, sampleRate }: NonNullable<FileFacts['audio']>): string {
  const layout = channels === 1 ? 'mono' : channels === 2 ? 'stereo' : `${channels} channels`;
  return `${nameOf(codec)}, ${layout}, ${sampleRate / 1000} kHz`;
}

function nameOf(codec: string): string {
  return codecNames[codec] ?? codec.replace(/^pcm_/, 'PCM ');
}

/** Usual names of codecs, by their names in ffmpeg. */
const codecNames: Record<string, string | undefined> = {
  h264: 'H.264',
  hevc: 'H.265',
  prores: 'ProRes',
  mpeg4: 'MPEG-4',
  mpeg2video: 'MPEG-2',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
  aac: 'AAC',
  mp3: 'MP3',
  opus: 'Opus',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  ac3: 'Dolby Digital',
  eac3: 'Dolby Digital Plus',
};
