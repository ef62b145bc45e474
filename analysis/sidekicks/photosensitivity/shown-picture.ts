import type { ProbeReport } from '../../media/ffprobe.ts';

/** How the pictures are shown that are decoded of a file. */
export interface ShownPicture {
  /** Pictures in a second, as ffmpeg takes it. */
  rate: string;
  picturesPerSecond: number;
  /** Width by height. */
  aspectRatio: number;
}

const fastest = 60;

/** Of the first video stream that moves; null where there is none. What headers do not tell is taken for usual. */
export function shownPicture({ streams }: ProbeReport): ShownPicture | null {
  const stream = streams.find(
    ({ codec_type, disposition }) => codec_type === 'video' && disposition?.attached_pic !== 1,
  );
  if (stream === undefined) return null;
  const rates = [stream.r_frame_rate, stream.avg_frame_rate].map((rate) => ({ rate, value: ratio(rate) }));
  const [{ rate, value }] = rates.sort((a, b) => b.value - a.value) as [(typeof rates)[number]];
  const usual = value > 0 && value <= fastest;
  const { width, height, sample_aspect_ratio } = stream;
  const shape = ratio(`${width}/${height}`) * (ratio(sample_aspect_ratio?.replace(':', '/')) || 1) || 16 / 9;
  const turned = stream.side_data_list?.some(({ rotation = 0 }) => Math.abs(rotation) % 180 === 90) ?? false;
  return {
    rate: usual ? rate! : String(fastest),
    picturesPerSecond: usual ? value : fastest,
    aspectRatio: turned ? 1 / shape : shape,
  };
}

/** The value of `30000/1001`; 0 where it has none. */
function ratio(text = ''): number {
  const [, over, under] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const value = Number(over) / Number(under);
  return Number.isFinite(value) ? value : 0;
}
