// What the workflow bundle exports: the name of each function is its workflow type.
export { deliverWebhook } from './deliver-webhook.ts';
export { measureAssets } from './measure-assets.ts';
export { processSubmission } from './process-submission.ts';
