import type { Issue } from '@assay/client/index.ts';
import type { LiveRun } from './live-run.ts';
import type { ExpectedFinding } from './media.ts';
import type { SandboxRun } from './sandbox-run.ts';

const toleranceSeconds = 0.5;

/** Compares the results of the demo with the expected results. Returns one text for each difference. */
export function findFaults(live: LiveRun, sandbox: SandboxRun): string[] {
  const faults: string[] = [];
  const expect = (isMet: boolean, fault: string) => {
    if (!isMet) faults.push(fault);
  };
  const { estimate, submission, results, events } = live;
  expect(submission.status === 'complete', `the submission should be complete, but is ${submission.status}`);
  expect(
    submission.creditsCharged === estimate.totalCredits,
    `the charge (${submission.creditsCharged}) should equal the estimate (${estimate.totalCredits})`,
  );
  for (const { file, asset, issues } of results) {
    expect(asset.status === 'complete', `${file.filename} should be complete, but is ${asset.status}`);
    expect(
      events.some(
        (event) =>
          event.type === 'asset.processing.completed' &&
          event.data.asset_id === asset.assetId &&
          event.data.issue_count === issues.length,
      ),
      `the webhook of ${file.filename} should report ${issues.length} issues`,
    );
    if (file.expected === null) continue;
    const { metricValue, findings } = file.expected;
    expect(
      asset.metricValue === metricValue,
      `${file.filename} should measure ${metricValue}, but measures ${asset.metricValue}`,
    );
    for (const finding of findings) {
      expect(
        issues.some((issue) => matches(issue, finding)),
        `${file.filename} should have ${describe(finding)}`,
      );
    }
    expect(
      issues.length === findings.length,
      `${file.filename} should have ${findings.length} issues, but has ${issues.length}`,
    );
  }
  expect(
    sandbox.submission.status === 'complete',
    `the sandbox submission should be complete, but is ${sandbox.submission.status}`,
  );
  expect(
    sandbox.eventsReceived === sandbox.submission.assets.length,
    `${sandbox.submission.assets.length} fired events should arrive, but ${sandbox.eventsReceived} did`,
  );
  return faults;
}

function matches(issue: Issue, { ruleCode, startSeconds, endSeconds }: ExpectedFinding): boolean {
  if (issue.ruleCode !== ruleCode) return false;
  if (startSeconds === undefined || endSeconds === undefined) return true;
  const { anchor } = issue;
  return (
    anchor.kind === 'time' &&
    Math.abs(anchor.startSeconds - startSeconds) <= toleranceSeconds &&
    Math.abs(anchor.endSeconds - endSeconds) <= toleranceSeconds
  );
}

function describe({ ruleCode, startSeconds, endSeconds }: ExpectedFinding): string {
  return startSeconds === undefined
    ? `an issue of ${ruleCode}`
    : `an issue of ${ruleCode} at ${startSeconds}–${endSeconds} s`;
}
