import type { Report } from '../contracts/report.ts';
import { sentenceCase } from '../lib/characters.ts';
import { oneLine } from './one-line.ts';

/** Minimum seconds for which a cue is shown. */
const minSeconds = 1;

/** Returns WebVTT with a cue for each issue that has a time. Times count from the start of the file. */
export function webvttOf({ issues }: Pick<Report, 'issues'>): string {
  const cues = issues
    .flatMap(({ anchor, severity, summary, referenceNumber }) =>
      anchor.kind === 'time' ? [{ ...anchor, severity, summary, referenceNumber }] : [],
    )
    // Cues must be in the order of their start times.
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
    .map(({ startSeconds, endSeconds, severity, summary, referenceNumber }) => {
      const end = Math.max(endSeconds, startSeconds + minSeconds);
      return [
        String(referenceNumber),
        `${timestamp(startSeconds)} --> ${timestamp(end)}`,
        escaped(`${sentenceCase(severity)}: ${oneLine(summary)}`),
      ];
    });
  return [['WEBVTT'], ...cues].map((block) => `${block.join('\n')}\n`).join('\n');
}

function timestamp(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  const [hours, minutes, rest] = [
    Math.floor(milliseconds / 3_600_000),
    Math.floor(milliseconds / 60_000) % 60,
    milliseconds % 60_000,
  ];
  return `${digits(hours, 2)}:${digits(minutes, 2)}:${digits(Math.floor(rest / 1000), 2)}.${digits(rest % 1000, 3)}`;
}

/** Without `>`, a text has no `-->`, which would start another cue. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
