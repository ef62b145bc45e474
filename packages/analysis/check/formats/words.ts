import type { Anchor } from '@assay/domain/contracts/issue.ts';
import type { Report, ReportCheck } from '@assay/domain/contracts/report.ts';
import { plainText } from '@assay/domain/lib/characters.ts';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import { formatTimeCode, frameAt, parseFrameRate, timeCodeFormat } from '@assay/domain/time-code.ts';
import type { Verdict } from '@assay/domain/verdict.ts';
import type { FindingWithRule } from '../../contract/issues.ts';
import { timecode } from '../../contract/time-ranges.ts';

/** The report about a file, the findings that its issues merge, and the seconds that its examination took. */
export interface CheckedFile {
  report: Report;
  findings: readonly FindingWithRule[];
  seconds: number;
}

const maxCharacters = 1_000;

/** Returns text of a file as one line without control characters. */
export const line = (text: string) => plainText(text, maxCharacters);

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

export const verdictWords: Record<Verdict, string> = {
  pass: 'Pass',
  pass_with_notes: 'Pass with notes',
  fail: 'Fail',
  incomplete: 'Incomplete',
};

/** Returns the verdict of a file with its reason as one line. */
export function verdictLine({ verdict: { verdict, reason, failsAt }, profile }: Report): string {
  const basis = profile === null ? 'all checks' : `${line(profile.name)}, version ${profile.version}`;
  return `${verdictWords[verdict]}: ${line(reason)} (${basis}; fails at ${failsAt})`;
}

/** Returns whether the findings of a severity fail the file. */
export function isFailing(severity: ReportCheck['severity'], { verdict }: Pick<Report, 'verdict'>): boolean {
  return severity !== 'off' && compareSeverities(severity, verdict.failsAt) <= 0;
}

/** Returns the facts of a file for its heading, such as `video, 0:12.00, 1920 × 1080, h264, 25 fps`. */
export function factsOf({ asset }: Report): string {
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
