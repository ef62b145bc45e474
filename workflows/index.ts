// Exports of the workflow bundle. Each function's name is its workflow type.
export { deliverWebhook } from './deliver-webhook.ts';
export { examineOnTaskQueue } from './examine-on-task-queue.ts';
export { keepEvidence } from './keep-evidence.ts';
export { makePreview } from './make-preview.ts';
export { reportSignOff } from './report-sign-off.ts';
export { stampReport } from './stamp-report.ts';
export { measureAssets } from './measure-assets.ts';
export { processSubmission } from './process-submission.ts';
export { tryProfile } from './try-profile.ts';
export { upkeep } from './upkeep.ts';
