import type { Decision } from '@assay/domain/contracts/decision.ts';
import type { Evidence } from '@assay/domain/contracts/evidence.ts';
import type { Outcome, Report, ReportCheck, ReportIssue } from '@assay/domain/contracts/report.ts';
import { sentenceCase } from '@assay/domain/lib/characters.ts';
import { oneLine } from '@assay/domain/report-formats/one-line.ts';
import { factsOf, placeOf, verdictWords } from '@assay/domain/report-formats/words.ts';
import { numberText } from '@assay/domain/requirement-text.ts';
import { type Severity, severities } from '@assay/domain/sidekick.ts';
import type { Verdict } from '@assay/domain/verdict.ts';

// The content of a report for people. The HTML page and the PDF show the same content. Each text is one line without
// control characters, and is not escaped.

export interface ReportView {
  fileName: string;
  verdict: { kind: Verdict; text: string; reason: string; basis: string };
  /** Limits of the examination, such as `screening, not a certification`. */
  limits: readonly string[];
  facts: readonly Fact[];
  problems: readonly string[];
  /** Numbers of issues by severity, such as `2 critical, 1 minor`. */
  issueCounts: string;
  issues: readonly IssueView[];
  /** Numbers of checks by outcome, such as `41 checks made, 34 passed`. */
  checkCounts: string;
  /** Number of checks for other types of files, as a sentence. Null if there are none. */
  notApplicable: string | null;
  /** The checks that found something or could not be made. */
  open: readonly CheckView[];
  passed: readonly CheckView[];
  /** The checks that the profile turns off. Checks for other types of files are only counted. */
  off: readonly CheckView[];
  signOff: SignOffView | null;
  verification: Verification;
}

export interface Fact {
  name: string;
  value: string;
  /** A hash, which is set in a font of equal widths. */
  isCode?: boolean;
}

export interface Source {
  standard: string;
  clause: string;
  /** An `http` or `https` URL. Null if there is none. */
  url: string | null;
}

export interface IssueView {
  number: number;
  severity: Severity;
  severityText: string;
  summary: string;
  /** Where in the file. Empty for the whole file. */
  place: string;
  rule: string;
  details: string;
  measurements: readonly Measurement[];
  why: string;
  resolution: string;
  foundBy: string;
  /** Digests of the pictures of the issue. */
  pictures: readonly string[];
  decision: string | null;
  /** The evidence for the decision. */
  evidence: readonly EvidenceView[];
}

export interface EvidenceView {
  title: string;
  /** Address of a page. Null for a file. */
  address: string | null;
  /** The address, if it may be a link. */
  url: string | null;
  /** Name, size and hash of a file. Null for an address. */
  file: string | null;
}

export interface Measurement {
  measured: string | null;
  threshold: string | null;
  source: Source | null;
}

export interface CheckView {
  name: string;
  code: string;
  severityText: string;
  /** The threshold or the required values. Empty if there are none. */
  threshold: string;
  measured: string;
  outcome: Outcome;
  result: string;
  source: Source;
}

export interface SignOffView {
  text: string;
  note: string | null;
  manualChecks: readonly { text: string; result: string; note: string | null }[];
}

export interface Verification {
  isSigned: boolean;
  /** URL of the page that verifies reports. Null if it is not known. */
  url: string | null;
}

export interface ViewOptions {
  /** SHA-256 of the JSON report in hexadecimal. */
  sha256: string;
  verification: Verification;
}

/** Maximum number of measurements of an issue. An issue that merges many findings repeats them. */
const maxMeasurements = 5;

/** Returns the content of a report. */
export function viewOf(report: Report, { sha256, verification }: ViewOptions): ReportView {
  const { asset, verdict, profile, problems, checks, issues, sidekicks } = report;
  const views = checks.map((check) => ({ ...checkView(check), outcome: check.outcome }));
  const withOutcome = (...outcomes: Outcome[]) => views.filter(({ outcome }) => outcomes.includes(outcome));
  const passed = withOutcome('passed');
  const made = passed.length + withOutcome('found').length;
  const basis =
    profile === null ? 'all chosen sidekicks' : `${oneLine(profile.name)}, version ${profile.version}`;
  return {
    fileName: oneLine(asset.name),
    verdict: {
      kind: verdict.verdict,
      text: verdictWords[verdict.verdict],
      reason: sentenceCase(oneLine(verdict.reason)),
      basis: `Profile: ${basis}. Issues fail the file from severity “${verdict.failsAt}” on.`,
    },
    limits: checks.some(isScreening) ? ['Photosensitivity: this is a screening, not a certification.'] : [],
    facts: factsFor(report, sha256),
    problems: problems.map(({ sidekick, message }) =>
      oneLine(`${sidekick === null ? 'The file' : nameOf(sidekick, sidekicks)}: ${message}`),
    ),
    issueCounts: countsOf(issues),
    issues: issues.map((issue) => issueView(issue, report)),
    checkCounts: `${counted(made, 'check')} made, ${passed.length} passed`,
    notApplicable: notApplicableText(withOutcome('not_applicable').length),
    open: withOutcome('found', 'failed', 'skipped'),
    passed,
    off: withOutcome('off'),
    signOff: signOffView(report),
    verification,
  };
}

/** Returns whether a check is a part of the screening for flashes that was made. */
function isScreening({ sidekick, outcome }: ReportCheck): boolean {
  return sidekick === 'photosensitivity' && (outcome === 'passed' || outcome === 'found');
}

function factsFor(report: Report, sha256: string): Fact[] {
  const { asset, checkedAt, submission, tools, sidekicks } = report;
  const facts: (Fact | null)[] = [
    { name: 'File', value: factsOf(report) },
    asset.bytes === null ? null : { name: 'Size', value: numberText(asset.bytes, 'bytes') },
    asset.media?.startTimecode
      ? { name: 'Start time code', value: oneLine(asset.media.startTimecode) }
      : null,
    { name: 'SHA-256 of the file', value: asset.sha256 ?? 'not known', isCode: asset.sha256 !== null },
    { name: 'SHA-256 of the JSON report', value: sha256, isCode: true },
    { name: 'Checked', value: timeText(checkedAt) },
    {
      name: 'Checked by',
      value: oneLine(
        `Assay ${tools.assay}: ${sidekicks.map(({ name, version }) => `${name} ${version}`).join(', ')}`,
      ),
    },
    submission === null
      ? null
      : { name: 'Submission', value: `${submission.submissionId}, version ${submission.version}` },
  ];
  return facts.filter((fact) => fact !== null && fact.value !== '') as Fact[];
}

function issueView(issue: ReportIssue, report: Report): IssueView {
  const { severity, contributors, anchor, resolutionRequirement: resolution } = issue;
  const { severityReasoningHeadline: headline, severityReasoning: reasoning } = issue;
  const quote = anchor.kind === 'text' ? ` “${oneLine(anchor.quote)}”` : '';
  return {
    number: issue.referenceNumber,
    severity,
    severityText: sentenceCase(severity),
    summary: oneLine(issue.summary),
    place: `${placeOf(anchor, report.asset)}${quote}`,
    rule: oneLine(`${contributors[0]?.ruleName ?? issue.ruleCode} (${issue.ruleCode})`),
    details: oneLine(issue.details),
    measurements: measurementsOf(issue),
    why: oneLine(headline === reasoning ? headline : `${headline}. ${reasoning}`).replace('.. ', '. '),
    resolution: sentenceCase(oneLine(resolution.description)),
    foundBy: oneLine(contributors.map(({ label }) => label).join(', ')),
    pictures: picturesOf(issue),
    decision: issue.decision === null ? null : decisionText(issue.decision),
    evidence: issue.decision === null ? [] : issue.decision.evidence.map(evidenceView),
  };
}

/** Returns what was measured for an issue, without repetitions. Custom sidekicks may leave fields out. */
function measurementsOf({ contributors }: ReportIssue): Measurement[] {
  const all = contributors
    .flatMap(({ evidence }) => evidence)
    .filter(({ sourceType }) => sourceType !== 'image')
    .map(({ content }) => {
      const { measured, threshold, required, unit, source } = objectOf(content);
      const unitText = typeof unit === 'string' ? unit : null;
      return {
        measured: valueText(measured, unitText),
        threshold: typeof required === 'string' ? oneLine(required) : valueText(threshold, unitText),
        source: sourceOf(objectOf(source)),
      };
    })
    .filter(({ measured, threshold, source }) => measured ?? threshold ?? source);
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()].slice(0, maxMeasurements);
}

function picturesOf({ contributors }: ReportIssue): string[] {
  const urls = contributors
    .flatMap(({ evidence }) => evidence)
    .filter(({ sourceType }) => sourceType === 'image')
    .map(({ content }) => objectOf(content)['url']);
  return [
    ...new Set(
      urls.flatMap((url) => /^picture:([0-9a-f]{32})$/.exec(typeof url === 'string' ? url : '')?.[1] ?? []),
    ),
  ];
}

function checkView(check: ReportCheck): Omit<CheckView, 'outcome'> {
  const { threshold, required, unit, measured, severity } = check;
  return {
    name: oneLine(check.ruleName),
    code: oneLine(check.ruleCode),
    severityText: severity === 'off' ? 'Off' : sentenceCase(severity),
    threshold: required === null ? (valueText(threshold, unit) ?? '') : oneLine(required),
    measured: valueText(measured, unit) ?? '',
    result: resultText(check),
    source: sourceOf(check.source)!,
  };
}

function resultText({ outcome, count }: ReportCheck): string {
  switch (outcome) {
    case 'passed':
      return 'Passed';
    case 'found':
      return counted(count, 'finding');
    case 'off':
      return 'Off in the profile';
    case 'not_applicable':
      return 'Not for this type of file';
    case 'skipped':
      return 'Not made';
    case 'failed':
      return 'Could not be made';
  }
}

const decisionWords: Record<Decision['decision'], string> = {
  accepted: 'Accepted: the defect is to be mended',
  waived: 'Waived: the defect may stay',
  disputed: 'Disputed: the finding is wrong',
};

function decisionText({ decision, reason, by, at }: Decision): string {
  const why = reason === null ? '' : ` Reason: ${reason}`;
  return oneLine(`${decisionWords[decision]}. ${authorText(by)}, ${timeText(at)}.${why}`);
}

function evidenceView({ title, url, file }: Evidence): EvidenceView {
  return {
    title: oneLine(title),
    address: url && oneLine(url),
    url: url !== null && isWebUrl(url) ? url : null,
    file:
      file &&
      oneLine(
        `${file.filename}, ${numberText(file.sizeBytes, 'bytes')}, SHA-256 ${file.sha256 ?? 'unknown'}`,
      ),
  };
}

function authorText({ kind, name }: Decision['by']): string {
  return name ?? (kind === 'key' ? 'An API key' : 'A person who was removed');
}

function signOffView({ signOff }: Report): SignOffView | null {
  if (signOff === null) return null;
  return {
    text: oneLine(`Signed off by ${authorText(signOff.by)}, ${timeText(signOff.at)}.`),
    note: signOff.note === null ? null : oneLine(signOff.note),
    manualChecks: signOff.manualChecks.map(({ text, outcome, note }) => ({
      text: oneLine(text),
      result: sentenceCase(outcome),
      note: note === null ? null : oneLine(note),
    })),
  };
}

/** Returns a source; null if it names no standard. */
function sourceOf({ standard, clause, url }: Record<string, unknown>): Source | null {
  if (typeof standard !== 'string') return null;
  return {
    standard: oneLine(standard),
    clause: typeof clause === 'string' ? oneLine(clause) : '',
    url: typeof url === 'string' && isWebUrl(url) ? url : null,
  };
}

/** Returns whether a URL may be a link. Custom sidekicks choose the URLs of their sources. */
function isWebUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function valueText(value: unknown, unit: string | null): string | null {
  if (typeof value === 'number') return oneLine(numberText(value, unit));
  return typeof value === 'string' && value !== '' ? oneLine(value) : null;
}

function countsOf(issues: readonly ReportIssue[]): string {
  const counts = severities.map((severity) => ({
    severity,
    count: issues.filter((issue) => issue.severity === severity).length,
  }));
  return (
    counts
      .filter(({ count }) => count > 0)
      .map(({ severity, count }) => `${count} ${severity}`)
      .join(', ') || 'none'
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function notApplicableText(count: number): string | null {
  if (count === 0) return null;
  return `${counted(count, 'further check')} ${count === 1 ? 'is' : 'are'} not for this type of file.`;
}

function nameOf(code: string, sidekicks: Report['sidekicks']): string {
  return sidekicks.find((sidekick) => sidekick.code === code)?.name ?? code;
}

/** Returns a time such as `2026-01-02 03:04:05 UTC`. */
function timeText(at: string): string {
  return at.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');
}
