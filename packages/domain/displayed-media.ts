import type { AssetType } from './asset-type.ts';
import type { MediaFacts } from './media-facts.ts';

// How the original file of an asset is served to browsers.

/** MIME types that browsers may show in a page. Other types can contain scripts, so their files are downloaded. */
const displayable: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/quicktime',
  'video/x-msvideo',
  'video/x-matroska',
  'audio/mpeg',
  'audio/wav',
  'audio/aac',
  'audio/ogg',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
]);

/** MIME types that Chromium, Firefox and Safari usually play or show without conversion. */
const playable: ReadonlySet<string> = new Set([
  'video/mp4',
  'audio/mpeg',
  'audio/wav',
  'audio/aac',
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'application/pdf',
]);

/** Codecs that Chromium, Firefox and Safari play, by MIME type of the file. The names are those of ffprobe. */
const playableCodecs: Record<string, { video: readonly string[]; audio: readonly string[] }> = {
  'video/mp4': { video: ['h264', 'vp9', 'av1'], audio: ['aac', 'mp3', 'opus', 'flac'] },
  'audio/mpeg': { video: [], audio: ['mp3'] },
  'audio/wav': { video: [], audio: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le'] },
  'audio/aac': { video: [], audio: ['aac'] },
  'audio/ogg': { video: [], audio: ['opus', 'vorbis', 'flac'] },
};
/** Pixel formats of videos that browsers play: 8 bits per component, 4:2:0 chroma. Names are those of ffprobe. */
const playablePixelFormats: readonly (string | null)[] = ['yuv420p', 'yuvj420p'];

/**
 * Returns whether browsers usually play or show a file. For a recording with `facts`, its codecs and pixel format
 * decide. Otherwise the MIME type decides.
 */
export function isPlayable(mimeType: string, facts: MediaFacts | null): boolean {
  const isRecording = facts !== null && /^(?:video|audio)\//.test(mimeType);
  if (!isRecording) return playable.has(mimeType);
  const codecs = playableCodecs[mimeType];
  if (codecs === undefined) return false;
  const { video, audio } = facts;
  if (mimeType.startsWith('audio/')) return audio !== null && codecs.audio.includes(audio.codec);
  return (
    video !== null &&
    codecs.video.includes(video.codec) &&
    playablePixelFormats.includes(video.pixelFormat) &&
    (audio === null || codecs.audio.includes(audio.codec))
  );
}

export const previewType = (assetType: AssetType): string =>
  assetType === 'audio' ? 'audio/mp4' : 'video/mp4';

export interface ServedAs {
  contentType: string;
  contentDisposition: string;
}

/** Returns the headers with which S3 serves a file (RFC 6266). Files that can contain scripts are downloaded. */
export function servedAs(filename: string, mimeType: string): ServedAs {
  const isShown = displayable.has(mimeType);
  return {
    contentType: isShown ? mimeType : 'application/octet-stream',
    contentDisposition: `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeParameter(filename)}`,
  };
}

/** Returns the header with which browsers save a response as a file (RFC 6266). */
export function attachment(filename: string): string {
  return `attachment; filename*=UTF-8''${encodeParameter(filename)}`;
}

/** Percent-encodes a parameter of a header (RFC 8187), which allows fewer characters than a URL. */
function encodeParameter(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
