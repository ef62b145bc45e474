import * as workflow from '@temporalio/workflow';
import type { BareActivities } from './bare-worker.ts';

const { arrive } = workflow.proxyActivities<BareActivities>({ startToCloseTimeout: '1m' });
const local = workflow.proxyLocalActivities<BareActivities>({ startToCloseTimeout: '1m' });

export async function sleep(seconds: number): Promise<void> {
  await workflow.sleep(seconds * 1000);
}

/** A workflow that runs one activity. */
export async function runOne(): Promise<void> {
  await arrive();
}

/** A workflow that runs one local activity. */
export async function runOneLocally(): Promise<void> {
  await local.arrive();
}
