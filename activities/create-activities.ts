import type { Database } from '@assay/storage/database/database.ts';
import { createAttemptActivities } from './deliver/attempt-delivery.ts';
import { createCancelDelivery } from './deliver/cancel-delivery.ts';
import type { DeliveryLimiter } from './deliver/delivery-limiter.ts';
import type { FirstAttempts } from './deliver/first-attempts.ts';
import type { MakeAttempt } from './deliver/make-attempt.ts';
import { createCheckDisk } from './analyse/check-disk.ts';
import { createJudgeAgain } from './analyse/judge-again.ts';
import { createMakePreview } from './analyse/make-preview.ts';
import { createMeasureAsset } from './analyse/measure-asset.ts';
import type { MediaDeps } from './analyse/with-local-copy.ts';
import { createCheckStores } from './record/check-stores.ts';
import { createKeepEvidence } from './record/keep-evidence.ts';
import { createListTrialAssets } from './record/list-trial-assets.ts';
import { createRecordAsset, type RecordAssetDeps } from './record/record-asset.ts';
import { createRecordPreview } from './record/record-preview.ts';
import { createRecordSandbox, type RecordSandboxDeps } from './record/record-sandbox.ts';
import { createRecordSignOff } from './record/record-sign-off.ts';
import { createStampReport } from './record/stamp-report.ts';
import { createSecureAsset, type SecureAssetDeps } from './record/secure-asset.ts';
import { createObserveAsset } from './analyse/observe-asset.ts';
import { type CallSidekickDeps, createCallSidekick } from './custom-sidekicks/call-sidekick.ts';
import { createDescribeExamination } from './custom-sidekicks/describe-examination.ts';
import { createKeepFindings } from './custom-sidekicks/keep-findings.ts';
import { loggingDenials, reportingDenials, reportingOutages } from './outages.ts';
import { createReadText } from './analyse/read-text.ts';
import { createRunSidekick } from './analyse/run-sidekick.ts';
import { createTakePictures } from './analyse/take-pictures.ts';
import { createVerifyMeasurement } from './analyse/verify-measurement.ts';
import type { UpkeepDeps } from './upkeep/batch.ts';
import { createUpkeep } from './upkeep/create-upkeep.ts';

/** Creates the activities of the orchestration task queue: short work on Postgres and S3. */
export function createOrchestrationActivities(
  deps: UpkeepDeps & RecordAssetDeps & RecordSandboxDeps & SecureAssetDeps,
) {
  return {
    ...createCopyActivities(deps),
    recordAsset: loggingDenials(createRecordAsset(deps)),
    recordPreview: loggingDenials(createRecordPreview(deps)),
    recordSignOff: loggingDenials(createRecordSignOff(deps)),
    keepEvidence: loggingDenials(createKeepEvidence(deps)),
    stampReport: loggingDenials(createStampReport(deps)),
    recordSandbox: loggingDenials(createRecordSandbox(deps)),
    checkStores: createCheckStores(deps),
    listTrialAssets: reportingDenials(createListTrialAssets(deps)),
    describeExamination: reportingDenials(createDescribeExamination(deps)),
    keepFindings: reportingDenials(createKeepFindings(deps)),
    ...createUpkeep(deps),
  };
}
export type OrchestrationActivities = ReturnType<typeof createOrchestrationActivities>;

/** Creates the activities of the copy task queue: copies of large files within S3. */
export function createCopyActivities(deps: SecureAssetDeps) {
  return { secureAsset: reportingDenials(createSecureAsset(deps)) };
}

/** Creates the activities of the media task queues: long work on files. */
export function createMediaActivities(deps: MediaDeps) {
  return {
    checkDisk: createCheckDisk(deps),
    measureAsset: createMeasureAsset(deps),
    verifyMeasurement: reportingOutages(createVerifyMeasurement(deps)),
    observeAsset: reportingOutages(createObserveAsset(deps)),
    readText: reportingOutages(createReadText(deps)),
    runSidekick: reportingOutages(createRunSidekick(deps)),
    makePreview: reportingOutages(createMakePreview(deps)),
    judgeAgain: reportingOutages(createJudgeAgain(deps)),
    takePictures: reportingOutages(createTakePictures(deps)),
  };
}
export type MediaActivities = ReturnType<typeof createMediaActivities>;

/** Creates the activities of the delivery task queue: requests to webhook endpoints. */
export function createDeliveryActivities(deps: {
  database: Database;
  schedule: readonly number[];
  limiter: DeliveryLimiter;
  makeAttempt: MakeAttempt;
  firstAttempts: FirstAttempts;
}) {
  return { ...createAttemptActivities(deps), cancelDelivery: createCancelDelivery(deps) };
}
export type DeliveryActivities = ReturnType<typeof createDeliveryActivities>;

/** Creates the activities of the remote task queue: requests to custom sidekicks at HTTPS endpoints. */
export function createRemoteActivities(deps: CallSidekickDeps) {
  return { callSidekick: reportingOutages(createCallSidekick(deps)) };
}
export type RemoteActivities = ReturnType<typeof createRemoteActivities>;
