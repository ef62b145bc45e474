import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, startChild, upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import { timeStampWorkflowId } from '@assay/domain/workflow-ids.ts';
import type { StampReportInput } from '@assay/domain/workflow-inputs.ts';
import { stampReport as stamp } from './activities.ts';

/** Gets the time stamp of a report's signature, however long its authority is away. */
export async function stampReport(input: StampReportInput): Promise<void> {
  await stamp.executeWithOptions({ summary: `time stamp of the report of ${input.assetId}` }, [input]);
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: 'complete' }]);
}

/** Starts the workflow that gets the time stamp. The workflow that wrote the report does not wait for it. */
export async function startStamp(input: StampReportInput): Promise<void> {
  const { submissionId, assetId, sha256 } = input;
  try {
    await startChild(stampReport, {
      workflowId: timeStampWorkflowId(submissionId, assetId, sha256),
      args: [input],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `time stamp of the report of ${assetId}`,
    });
  } catch (error) {
    // It is running since an earlier run of this workflow.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
