export { ApiProblem, dataOf, UploadProblem } from './api-problem.ts';
export { type Client, type ClientOptions, createClient, type SubmitRequest } from './create-client.ts';
export type {
  Asset,
  Estimate,
  Issue,
  ProblemBody,
  Sidekick,
  Submission,
  TopicList,
  WebhookEvent,
} from './shapes.ts';
export type { UploadFile } from './upload.ts';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
export type { WaitOptions } from './wait-until-done.ts';
