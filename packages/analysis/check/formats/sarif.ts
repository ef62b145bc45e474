import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Report, ReportCheck, ReportIssue } from '@assay/domain/contracts/report.ts';
import type { Severity } from '@assay/domain/sidekick.ts';
import { line, placeOf } from '@assay/domain/report-formats/words.ts';
import type { CheckedFile } from './words.ts';

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  major: 'error',
  minor: 'warning',
  info: 'note',
};

/** Returns a SARIF 2.1.0 log with one run. A result is an issue; a notification is something that was not checked. */
export function sarifOf(files: readonly CheckedFile[]): string {
  const reports = files.map(({ report }) => report);
  const rules = rulesOf(reports);
  const indexes = new Map(rules.map(({ id }, index) => [id, index]));
  const notifications = reports.flatMap(notificationsOf);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Assay', version: reports[0]?.tools.assay ?? '0', rules } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: !reports.some(({ problems }) => problems.some(({ blocking }) => blocking)),
            toolExecutionNotifications: notifications,
          },
        ],
        artifacts: reports.map(({ asset: { path: place, bytes, mimeType, sha256 } }) => ({
          location: locationOf(place),
          ...(bytes === null ? {} : { length: bytes }),
          ...(mimeType === null ? {} : { mimeType }),
          ...(sha256 === null ? {} : { hashes: { 'sha-256': sha256 } }),
        })),
        results: reports.flatMap((report, index) =>
          report.issues.map((issue) => resultOf(issue, report, index, indexes.get(issue.ruleCode) ?? -1)),
        ),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function rulesOf(reports: readonly Report[]) {
  const checks = new Map<string, ReportCheck>();
  for (const check of reports.flatMap((report) => report.checks))
    if (!checks.has(check.ruleCode)) checks.set(check.ruleCode, check);
  return [...checks.values()].map(({ ruleCode, ruleName, severity, source }) => ({
    id: ruleCode,
    shortDescription: { text: ruleName },
    ...(source.url === null ? {} : { helpUri: source.url }),
    fullDescription: { text: `${ruleName}. Source: ${source.standard}, ${source.clause}` },
    defaultConfiguration: severity === 'off' ? { enabled: false } : { level: levels[severity] },
  }));
}

function resultOf(issue: ReportIssue, report: Report, index: number, ruleIndex: number) {
  const { ruleCode, severity, summary, anchor, id, resolutionRequirement } = issue;
  const place = placeOf(anchor, report.asset);
  const text = line(place === '' ? summary : `${place}: ${summary}`);
  return {
    ruleId: ruleCode,
    ruleIndex,
    level: levels[severity],
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: { ...locationOf(report.asset.path), index } } }],
    partialFingerprints: { 'assayIssue/v1': fingerprintOf(issue) },
    guid: id,
    properties: { severity, anchor, remedy: line(resolutionRequirement.description) },
  };
}

/**
 * Returns a hash that stays the same while the defect stays in its place, although other bytes of the file change.
 * Times are rounded to seconds, because a new encoding moves them by a few frames.
 */
function fingerprintOf({ ruleCode, anchor }: ReportIssue): string {
  const place =
    anchor.kind === 'time'
      ? `${Math.round(anchor.startSeconds)} ${Math.round(anchor.endSeconds)}`
      : JSON.stringify(anchor);
  return createHash('sha256').update(`${ruleCode}\n${anchor.kind}\n${place}`).digest('hex');
}

function notificationsOf({ asset, problems }: Report) {
  return problems.map(({ code, sidekick, message, blocking }) => ({
    level: blocking ? 'error' : 'note',
    message: { text: line(`${sidekick ?? 'the file'} was not checked: ${message}`) },
    descriptor: { id: code },
    locations: [{ physicalLocation: { artifactLocation: locationOf(asset.path) } }],
  }));
}

/** Returns the location of a file: relative to the root of the sources, if the file is below the working directory. */
function locationOf(place: string): { uri: string; uriBaseId?: string } {
  if (path.isAbsolute(place)) return { uri: pathToFileURL(place).href };
  return { uri: place.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
