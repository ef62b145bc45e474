export const submissionStatuses = ['processing', 'complete', 'failed'] as const;

export const assetStatuses = ['pending', 'processing', 'complete', 'failed'] as const;
export type AssetStatus = (typeof assetStatuses)[number];

export const versionTriggers = ['created', 'retry'] as const;

export function isTerminal(status: AssetStatus): boolean {
  return status === 'complete' || status === 'failed';
}
