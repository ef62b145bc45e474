import * as workflow from '@temporalio/workflow';

/** A workflow that only waits. */
export async function sleep(seconds: number): Promise<void> {
  await workflow.sleep(seconds * 1000);
}
