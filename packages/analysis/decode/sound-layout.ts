import type { Stream } from './ffprobe.ts';

/** Loudspeaker positions in the order of ffmpeg, which is also the order of the channels in a stream. */
const positions = [
  ...['FL', 'FR', 'FC', 'LFE', 'BL', 'BR', 'FLC', 'FRC', 'BC', 'SL', 'SR', 'TC', 'TFL', 'TFC', 'TFR', 'TBL'],
  ...['TBC', 'TBR', 'DL', 'DR', 'WL', 'WR', 'SDL', 'SDR', 'LFE2', 'TSL', 'TSR', 'BFC', 'BFL', 'BFR'],
] as const;
export type Position = (typeof positions)[number];

/** Positions by ffmpeg's name of the layout. ffmpeg lists the positions of other layouts. */
const layouts: Readonly<Record<string, string>> = {
  mono: 'FC',
  stereo: 'FL+FR',
  downmix: 'DL+DR',
  '2.1': 'FL+FR+LFE',
  '3.0': 'FL+FR+FC',
  '3.0(back)': 'FL+FR+BC',
  '3.1': 'FL+FR+FC+LFE',
  '4.0': 'FL+FR+FC+BC',
  '4.1': 'FL+FR+FC+LFE+BC',
  quad: 'FL+FR+BL+BR',
  'quad(side)': 'FL+FR+SL+SR',
  '5.0': 'FL+FR+FC+BL+BR',
  '5.0(side)': 'FL+FR+FC+SL+SR',
  '5.1': 'FL+FR+FC+LFE+BL+BR',
  '5.1(side)': 'FL+FR+FC+LFE+SL+SR',
  '6.0': 'FL+FR+FC+BC+SL+SR',
  '6.0(front)': 'FL+FR+FLC+FRC+SL+SR',
  hexagonal: 'FL+FR+FC+BL+BR+BC',
  '6.1': 'FL+FR+FC+LFE+BC+SL+SR',
  '6.1(back)': 'FL+FR+FC+LFE+BL+BR+BC',
  '6.1(front)': 'FL+FR+LFE+FLC+FRC+SL+SR',
  '7.0': 'FL+FR+FC+BL+BR+SL+SR',
  '7.0(front)': 'FL+FR+FC+FLC+FRC+SL+SR',
  '7.1': 'FL+FR+FC+LFE+BL+BR+SL+SR',
  '7.1(wide)': 'FL+FR+FC+LFE+BL+BR+FLC+FRC',
  '7.1(wide-side)': 'FL+FR+FC+LFE+FLC+FRC+SL+SR',
  octagonal: 'FL+FR+FC+BL+BR+BC+SL+SR',
};

/**
 * Layouts that players assume for streams without labels, by number of channels. For other numbers there is no common
 * order: four channels are often two stereo pairs.
 */
const assumedLayouts: Readonly<Record<number, string>> = {
  1: 'mono',
  2: 'stereo',
  5: '5.0',
  6: '5.1',
  8: '7.1',
};

/** Returns the positions of the channels that the file states; null if it states none, or unknown ones. */
export function statedPositions({ channel_layout: name, channels }: Stream): Position[] | null {
  if (name === undefined) return null;
  const listed = /^(?:\d+ channels \()?((?:[A-Z\d]+\+)*[A-Z\d]+)\)?$/.exec(layouts[name] ?? name)?.[1];
  const labels = listed?.split('+') ?? [];
  const known = labels.filter((label): label is Position => (positions as readonly string[]).includes(label));
  return known.length === labels.length && known.length === channels ? known : null;
}

/** Returns the positions of the channels that the file states, or that players assume; null if they are unknown. */
export function positionsOf(stream: Stream): Position[] | null {
  const assumed = assumedLayouts[stream.channels ?? 2];
  return (
    statedPositions(stream) ??
    (assumed === undefined ? null : statedPositions({ ...stream, channel_layout: assumed }))
  );
}

const lowFrequency: readonly Position[] = ['LFE', 'LFE2'];
/** Positions to which ffmpeg 5.1 gives the weight 1.41, whatever the other channels are. */
const raisedByFfmpeg: readonly Position[] = ['BL', 'BR', 'BC', 'SL', 'SR', 'TBL', 'TBC', 'TBR', 'SDL', 'SDR'];
/** Positions at an azimuth of 60 to 120 degrees and an elevation below 30 degrees. */
const atSides: readonly Position[] = ['SL', 'SR', 'SDL', 'SDR', 'WL', 'WR'];

/**
 * Returns the weight class of a channel (Recommendation ITU-R BS.1770-5, annex 3): `raised` is 1.41, for an azimuth of
 * 60 to 120 degrees and an elevation below 30 degrees. Back channels are at 135 degrees beside side channels, and
 * otherwise the surround channels at 110 degrees.
 */
function weightOf(position: Position, all: readonly Position[]): 'none' | 'one' | 'raised' {
  if (lowFrequency.includes(position)) return 'none';
  const isSurround = (position === 'BL' || position === 'BR') && !all.includes('SL');
  return isSurround || atSides.includes(position) ? 'raised' : 'one';
}

function weightByFfmpeg(position: Position): ReturnType<typeof weightOf> {
  if (lowFrequency.includes(position)) return 'none';
  return raisedByFfmpeg.includes(position) ? 'raised' : 'one';
}

/**
 * Returns positions, in the same order of channels, with which ffmpeg weights the channels as BS.1770-5 does. Returns
 * null if there are not enough positions.
 * @param channels positions of the channels, in the order of the stream
 */
export function weightedPositions(channels: readonly Position[]): Position[] | null {
  const chosen: Position[] = [];
  let from = 0;
  for (const channel of channels) {
    const weight = weightOf(channel, channels);
    const kept = positions.indexOf(channel);
    const isRight = kept >= from && weightByFfmpeg(channel) === weight;
    const at = isRight
      ? kept
      : positions.findIndex((each, index) => index >= from && weightByFfmpeg(each) === weight);
    if (at === -1) return null;
    chosen.push(positions[at]!);
    from = at + 1;
  }
  return chosen;
}

/** Returns the stream order of positions: that of ffmpeg. */
export function inOrder(a: Position, b: Position): number {
  return positions.indexOf(a) - positions.indexOf(b);
}
