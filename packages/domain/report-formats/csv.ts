import type { Anchor } from '../contracts/issue.ts';
import type { Report, ReportIssue } from '../contracts/report.ts';
import { oneLine } from './one-line.ts';
import { framesOf, timeCodesOf, type Timeline, timelineOf } from './timeline.ts';

interface Row {
  issue: ReportIssue;
  asset: Report['asset'];
  timeCodes: { start: string; end: string } | null;
}

/** The columns, by the names of the fields in the JSON report. */
const columns: Record<string, (row: Row) => string | number | null> = {
  file: ({ asset }) => asset.path,
  referenceNumber: ({ issue }) => issue.referenceNumber,
  severity: ({ issue }) => issue.severity,
  ruleCode: ({ issue }) => issue.ruleCode,
  ruleName: ({ issue }) => issue.contributors[0]?.ruleName ?? null,
  summary: ({ issue }) => issue.summary,
  startSeconds: ({ issue: { anchor } }) => (anchor.kind === 'time' ? anchor.startSeconds : null),
  endSeconds: ({ issue: { anchor } }) => (anchor.kind === 'time' ? anchor.endSeconds : null),
  startTimecode: ({ timeCodes }) => timeCodes?.start ?? null,
  endTimecode: ({ timeCodes }) => timeCodes?.end ?? null,
  page: ({ issue: { anchor } }) => (anchor.kind === 'page' ? anchor.page : null),
  region: ({ issue }) => regionOf(issue.anchor),
  quote: ({ issue: { anchor } }) => (anchor.kind === 'text' ? anchor.quote : null),
  details: ({ issue }) => issue.details,
  resolution: ({ issue }) => issue.resolutionRequirement.description,
  sidekicks: ({ issue }) => issue.contributors.map(({ label }) => label).join(', '),
  issueId: ({ issue }) => issue.id,
};

/**
 * Returns CSV (RFC 4180) with a header and a line for each issue. The byte order mark tells spreadsheets that the text
 * is UTF-8.
 * @param startTimecode the time code of the first frame of each file instead of that in the file
 */
export function csvOf(reports: readonly Report[], startTimecode: string | null): string {
  const lines = reports.flatMap((report) => {
    const timeline = timelineOf(report, startTimecode);
    return report.issues.map((issue) => {
      const row = { issue, asset: report.asset, timeCodes: timeline && timeCodesOfIssue(issue, timeline) };
      return Object.values(columns).map((read) => cell(read(row)));
    });
  });
  return `\uFEFF${[Object.keys(columns), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

function timeCodesOfIssue({ anchor }: ReportIssue, timeline: Timeline): Row['timeCodes'] {
  const frames = framesOf(anchor, timeline);
  return frames && timeCodesOf(frames, timeline);
}

/** Returns the box of an anchor as shares of the width and the height: left, top, right, bottom. */
function regionOf(anchor: Anchor): string | null {
  const box =
    anchor.kind === 'region'
      ? [anchor.x, anchor.y, anchor.x + anchor.width, anchor.y + anchor.height]
      : 'bbox' in anchor
        ? anchor.bbox
        : undefined;
  return box?.map((share) => Number(share.toFixed(4))).join(' ') ?? null;
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Spreadsheets run a cell as a formula if it begins with one of these characters, in full width, too (CWE-1236).
  const isFormula = /^[\p{White_Space}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value);
  const text = `${isFormula ? "'" : ''}${oneLine(value)}`;
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
