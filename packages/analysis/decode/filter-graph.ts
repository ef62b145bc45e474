/** Request for decoded frames, scaled down to `width` × `height` by averaging. */
export interface Frames {
  width: number;
  height: number;
  /** Number of frames per second, as a decimal number or a fraction such as `30000/1001`. */
  rate: string;
  /**
   * Called for each frame with its pixels, row by row. The pixels are valid only during the call. A pixel of `frames`
   * has 8 bits each of red, green and blue. A pixel of `lumaFrames` has 8 bits: 16 is black, 235 is white.
   */
  onFrame: (pixels: Uint8Array) => void;
}

/** Request for one full-size picture per second from time 0, each as a player displays it at that time. */
export interface WholePictures {
  /** Size in pixels. Pictures of another size are scaled without interpolation. */
  width: number;
  height: number;
  /** Planar pixel format with 8 bits, or with 10 bits in two bytes. Full range is converted to limited range. */
  format: 'yuv420p' | 'yuv422p' | 'yuv444p' | 'yuv420p10le' | 'yuv422p10le' | 'yuv444p10le';
  /** Size of a picture in bytes. */
  bytes: number;
  /** Called for each picture. Its planes are valid only during the call. */
  onPicture: (planes: Uint8Array) => void;
}

/**
 * Request for small pictures at equal intervals, starting at the start of the file. Each picture is the one that a
 * player displays at that time. Pictures are scaled as in `takePicture`.
 */
export interface RegularPictures {
  /** Interval between pictures in milliseconds. */
  stepMs: number;
  maxCount: number;
  /** Called for each picture with a JPEG of at most 320 × 320 pixels. */
  onPicture: (jpeg: Uint8Array) => void;
  /** Layout of the storyboard. Its tiles are the pictures with a number (from 0) divisible by `every`, at half size. */
  storyboard: { every: number; columns: number; rows: number };
  /** Called with a draft of the storyboard, and then with the storyboard, each as one JPEG. */
  onStoryboard: (jpeg: Uint8Array) => void;
}

/** The audio streams of one decoding. */
export interface SoundInput {
  /** Indexes of the streams in the file. Several mono streams are joined into one with several channels. */
  streams: readonly number[];
  /** Positions of all channels, in the order of the channels; null for those that the stream states. */
  positions: readonly string[] | null;
}

/** The streams and filters of one decoding. */
export interface GraphOptions {
  /** Index of the video stream in the file; absent: the first video stream that is not cover art. */
  pictureStream?: number | undefined;
  /** Absent: the first audio stream. */
  sound?: SoundInput | undefined;
  /** Filters that run on the video stream in its original size. */
  pictureFilters?: readonly string[];
  /** Filters that run on the video stream scaled to a width of 320 pixels. These filters cost little. */
  smallFilters?: readonly string[];
  frames?: Frames | undefined;
  /** Ignored without `smallFilters` and `frames`, because the graph then has no scaled video. */
  lumaFrames?: Frames | undefined;
  /** Ignored without `smallFilters` and `frames`. */
  wholePictures?: WholePictures | undefined;
  /** Ignored without `smallFilters` and `frames`, because the pictures are made from the scaled video. */
  pictures?: RegularPictures | undefined;
  soundFilters?: readonly string[];
  /** Maximum number of frames of the video stream to decode; absent: all. */
  maxFrames?: number;
}

/**
 * Scales the input of the small filters and of frames. A width of 320 pixels is enough for the analyses, and scaling
 * costs a fraction of decoding. Pixels have 8 bits in limited range: 16 is black, 235 is white.
 */
const smallScale = 'scale=w=320:h=-2:flags=area:out_range=tv,format=yuv420p';

/**
 * Returns a filter that runs `filters` on a copy of the video and passes the original on unchanged. The filters may
 * therefore crop or drop frames. `name` must be unique in the filter graph.
 */
export function analysisBranch(name: string, filters: readonly string[]): string {
  return `split[${name}][past_${name}];[${name}]${filters.join(',')},nullsink;[past_${name}]null`;
}

/** Maximum width and maximum height of a picture, in pixels. */
export const maxPictureSide = 320;

/** Returns a filter that scales a picture to at most `maxSide` in each direction and makes its pixels square. */
export function pictureScale(maxSide: number): string {
  const side = (share: string) => `2*round(max(2,min(${maxSide},${maxSide}*${share}))/2)`;
  return `scale=w='${side('dar')}':h='${side('1/dar')}':flags=bilinear,setsar=1,format=yuvj420p`;
}

/**
 * Frame rate of the picture outputs. Their pictures get the times 0 ms, 1 ms, … instead of their own: ffmpeg reports
 * the latest time of all outputs as progress, and these small times never are the latest.
 */
export const picturesPerSecond = 1_000;

/** Returns the input of a filter graph for the video stream. `V` selects video streams without cover art. */
export function pictureInput({ pictureStream }: { pictureStream?: number | undefined }): string {
  return pictureStream === undefined ? '0:V:0' : `0:${pictureStream}`;
}

/**
 * Returns the filter graphs of one decoding: at most one for the picture and one for the sound. `ends` contains the
 * labels of the outputs whose frames are discarded. Picture and sound have separate graphs: ffmpeg starts a graph when
 * each of its inputs has a frame. Until then, it keeps the frames of the other inputs, which may be gigabytes if the
 * sound starts late.
 */
export function filterGraphs(options: GraphOptions): { graphs: string[]; ends: string[] } {
  const { pictureFilters = [], smallFilters = [], frames, lumaFrames, wholePictures, pictures } = options;
  const { soundFilters = [], sound, maxFrames = Infinity } = options;
  const graph: string[] = [];
  const ends: string[] = [];
  const picture = (filters: readonly string[], end: string) =>
    graph.push(`[${pictureInput(options)}]${filters.join(',')}[${end}]`);
  if (needsSmallVideo(options)) {
    const branches = new Map([['plain', `${smallFilters.join(',') || 'null'}[small]`]]);
    if (frames !== undefined)
      branches.set('framed', `${scaledFrames(frames, maxFrames)},format=rgb24[frames]`);
    if (lumaFrames !== undefined)
      branches.set('grey', `${scaledFrames(lumaFrames, maxFrames)},format=gray[luma]`);
    if (pictures !== undefined) branches.set('pictured', picturesBranch(pictures, maxFrames));
    const copies = [...branches.keys()].map((name) => `[${name}]`).join('');
    const whole = wholePictures === undefined ? [] : [wholeBranch(wholePictures, maxFrames)];
    const small = [...pictureFilters, ...whole, smallScale, `split=${branches.size}${copies}`];
    graph.push(`[${pictureInput(options)}]${small.join(',')}`);
    for (const [name, branch] of branches) graph.push(`[${name}]${branch}`);
    ends.push('small');
  } else if (pictureFilters.length > 0) {
    picture(pictureFilters, 'picture');
    ends.push('picture');
  }
  const graphs = graph.length > 0 ? [graph.join(';')] : [];
  if (soundFilters.length > 0) {
    graphs.push(`${soundStart(sound)}${soundFilters.join(',')}[sound]`);
    ends.push('sound');
  }
  return { graphs, ends };
}

/** Returns the start of the filter graph for the sound, up to the first filter. */
export function soundStart(sound: SoundInput | undefined): string {
  if (sound === undefined) return '[0:a:0]';
  const { streams, positions } = sound;
  const inputs = streams.map((index) => `[0:${index}]`).join('');
  if (positions === null) return inputs;
  const layout = `channel_layout=${positions.join('+')}`;
  const isJoined = streams.length > 1;
  const map = positions.map((position, at) => `${isJoined ? `${at}.0` : at}-${position}`).join('|');
  const filter = isJoined ? `join=inputs=${streams.length}` : 'channelmap';
  return `${inputs}${filter}${isJoined ? ':' : '='}map=${map}:${layout},`;
}

export function needsSmallVideo({ smallFilters = [], frames }: GraphOptions): boolean {
  return smallFilters.length > 0 || frames !== undefined;
}

/**
 * Returns the filters that end a branch after `maxFrames` + 1 frames of the decoder. ffmpeg decodes until every output
 * has ended. Without these filters, the output of a branch that drops frames would reach its frame limit too late.
 */
function trimmed(maxFrames: number): string[] {
  return maxFrames === Infinity ? [] : [`trim=end_frame=${maxFrames + 1}`];
}

function scaledFrames({ width, height, rate }: Frames, maxFrames: number): string {
  const scale = `scale=w=${width}:h=${height}:flags=area`;
  return [...trimmed(maxFrames), scale, `fps=${rate}:start_time=0`].join(',');
}

/** Returns a filter that copies one picture of each second, and passes the video on unchanged. */
function wholeBranch({ width, height, format }: WholePictures, maxFrames: number): string {
  const times = `settb=1/${picturesPerSecond},setpts=N`;
  const one = [...trimmed(maxFrames), 'fps=1:start_time=0:round=up', times].join(',');
  // Interpolation could hide signal levels beyond a limit, or create them.
  const scale = `scale=w=${width}:h=${height}:flags=neighbor:out_range=tv:sws_dither=none,format=${format}`;
  return `split[each][past_whole];[each]${one},${scale}[whole];[past_whole]null`;
}

/**
 * Returns the branch of the filter graph that makes the pictures and the storyboard. `round=up` selects the picture
 * that is displayed at each time. The storyboard output starts with a draft of the first tile, because ffmpeg reports
 * no progress until each output has a picture.
 */
function picturesBranch(
  { stepMs, maxCount, storyboard: { every, columns, rows } }: RegularPictures,
  maxFrames: number,
): string {
  const regular = [
    ...trimmed(maxFrames),
    `fps=1000/${stepMs}:start_time=0:round=up`,
    `trim=end_frame=${maxCount}`,
    `settb=1/${picturesPerSecond},setpts=N`,
    `${pictureScale(maxPictureSide)},split[single][tiles]`,
  ];
  const tiles = [
    ...[`framestep=${every}`, `trim=end_frame=${columns * rows}`],
    "scale=w='max(2,2*trunc(iw/4))':h='max(2,2*trunc(ih/4))'",
    'split[early][all]',
  ];
  const tile = `tile=${columns}x${rows}`;
  return [
    `${regular.join(',')};[single]null[pictures];[tiles]${tiles.join(',')}`,
    `[early]trim=end_frame=1,${tile}[draft];[all]${tile}[board]`,
    `[draft][board]concat,settb=1/${picturesPerSecond},setpts=N[storyboard]`,
  ].join(';');
}
