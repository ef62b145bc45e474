import * as workflow from '@temporalio/workflow';
import type { BareActivities } from './bare-worker.ts';

const { arrive } = workflow.proxyActivities<BareActivities>({ startToCloseTimeout: '1m' });
const local = workflow.proxyLocalActivities<BareActivities>({ startToCloseTimeout: '1m' });

/** Only sleeps. */
export async function sleep(seconds: number): Promise<void> {
  await workflow.sleep(seconds * 1000);
}

/** Runs one activity that does nothing. */
export async function runOne(): Promise<void> {
  await arrive();
}

/** Runs one local activity that does nothing. */
export async function runOneLocally(): Promise<void> {
  await local.arrive();
}
