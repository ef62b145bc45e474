import { styleText } from 'node:util';
import type { LiveRun } from './live-run.ts';
import type { SandboxRun } from './sandbox-run.ts';
import type { StackInfo } from '../stack/state.ts';

const colours = { critical: 'red', major: 'yellow', minor: 'cyan', info: 'gray' } as const;

export function printReport(live: LiveRun, sandbox: SandboxRun, info: StackInfo): void {
  const { estimate, submission, results, events } = live;
  console.log(`\n${styleText('bold', 'Report')}  submission ${submission.submissionId}`);
  for (const { asset, issues, topics } of results) {
    const measured =
      asset.metric === null
        ? 'flat price'
        : `${asset.metricValue} ${asset.metric === 'pages' ? 'pages' : 'seconds'} measured`;
    const credits = `${asset.credits} ${asset.credits === 1 ? 'credit' : 'credits'}`;
    console.log(`\n  ${styleText('bold', asset.filename)}  ${asset.status}, ${measured}, ${credits}`);
    for (const issue of issues) {
      const severity = styleText(colours[issue.severity], issue.severity.padEnd(8));
      console.log(`    #${issue.referenceNumber} ${severity} ${issue.summary}  [${issue.ruleCode}]`);
    }
    if (issues.length === 0) console.log('    no issues');
    for (const topic of topics.topics) console.log(`    topic: ${topic.title}, ${topic.issueCount} issues`);
    const event = events.find(({ data }) => data.asset_id === asset.assetId);
    if (event !== undefined) console.log(`    webhook ${event.type} received, signature verified`);
  }
  console.log(`\n  Credits: estimated ${estimate.totalCredits}, charged ${submission.creditsCharged}`);
  console.log(
    `  Sandbox: ${sandbox.submission.assets.map((asset) => `${asset.filename} ${asset.status}`).join(', ')};`,
  );
  console.log(`           ${sandbox.eventsReceived} fired events received, signatures verified`);
  if (info.temporalUiUrl !== null) {
    const workflow = encodeURIComponent(`submission:${submission.submissionId}:v1`);
    console.log(`\n  In the Temporal UI: ${info.temporalUiUrl}/namespaces/default/workflows/${workflow}`);
  }
}
