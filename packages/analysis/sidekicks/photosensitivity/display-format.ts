import type { ProbeReport } from '../../decode/ffprobe.ts';
import type { Transfer } from './light.ts';
import { displayAspectRatio, examinedStreams, hdrTransferOf, ratioOf } from '../../decode/streams.ts';

/** The frame rate and aspect ratio in which a video is displayed. */
export interface DisplayFormat {
  /** Frames per second in ffmpeg's notation, such as `30000/1001`. */
  rate: string;
  picturesPerSecond: number;
  /** Display width divided by display height. */
  aspectRatio: number;
  transfer: Transfer;
}

/**
 * Maximum frames per second at which videos are examined. A video with a higher rate, or without a declared rate, is
 * converted to this rate.
 */
const maxPicturesPerSecond = 60;

/**
 * Returns the display format of the examined video stream; null if the file has no video. If the stream declares no
 * aspect ratio, 16:9 is assumed.
 */
export function displayFormat(media: ProbeReport): DisplayFormat | null {
  const stream = examinedStreams(media).picture?.stream;
  if (stream === undefined) return null;
  const rates = [stream.r_frame_rate, stream.avg_frame_rate].map((rate) => ({ rate, value: ratioOf(rate) }));
  const [{ rate, value }] = rates.sort((a, b) => b.value - a.value) as [(typeof rates)[number]];
  const isUsable = value > 0 && value <= maxPicturesPerSecond;
  return {
    rate: isUsable ? rate! : String(maxPicturesPerSecond),
    picturesPerSecond: isUsable ? value : maxPicturesPerSecond,
    aspectRatio: displayAspectRatio(stream) ?? 16 / 9,
    transfer: hdrTransferOf(stream) ?? 'sdr',
  };
}

/** Maximum frames per second in which stripes are followed. 30 show stripes that flash up to 15 times per second. */
const maxLumaPicturesPerSecond = 30;

/** Returns the frame rate at which stripes are sought: the rate of the video, or half of it above 30 per second. */
export function lumaFrameRate({
  rate,
  picturesPerSecond,
}: Pick<DisplayFormat, 'rate' | 'picturesPerSecond'>): Pick<DisplayFormat, 'rate' | 'picturesPerSecond'> {
  if (picturesPerSecond <= maxLumaPicturesPerSecond) return { rate, picturesPerSecond };
  const [over, under = '1'] = rate.split('/');
  return { rate: `${over}/${2 * Number(under)}`, picturesPerSecond: picturesPerSecond / 2 };
}
