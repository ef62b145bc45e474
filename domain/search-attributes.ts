/**
 * What operators can search workflows by, in the form of Temporal's search-attribute keys. Never file names:
 * they are the tenants'.
 */
export const searchAttributes = {
  workspaceId: { name: 'WorkspaceId', type: 'KEYWORD' },
  submissionId: { name: 'SubmissionId', type: 'KEYWORD' },
  environment: { name: 'Environment', type: 'KEYWORD' },
  assetTypes: { name: 'AssetTypes', type: 'KEYWORD_LIST' },
  /** How the work ended. */
  outcome: { name: 'Outcome', type: 'KEYWORD' },
  /** The stable type of what failed. */
  failureType: { name: 'FailureType', type: 'KEYWORD' },
} as const;
