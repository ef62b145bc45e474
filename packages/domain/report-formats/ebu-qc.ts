import type { Anchor } from '../contracts/issue.ts';
import type { Report, ReportCheck, ReportIssue } from '../contracts/report.ts';
import { requirementsCode, type Severity, worstSeverity } from '../sidekick.ts';
import { oneLine } from './one-line.ts';
import { framesOf, timeCodesOf, type Timeline, timelineOf } from './timeline.ts';
import { element, type XmlElement, xmlDocument } from './xml.ts';

// Elements, their order and their values are those of the EBU QC data model 2026-01 and of its guidance for QC reports.

const namespace = 'tag:qc.ebu.ch,2026-01';
/** Relevances from 0 to 10. Odd levels are between them, because the model does not define the comparison of equals. */
const relevances: Record<Severity, number> = { critical: 8, major: 6, minor: 4, info: 2 };
/** The guidance wants equal versions of equal ids, also of rules of several sidekicks. */
const itemVersion = '1.0';
const nilId = '00000000-0000-0000-0000-000000000000';

/** A check of the report as a QC item. */
interface Item {
  check: ReportCheck;
  instanceId: string;
  relevance: number;
  /** The issues that the check found. */
  issues: readonly ReportIssue[];
  /** Why the check was not made; null if it was made. */
  error: string | null;
}

/**
 * Returns an EBU QC report. Each check of the report is an item whose id is the code of the rule with hyphens, because
 * the ids of the EBU catalogue are defined together with measuring methods that our rules do not claim.
 * @param sha256 the SHA-256 of the JSON report, from which the ids are derived
 */
export function ebuQcOf(report: Report, startTimecode: string | null, sha256: string): string {
  const { asset, profile, problems, verdict, tools, submission } = report;
  const reportId = uuidOf(sha256);
  const timeline = timelineOf(report, startTimecode);
  const items = itemsOf(report, reportId);
  const content = element('ContentId', [
    contentIdentifier(asset.name),
    asset.sha256 === null ? null : contentIdentifier(`sha256:${asset.sha256}`),
  ]);
  const errors = problems
    .filter(({ blocking }) => blocking)
    .map(({ sidekick, message }) => oneLine(`${sidekick ?? 'the file'}: ${message}`));
  const isError =
    verdict.verdict === 'incomplete' || errors.length > 0 || items.some(({ error }) => error !== null);
  const root = element(
    'Report',
    [
      element('ReportId', urn(reportId)),
      element('ExecutionStatus', isError ? 'error' : 'complete'),
      isError ? element('ErrorDescription', oneLine([verdict.reason, ...errors].join('; '))) : null,
      element('CheckResult', String(['pass', 'pass_with_notes'].includes(verdict.verdict))),
      content,
      element('LastModifiedDateTime', report.checkedAt),
      submission === null ? null : element('ReportGroupId', submission.submissionId),
      tool('assay', 'Assay', tools.assay),
      element('Profile', [
        element('ID', urn(profile?.id ?? nilId)),
        element(
          'Name',
          profile === null ? 'All chosen sidekicks' : oneLine(`${profile.name}, version ${profile.version}`),
        ),
        content,
        element('CheckResultRule', 'MinimumRelevance'),
        element('Scopes'),
        element('RelevanceLevel', relevances[verdict.failsAt] - 1),
        element('Items', items.map(itemElement)),
        element('ItemDefinitions'),
      ]),
      element(
        'ItemResults',
        items.map((item) => resultElement(item, report, timeline)),
      ),
    ],
    { xmlns: namespace },
  );
  return xmlDocument(root, { doctype: null });
}

function itemsOf({ checks, issues, sidekicks, problems }: Report, reportId: string): Item[] {
  const names = new Map(sidekicks.map(({ code, name }) => [code, name]));
  return checks.flatMap((check, index): Item[] => {
    const { sidekick, ruleCode, outcome, severity } = check;
    if (severity === 'off' || outcome === 'off' || outcome === 'not_applicable') return [];
    const problem = problems.find((one) => one.sidekick === sidekick || one.sidekick === null);
    // A sidekick that nobody asked for can be skipped without an effect on the verdict.
    if (outcome === 'skipped' && problem?.blocking !== true) return [];
    const isMade = outcome === 'passed' || outcome === 'found';
    const isOfCheck = (one: { label: string; ruleCode: string }) =>
      one.ruleCode === ruleCode && one.label === names.get(sidekick);
    const found = issues.filter(({ contributors }) => contributors.some(isOfCheck));
    const worst = found
      .flatMap(({ contributors }) => contributors.filter(isOfCheck))
      .map((one) => one.severity);
    return [
      {
        check,
        instanceId: `${reportId.slice(0, 24)}${index.toString(16).padStart(12, '0')}`,
        relevance: relevances[worst.length === 0 ? severity : worstSeverity(worst)],
        issues: found,
        error: isMade ? null : oneLine(problem?.message ?? 'the check could not be made'),
      },
    ];
  });
}

function itemElement({ check, instanceId, relevance }: Item): XmlElement {
  const { threshold, required, unit } = check;
  const input = threshold === null ? required : withUnit(threshold, unit);
  const name = threshold === null ? 'custom-assay-required' : 'custom-assay-threshold';
  return element('Item', [
    ...identityOf(check, instanceId),
    element('Relevance', relevance),
    element('UsedAs', 'check'),
    element('Scopes'),
    element(
      'Inputs',
      input === null ? [] : [element('Input', [element('Name', name), element('Value', oneLine(input))])],
    ),
  ]);
}

function resultElement(
  { check, instanceId, relevance, issues, error }: Item,
  { sidekicks, checkedAt }: Report,
  timeline: Timeline | null,
): XmlElement {
  const { sidekick, outcome, measured, unit, count } = check;
  const run = sidekicks.find(({ code }) => code === sidekick);
  return element('ItemResult', [
    ...identityOf(check, instanceId),
    element('AnalysisMethodUsed', sidekick === requirementsCode ? 'readout' : 'measurement'),
    element('ExecutionStatus', error === null ? 'complete' : 'error'),
    error === null ? null : element('ErrorDescription', error),
    element('CheckResult', String(outcome === 'passed')),
    element(
      'ResultDescription',
      error === null ? `${count} ${count === 1 ? 'finding' : 'findings'}` : 'not made',
    ),
    run === undefined ? null : tool(sidekick, run.name, run.version),
    element('Relevance', relevance),
    element('MaxSeverity', relevances.critical),
    element('DetectionMethod', 'automatic'),
    element('CreationDateTime', checkedAt),
    element('Outputs', [
      measured === null
        ? null
        : output('custom-assay-measured', null, element('Value', oneLine(withUnit(measured, unit)))),
      ...issues.map((issue) => issueOutput(issue, timeline)),
    ]),
  ]);
}

function issueOutput(issue: ReportIssue, timeline: Timeline | null): XmlElement {
  const { anchor, summary, details, contributors, severity } = issue;
  return output(
    'custom-assay-issue',
    locatorOf(anchor, timeline),
    element('Value', oneLine(summary)),
    element('Annotation', [element('Text', oneLine(details))]),
    element('Confidence', contributors[0]?.confidence ?? 1),
    element('Severity', relevances[severity]),
  );
}

/** The schema forbids the point of `custom.`, the prefix that the model wants for names of vendors. */
function output(name: string, locator: XmlElement | null, ...rest: XmlElement[]): XmlElement {
  return element('Output', [element('Name', name), locator, ...rest]);
}

/**
 * Returns the place of an issue; null if it has no time and no box. Times are time codes of the file, or
 * `hours:minutes:seconds` from its start if it has no frames.
 */
function locatorOf(anchor: Anchor, timeline: Timeline | null): XmlElement | null {
  const box =
    anchor.kind === 'region'
      ? [anchor.x, anchor.y, anchor.x + anchor.width, anchor.y + anchor.height]
      : anchor.kind === 'time'
        ? anchor.bbox
        : undefined;
  if (anchor.kind !== 'time' && box === undefined) return null;
  return element('Locator', [
    ...(anchor.kind === 'time' ? timesOf(anchor, timeline) : []),
    box === undefined ? null : element('SpatialRegion', `percent:${percentsOf(box).join(',')}`),
  ]);
}

function timesOf(anchor: Extract<Anchor, { kind: 'time' }>, timeline: Timeline | null): XmlElement[] {
  const frames = timeline && framesOf(anchor, timeline);
  const { start, end } =
    timeline === null || frames === null
      ? { start: clockTime(anchor.startSeconds), end: clockTime(anchor.endSeconds) }
      : timeCodesOf(frames, timeline);
  return [element('Start', start), element('End', end)];
}

/** Returns left, top, width and height in whole percent. */
function percentsOf(box: readonly number[]): number[] {
  const [left, top, right, bottom] = box.map((share) => Math.round(share * 100)) as [
    number,
    number,
    number,
    number,
  ];
  return [left, top, right - left, bottom - top];
}

/** Returns seconds as `00:01:02.345`. */
function clockTime(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const milliseconds = Math.round(seconds * 1000);
  const rest = ((milliseconds % 60_000) / 1000).toFixed(3).padStart(6, '0');
  return `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${rest}`;
}

function identityOf({ ruleCode, ruleName }: ReportCheck, instanceId: string): XmlElement[] {
  return [
    element('EBUQCID', ruleCode.replace(/[^0-9a-zA-Z]/g, '-')),
    element('EBUQCName', oneLine(ruleName)),
    element('EBUQCVersion', itemVersion),
    element('InstanceId', urn(instanceId)),
  ];
}

function contentIdentifier(id: string): XmlElement {
  return element('ContentIdentifier', [element('ID', oneLine(id))]);
}

function tool(code: string, name: string, version: string): XmlElement {
  return element('ToolInformation', [
    element('ToolID', `urn:assay:${encodeURIComponent(code.toWellFormed())}`),
    element('ToolName', oneLine(name)),
    element('Version', oneLine(version)),
  ]);
}

const urn = (uuid: string) => `urn:uuid:${uuid}`;
const withUnit = (value: number | string, unit: string | null) =>
  unit === null ? String(value) : `${value} ${unit}`;

/** Returns a UUID of version 8 (RFC 9562) that is derived from a hash. */
function uuidOf(sha256: string): string {
  const variant = ((Number.parseInt(sha256.charAt(16), 16) & 3) | 8).toString(16);
  return [
    sha256.slice(0, 8),
    sha256.slice(8, 12),
    `8${sha256.slice(13, 16)}`,
    `${variant}${sha256.slice(17, 20)}`,
    sha256.slice(20, 32),
  ].join('-');
}
