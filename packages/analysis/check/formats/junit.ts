import type { Report, ReportCheck } from '@assay/domain/contracts/report.ts';
import { escapedXml } from '@assay/domain/report-formats/xml.ts';
import { compareSeverities } from '@assay/domain/sidekick.ts';
import { line, placeOf } from '@assay/domain/report-formats/words.ts';
import { type CheckedFile, isFailing, verdictLine } from './words.ts';

/**
 * Returns a JUnit report with a suite for each file and a case for each check. Valid by the schema of Jenkins
 * (junit-10.xsd) and by that of Windy Road (JUnit.xsd).
 */
export function junitOf(files: readonly CheckedFile[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...files.flatMap(suite),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite(file: CheckedFile, index: number): string[] {
  const { report, findings, seconds } = file;
  const cases = [...problemCases(report), ...report.checks.map((check) => checkCase(check, file))];
  const count = (element: string) => cases.filter(({ result }) => result?.element === element).length;
  const { asset, problems } = report;
  const attributes = attributesOf({
    package: 'assay',
    id: index,
    name: line(asset.path),
    timestamp: report.checkedAt.slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds.toFixed(3),
  });
  // Findings that do not fail the file have no place in the schema besides the output of the suite.
  const notes = findings
    .filter(({ finding }) => !isFailing(finding.severity, report))
    .map(({ finding: { severity, ruleCode, summary, anchor } }) =>
      line([severity, ruleCode, placeOf(anchor, asset), summary].filter((part) => part !== '').join(' ')),
    );
  const faults = problems.map(({ sidekick, message }) =>
    line(`not checked: ${sidekick ?? 'the file'}: ${message}`),
  );
  return [
    `  <testsuite ${attributes}>`,
    '    <properties>',
    ...Object.entries(propertiesOf(report)).map(
      ([name, value]) => `      <property ${attributesOf({ name, value })}/>`,
    ),
    '    </properties>',
    ...cases.map(element),
    `    <system-out>${escapedXml([...notes, verdictLine(report)].join('\n'))}</system-out>`,
    `    <system-err>${escapedXml(faults.join('\n'))}</system-err>`,
    '  </testsuite>',
  ];
}

interface Case {
  name: string;
  className: string;
  result: { element: 'failure' | 'error' | 'skipped'; type: string; message: string; text: string } | null;
}

/** Problems of the file as a whole. Those of sidekicks are errors of their checks. */
function problemCases({ problems }: Report): Case[] {
  return problems
    .filter(({ sidekick }) => sidekick === null)
    .map(({ code, message }) => ({
      name: 'The file can be examined',
      className: 'assay',
      result: { element: 'error', type: code, message, text: line(message) },
    }));
}

function checkCase(check: ReportCheck, { report, findings }: CheckedFile): Case {
  const { sidekick, ruleCode, ruleName, outcome } = check;
  const common = { name: `${ruleCode}: ${ruleName}`, className: `assay.${sidekick}` };
  const skipped = (message: string): Case => ({
    ...common,
    result: { element: 'skipped', type: outcome, message, text: '' },
  });
  const reason = report.problems.find(
    (problem) => problem.sidekick === sidekick || problem.sidekick === null,
  );
  const message = reason?.message ?? 'the check could not be made';
  switch (outcome) {
    case 'passed':
      return { ...common, result: null };
    case 'off':
      return skipped('the profile turns the rule off');
    case 'not_applicable':
      return skipped('the rule is not for files of this type');
    case 'skipped':
    case 'failed':
      // A check that the profile asks for is an error if it was not made.
      return outcome === 'skipped' && reason?.blocking !== true
        ? skipped(message)
        : {
            ...common,
            result: { element: 'error', type: reason?.code ?? outcome, message, text: line(message) },
          };
    case 'found': {
      // An issue has the text of only one of the rules whose findings it merges.
      const failing = findings
        .filter((one) => one.sidekick.code === sidekick && one.finding.ruleCode === ruleCode)
        .map(({ finding }) => finding)
        .filter(({ severity }) => isFailing(severity, report))
        .toSorted((a, b) => compareSeverities(a.severity, b.severity));
      const [worst] = failing;
      if (worst === undefined) return { ...common, result: null };
      const text = failing.map(({ anchor, summary }) =>
        line([placeOf(anchor, report.asset), summary].filter((part) => part !== '').join(' ')),
      );
      const { severity: type, summary } = worst;
      return { ...common, result: { element: 'failure', type, message: summary, text: text.join('\n') } };
    }
  }
}

function element({ name, className, result }: Case): string {
  const start = `    <testcase ${attributesOf({ name: line(name), classname: className, time: '0' })}`;
  if (result === null) return `${start}/>`;
  const { element: tag, type, message, text } = result;
  // The schema of Windy Road permits no attributes of `skipped`.
  if (tag === 'skipped') return `${start}><skipped>${escapedXml(line(message))}</skipped></testcase>`;
  return `${start}><${tag} ${attributesOf({ type, message: line(message) })}>${escapedXml(text)}</${tag}></testcase>`;
}

function propertiesOf({ asset, profile, tools, verdict }: Report): Record<string, string> {
  return {
    verdict: verdict.verdict,
    profile: profile === null ? 'none' : `${profile.code} ${profile.version}`,
    sha256: asset.sha256 ?? 'none',
    assay: tools.assay,
  };
}

function attributesOf(attributes: Record<string, string | number>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapedXml(String(value))}"`)
    .join(' ');
}
