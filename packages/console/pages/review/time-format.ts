import { formatTimeCode, frameAt, parseFrameRate, timeCodeFormat } from '@assay/domain/time-code.ts';
import type { FileFacts } from './view.ts';

export interface TimeFormat {
  /** Frames per second. Null for sound, and if the frame rate is variable. */
  rate: number | null;
  /** Formats a time in seconds as a time code, or as `00:01:02.345` if there are no frames. */
  format: (seconds: number) => string;
}

/** Returns how the times of a recording are written. Time codes begin with the file's own start time code. */
export function timeFormatOf(facts: FileFacts | null): TimeFormat {
  const rate = parseFrameRate(facts?.video?.frameRate ?? '');
  if (rate === null) return { rate, format: formatClockTime };
  const format = timeCodeFormat(rate, facts!.startTimecode);
  return { rate, format: (seconds) => formatTimeCode(frameAt(seconds, rate), format) };
}

/** Returns a time as hours, minutes, seconds and milliseconds, for example `00:01:02.345`. */
function formatClockTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`;
}
