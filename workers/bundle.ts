import path from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';

/** Bundles the workflows into one script, which every worker of a release can share. */
export async function bundleWorkflows(): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(import.meta.dirname, '..', 'workflows', 'index.ts'),
  });
  return code;
}
