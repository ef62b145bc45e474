/** Search attributes of workflows. They must not contain filenames, which are tenants' data. */
export const searchAttributes = {
  workspaceId: { name: 'WorkspaceId', type: 'KEYWORD' },
  submissionId: { name: 'SubmissionId', type: 'KEYWORD' },
  environment: { name: 'Environment', type: 'KEYWORD' },
  assetTypes: { name: 'AssetTypes', type: 'KEYWORD_LIST' },
  outcome: { name: 'Outcome', type: 'KEYWORD' },
  /** Error type of a failed asset, or fault class of a failed delivery attempt. */
  failureType: { name: 'FailureType', type: 'KEYWORD' },
  /** Worst verdict of the assets by their profile. */
  verdict: { name: 'Verdict', type: 'KEYWORD' },
  /** The profile that a trial changes. */
  profileId: { name: 'ProfileId', type: 'KEYWORD' },
} as const;
