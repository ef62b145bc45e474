import { z } from 'zod';
import { severities } from '../sidekick.ts';
import { count } from './fields.ts';

/** Two or more issues that belong together: one rule family, or anchors that overlap. */
export const topic = z
  .strictObject({
    id: z.guid(),
    title: z.string(),
    summary: z.string(),
    /** The worst of its issues. */
    severity: z.enum(severities),
    issueCount: count,
    issueIds: z.array(z.guid()),
  })
  .meta({ id: 'Topic' });
export type Topic = z.infer<typeof topic>;

/** The topics of an asset and the issues that belong to none; `total` counts the topics. */
export const topicList = z
  .strictObject({
    assetId: z.guid(),
    topics: z.array(topic),
    orphanIssueIds: z.array(z.guid()),
    total: count,
  })
  .meta({ id: 'TopicList' });
export type TopicList = z.infer<typeof topicList>;
