import { upsertSearchAttributes } from '@temporalio/workflow';
import { searchAttributes } from '@assay/domain/search-attributes.ts';
import type { KeepEvidenceInput } from '@assay/domain/workflow-inputs.ts';
import { keepEvidence as keep } from './activities.ts';

/** Keeps an uploaded file that is evidence for decisions about an asset. */
export async function keepEvidence(input: KeepEvidenceInput): Promise<void> {
  const { isKept } = await keep.executeWithOptions({ summary: `evidence for ${input.assetId}` }, [input]);
  upsertSearchAttributes([{ key: searchAttributes.outcome, value: isKept ? 'complete' : 'failed' }]);
}
