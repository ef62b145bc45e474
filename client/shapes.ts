import type { components, webhooks } from './schema.ts';

// Names for what the interface description calls its schemas.

type Schemas = components['schemas'];

export type Asset = Schemas['Asset'];
export type Estimate = Schemas['Estimate'];
export type Issue = Schemas['Issue'];
export type Sidekick = Schemas['SidekickList']['sidekicks'][number];
export type Submission = Schemas['Submission'];
export type TopicList = Schemas['TopicList'];

/** The four shapes of an error's body. */
export type ProblemBody =
  Schemas['DomainError'] | Schemas['ValidationError'] | Schemas['RateLimitError'] | Schemas['TierError'];

/** An event that a webhook brings; `type` tells which. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];
