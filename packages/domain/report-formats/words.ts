import type { Anchor } from '../contracts/issue.ts';
import type { Report } from '../contracts/report.ts';
import { plainText } from '../lib/characters.ts';
import { formatTimeCode, frameAt, parseFrameRate, timecode, timeCodeFormat } from '../time-code.ts';
import type { Verdict } from '../verdict.ts';

const maxCharacters = 1_000;

/** Returns text of a file as one line without control characters. */
export const line = (text: string) => plainText(text, maxCharacters);

export const verdictWords: Record<Verdict, string> = {
  pass: 'Pass',
  pass_with_notes: 'Pass with notes',
  fail: 'Fail',
  incomplete: 'Incomplete',
};

/**
 * Returns a place in words, such as `0:03.00–0:07.00`, `page 2` or `picture 10 %, 20 %`. Empty for the whole file. If
 * the file states a start time code, times are time codes of the file, such as `10:00:03:00`.
 */
export function placeOf(anchor: Anchor, { media }: Pick<Report['asset'], 'media'>): string {
  switch (anchor.kind) {
    case 'time': {
      const rate = parseFrameRate(media?.video?.frameRate ?? '');
      const start = media?.startTimecode ?? null;
      const format = rate === null || start === null ? null : timeCodeFormat(rate, start);
      const at = (seconds: number) =>
        format === null ? timecode(seconds) : formatTimeCode(frameAt(seconds, format.rate), format);
      const [from, to] = [at(anchor.startSeconds), at(anchor.endSeconds)];
      return from === to ? from : `${from}–${to}`;
    }
    case 'page':
      return `page ${anchor.page}`;
    case 'region':
      return `picture ${percent(anchor.x)}, ${percent(anchor.y)}`;
    case 'text':
      return `character ${anchor.start}`;
    case 'asset':
      return '';
  }
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Returns the facts of a file for its heading, such as `video, 0:12.00, 1920 × 1080, h264, 25 fps`. */
export function factsOf({ asset }: Pick<Report, 'asset'>): string {
  const { type, media, metric } = asset;
  const seconds = media?.durationSeconds ?? (metric?.name === 'durationSeconds' ? metric.value : null);
  const rate = parseFrameRate(media?.video?.frameRate ?? '');
  return [
    type,
    metric?.name === 'pages' ? `${metric.value} ${metric.value === 1 ? 'page' : 'pages'}` : null,
    seconds === null ? null : timecode(seconds),
    media?.video ? `${media.video.width} × ${media.video.height}` : null,
    media?.video?.codec ?? media?.audio?.codec ?? null,
    rate === null ? null : `${Number(rate.toFixed(3))} fps`,
  ]
    .filter((fact) => fact !== null)
    .map(line)
    .join(', ');
}
