import { z } from 'zod';
import { count, severity } from './fields.ts';

export const topic = z
  .strictObject({
    id: z.guid().describe('Identifier of the topic. The same issues always give the same id.'),
    title: z
      .string()
      .describe(
        'The rule families of its issues. For example `Picture` for `picture.black` and `picture.freeze`.',
      ),
    summary: z.string().describe('The summaries of its issues, joined by semicolons.'),
    severity: severity.describe(
      'Severity of its worst issue: `critical`, `major`, `minor` or `info`, from worst to least.',
    ),
    issueCount: count.describe('Number of issues in the topic. At least 2.'),
    issueIds: z.array(z.guid()).describe('Ids of its issues, ordered by reference number.'),
  })
  .meta({
    id: 'Topic',
    description:
      'Two or more issues that belong together. They share a rule family (the part of `ruleCode` before the dot), or ' +
      'their anchors overlap.',
  });
export type Topic = z.infer<typeof topic>;

export const topicList = z
  .strictObject({
    assetId: z.guid().describe('The asset that was asked for.'),
    topics: z
      .array(topic)
      .describe('The groups of related issues, ordered by the lowest reference number in each. Often empty.'),
    orphanIssueIds: z
      .array(z.guid())
      .describe('Ids of the issues that belong to no topic. Every issue is in one topic or in this list.'),
    total: count.describe('Number of topics. Equals the length of `topics`.'),
  })
  .meta({ id: 'TopicList', description: 'The issues of an asset, grouped into topics.' });
export type TopicList = z.infer<typeof topicList>;
