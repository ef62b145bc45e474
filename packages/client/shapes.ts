import type { components, webhooks } from './schema.ts';

// Short names for the schemas in the OpenAPI description of the service.

type Schemas = components['schemas'];

export type Asset = Schemas['Asset'];
export type Estimate = Schemas['Estimate'];
export type Issue = Schemas['Issue'];
export type Sidekick = Schemas['Sidekick'];
export type ProfileSummary = Schemas['ProfileSummary'];
export type SignOff = Schemas['SignOff'];
export type Submission = Schemas['Submission'];
export type TopicList = Schemas['TopicList'];

/** The body of an error response, in one of its four shapes. */
export type ProblemBody =
  Schemas['DomainError'] | Schemas['ValidationError'] | Schemas['RateLimitError'] | Schemas['TierError'];

/** The event that a webhook contains, as a union discriminated by `type`. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];
