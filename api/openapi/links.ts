import type { JsonSchema } from './schemas.ts';

const submissionId = '$response.body#/submissionId';
const firstAssetId = '$response.body#/assets/0/assetId';

const ofSubmission = { submission_id: submissionId };
const ofAsset = { ...ofSubmission, asset_id: firstAssetId };
const ofIssue = {
  submission_id: '$request.path.submission_id',
  asset_id: '$request.path.asset_id',
  issue_id: '$response.body#/issues/0/id',
};
const ofDelivery = { subscription_id: '$response.body#/subscriptionId', event_id: '$response.body#/eventId' };
const ofProfile = { profile_id: '$response.body#/id' };
const ofSubscription = { subscription_id: '$response.body#/id' };

/** OpenAPI links by operation id: other operations whose parameters can be taken from this operation's response. */
const links: Record<string, Record<string, Record<string, string>>> = {
  createSubmission: {
    readSubmission: ofSubmission,
    listVersions: ofSubmission,
    readAsset: ofAsset,
    listIssues: ofAsset,
    listTopics: ofAsset,
    listChecks: ofAsset,
    listDecisions: ofAsset,
    decideIssues: ofAsset,
    readSignOff: ofAsset,
    signOffAsset: ofAsset,
    withdrawSignOff: ofAsset,
    compareAssets: ofAsset,
    readReport: ofAsset,
    readSignedReport: ofAsset,
    readPdfReport: ofAsset,
    createReportLink: ofAsset,
    listReportLinks: ofAsset,
    readMedia: ofAsset,
    requestPreview: ofAsset,
    listSubmissionDeliveries: ofSubmission,
    readProgress: ofAsset,
    listSeries: ofAsset,
    retryAsset: ofAsset,
  },
  createReportLink: {
    revokeReportLink: {
      submission_id: '$request.path.submission_id',
      asset_id: '$request.path.asset_id',
      report_link_id: '$response.body#/id',
    },
  },
  decideIssue: {
    readEvidence: {
      submission_id: '$request.path.submission_id',
      asset_id: '$request.path.asset_id',
      evidence_id: '$response.body#/evidence/0/id',
    },
  },
  listIssues: { decideIssue: ofIssue, withdrawDecision: ofIssue },
  createSubscription: {
    readSubscription: ofSubscription,
    updateSubscription: ofSubscription,
    listDeliveries: ofSubscription,
    replayDeliveries: ofSubscription,
    sendExample: ofSubscription,
    rotateSecret: ofSubscription,
    deleteSubscription: ofSubscription,
  },
  createProfile: {
    readProfile: ofProfile,
    updateProfile: ofProfile,
    startTrial: ofProfile,
    deleteProfile: ofProfile,
  },
  startTrial: {
    readTrial: { profile_id: '$request.path.profile_id', trial_id: '$response.body#/trialId' },
  },
  sendExample: { readDelivery: ofDelivery, redeliver: ofDelivery },
};

/** Returns the OpenAPI links of an operation's success response; undefined if the operation has none. */
export function linksOf(id: string): JsonSchema | undefined {
  const targets = links[id];
  return (
    targets &&
    Object.fromEntries(
      Object.entries(targets).map(([operationId, parameters]) => [operationId, { operationId, parameters }]),
    )
  );
}
