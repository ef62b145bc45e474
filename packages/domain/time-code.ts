// Time codes of SMPTE ST 12-1. A time code counts frames at the nominal rate (30 for 30000/1001). Drop-frame time codes
// skip numbers, not frames. They skip the first two numbers (four at 59.94 frames per second) of each minute that is
// not a multiple of ten.

export interface TimeCodeFormat {
  rate: number;
  isDropFrame: boolean;
  /** Number of frames from the time code `00:00:00:00` to the first frame of the file. */
  startFrame: number;
}

/**
 * Times in findings are rounded to a millisecond. A time that is at most this number of seconds before the start of a
 * frame counts as the start of this frame.
 */
const roundingSeconds = 0.000_6;

/** Returns frames per second from a fraction such as `30000/1001`. Null if the text is not a positive fraction. */
export function parseFrameRate(text: string): number | null {
  const match = /^(\d+)(?:\/(\d+))?$/.exec(text);
  const rate = match === null ? NaN : Number(match[1]) / Number(match[2] ?? 1);
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}

/**
 * Returns the time code format of a recording. Without a valid start time code, the first frame is `00:00:00:00`. In
 * that case, 29.97 and 59.94 frames per second use drop-frame, so that the time code agrees with the clock.
 * @param rate frames per second
 * @param start the time code of the first frame; `;` or `.` before the frames means drop-frame
 */
export function timeCodeFormat(rate: number, start: string | null): TimeCodeFormat {
  const match = start === null ? null : /^(\d{2}):(\d{2}):(\d{2})([:;.])(\d{2})$/.exec(start);
  const nominal = Math.round(rate);
  const mayDrop = dropped(rate) > 0;
  if (match === null) return { rate, isDropFrame: mayDrop, startFrame: 0 };
  const [hours, minutes, seconds, frames] = [match[1], match[2], match[3], match[5]].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const isDropFrame = mayDrop && match[4] !== ':';
  const counted = ((hours * 60 + minutes) * 60 + seconds) * nominal + frames;
  const wholeMinutes = hours * 60 + minutes;
  const left = isDropFrame ? dropped(rate) * (wholeMinutes - Math.floor(wholeMinutes / 10)) : 0;
  return { rate, isDropFrame, startFrame: counted - left };
}

/** Returns the number of the frame that is shown at a time. The first frame is 0. */
export function frameAt(seconds: number, rate: number): number {
  return Math.max(0, Math.floor((seconds + roundingSeconds) * rate));
}

/** Returns the time in seconds of the middle of a frame. Rounding does not move this time to another frame. */
export function middleOfFrame(frame: number, rate: number): number {
  return (frame + 0.5) / rate;
}

/** Returns the time code of a frame, for example `10:00:12:04`, or `10:00:12;04` for drop-frame. */
export function formatTimeCode(frame: number, { rate, isDropFrame, startFrame }: TimeCodeFormat): string {
  const nominal = Math.round(rate);
  let number = frame + startFrame;
  if (isDropFrame) {
    const perMinute = nominal * 60 - dropped(rate);
    const perTenMinutes = nominal * 600 - 9 * dropped(rate);
    const [tens, rest] = [Math.floor(number / perTenMinutes), number % perTenMinutes];
    // The first minute of ten skips no number.
    const minutes = rest < nominal * 60 ? 0 : 1 + Math.floor((rest - nominal * 60) / perMinute);
    number += dropped(rate) * (9 * tens + minutes);
  }
  const [hours, minutes, seconds] = [
    Math.floor(number / (nominal * 3600)) % 24,
    Math.floor(number / (nominal * 60)) % 60,
    Math.floor(number / nominal) % 60,
  ];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(seconds)}${isDropFrame ? ';' : ':'}${two(number % nominal)}`;
}

/** Returns how many numbers drop-frame time codes skip per minute; 0 if the rate has no drop-frame. */
function dropped(rate: number): number {
  if (Math.abs(rate - 30_000 / 1001) < 0.01) return 2;
  return Math.abs(rate - 60_000 / 1001) < 0.01 ? 4 : 0;
}

/** Formats seconds as hours, minutes, seconds and hundredths: `1:02:03.50`. */
export function timecode(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const hours = Math.floor(hundredths / 360_000);
  const minutes = Math.floor(hundredths / 6_000) % 60;
  const rest = ((hundredths % 6_000) / 100).toFixed(2).padStart(5, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
