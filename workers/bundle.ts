import path from 'node:path';
import { bundleWorkflowCode } from '@temporalio/worker';

const workflows = path.join(import.meta.dirname, '..', 'workflows');

/** Bundles the workflows into one script. All workers of a release can share it. */
export async function bundleWorkflows(): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(workflows, 'index.ts'),
    workflowInterceptorModules: [path.join(workflows, 'tracing.ts')],
  });
  return code;
}
