import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { bundleWorkflowCode, type WorkflowBundleOption } from '@temporalio/worker';

const workflows = path.join(import.meta.dirname, '..', 'workflows');

/** Bundles the workflows into one script. All workers of a release can share the script. */
export async function bundleWorkflows(): Promise<string> {
  const workflowsPath = path.join(workflows, 'index.ts');
  const interceptors = ['refuse-payloads.ts', 'tracing.ts'].map((file) => path.join(workflows, file));
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: interceptors,
    payloadConverterPath: path.join(workflows, 'payload-converter.ts'),
    failureConverterPath: path.join(workflows, 'failure-converter.ts'),
    // The modules have no state, so workflows can share them. Otherwise, the SDK would load all of them for every
    // workflow.
    preloadModules: [workflowsPath, ...interceptors],
  });
  return code;
}

/** Returns a bundle whose workflows encode the messages of failures, for workers with a payload codec. */
export async function encodeFailures(bundle: WorkflowBundleOption): Promise<{ code: string }> {
  const code = 'code' in bundle ? bundle.code : await readFile(bundle.codePath, 'utf8');
  // The statement is added to the first line, so that the line numbers of the source map remain correct.
  return { code: `globalThis.assayEncodesFailures = true; ${code}` };
}
