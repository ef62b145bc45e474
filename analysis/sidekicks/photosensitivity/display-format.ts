import type { ProbeReport } from '../../media/ffprobe.ts';
import { examinedStreams } from '../../media/streams.ts';

/** The frame rate and aspect ratio in which a video is displayed. */
export interface DisplayFormat {
  /** Frames per second in ffmpeg's notation, such as `30000/1001`. */
  rate: string;
  picturesPerSecond: number;
  /** Display width divided by display height. */
  aspectRatio: number;
}

/**
 * Maximum frame rate at which videos are examined. A video with a higher rate, or without a declared rate, is converted
 * to this rate.
 */
const maxPicturesPerSecond = 60;

/**
 * Returns the display format of the video stream that is examined; null if there is no such stream. If the aspect ratio
 * is missing, 16:9 is assumed.
 */
export function displayFormat(media: ProbeReport): DisplayFormat | null {
  const stream = examinedStreams(media).picture?.stream;
  if (stream === undefined) return null;
  const rates = [stream.r_frame_rate, stream.avg_frame_rate].map((rate) => ({ rate, value: ratio(rate) }));
  const [{ rate, value }] = rates.sort((a, b) => b.value - a.value) as [(typeof rates)[number]];
  const isUsable = value > 0 && value <= maxPicturesPerSecond;
  const { width, height, sample_aspect_ratio } = stream;
  const shape = ratio(`${width}/${height}`) * (ratio(sample_aspect_ratio?.replace(':', '/')) || 1) || 16 / 9;
  const isRotated =
    stream.side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  return {
    rate: isUsable ? rate! : String(maxPicturesPerSecond),
    picturesPerSecond: isUsable ? value : maxPicturesPerSecond,
    aspectRatio: isRotated ? 1 / shape : shape,
  };
}

/** Returns the value of a fraction such as `30000/1001`; 0 if the fraction is undefined. */
function ratio(text = ''): number {
  const [, over, under] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const value = Number(over) / Number(under);
  return Number.isFinite(value) ? value : 0;
}
