import { z } from 'zod';
import { severities } from '../sidekick.ts';
import { count } from './fields.ts';

/** Two or more related issues: they share a rule family, or their anchors overlap. */
export const topic = z
  .strictObject({
    id: z.guid(),
    title: z.string(),
    summary: z.string(),
    /** The worst severity of its issues. */
    severity: z.enum(severities),
    issueCount: count,
    issueIds: z.array(z.guid()),
  })
  .meta({ id: 'Topic' });
export type Topic = z.infer<typeof topic>;

/** The topics of an asset, and the ids of the issues without a topic. `total` counts the topics. */
export const topicList = z
  .strictObject({
    assetId: z.guid(),
    topics: z.array(topic),
    orphanIssueIds: z.array(z.guid()),
    total: count,
  })
  .meta({ id: 'TopicList' });
export type TopicList = z.infer<typeof topicList>;
