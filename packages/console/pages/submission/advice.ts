import type { Asset } from '@assay/client/shapes.ts';

const adviceByType: Record<string, string | undefined> = {
  content_changed:
    'The file was replaced after it was submitted, so it was not charged. Upload and submit it again.',
  undecodable_media:
    'The file is damaged or is not what its name says. Export it again, and submit the new file.',
  cancelled: 'The operator of this installation stopped the processing. Retry it when the operator says so.',
  sidekick_removed: 'A sidekick was removed meanwhile. Submit the file again without this sidekick.',
  sandbox_error: 'This failure is simulated and cannot be retried.',
  sandbox_retryable_error: 'This failure is simulated. Retry it to see how it recovers.',
};

export function adviceFor({ errorType, isRetryable }: Pick<Asset, 'errorType' | 'isRetryable'>): string {
  const known = errorType === null ? undefined : adviceByType[errorType];
  if (known !== undefined) return known;
  return isRetryable
    ? 'Retry the asset. A retry costs nothing.'
    : 'A retry would fail again. Check the file, and submit a corrected one.';
}
