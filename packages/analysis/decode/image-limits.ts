// Limits of decoding images. The decoded size of an image is not limited by the size of its file: a GIF of 11 MB can
// have 470,000 frames of 100 megapixels each.

const imageDemuxers = /^(?:image2|\w+_pipe|gif|apng)$/;

/** Returns whether ffmpeg reads a file as an image or an animation. Images have no timestamps. */
export function isImage({ format_name: name }: { format_name: string }): boolean {
  return imageDemuxers.test(name);
}

/**
 * Maximum pixels of a picture. At four bytes per pixel, a picture of this size needs 1 GiB, the memory for one file.
 */
export const maxPicturePixels = 2 ** 28;
/** ffmpeg adds this number of pixels to the width and to the height (libavutil, `av_image_check_size2`). */
const borderPixels = 128;

/** Returns whether ffmpeg rejects a picture because, with the border, it has `maxPicturePixels` pixels or more. */
export function isTooLarge({ width, height }: { width: number; height: number }): boolean {
  return (width + borderPixels) * (height + borderPixels) >= maxPicturePixels;
}

/** The part of ffprobe's report that determines the limits. */
interface Report {
  format: { format_name: string };
  streams: readonly {
    codec_type?: string | undefined;
    width?: number | undefined;
    height?: number | undefined;
  }[];
}

/** Maximum number of frames of an animation. ffmpeg needs seconds for this number of frames, even if they are small. */
const maxFrames = 20_000;
/** Maximum number of pixels of all frames of an animation, for example 4,800 frames in 1080p. */
const maxTotalPixels = 10_000_000_000;

/** Returns the maximum number of frames of an image to decode, at least one. Returns null for recordings. */
export function frameLimit({ format, streams }: Report): number | null {
  if (!isImage(format)) return null;
  const { width = 0, height = 0 } = streams.find(({ codec_type: type }) => type === 'video') ?? {};
  // ffprobe reports no size if it could not decode the first picture. The next picture may then have any allowed size.
  const pixels = width * height || maxPicturePixels;
  return Math.max(1, Math.min(maxFrames, Math.floor(maxTotalPixels / pixels)));
}

/**
 * Returns the maximum number of log messages while `frames` frames of an image are decoded. A frame that fails to
 * decode logs two messages, but does not count towards the limit of frames. In a file whose frames all fail to decode,
 * only the limit of messages ends the decoding early.
 */
export function messageLimit(frames: number): number {
  return 1_000 + 3 * frames;
}
