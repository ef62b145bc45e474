import { z } from 'zod';
import { author } from './decision.ts';
import { assetPath, count, idOf, optionalWithDefault, timestampOf } from './fields.ts';

/** Maximum number of links of an asset that have not expired. */
export const maxReportLinks = 50;
export const maxLinkDays = 365;
const defaultDays = 30;

const report_link_id = idOf(
  'The `id` of a link to the report of this asset.',
  '0199a4c3-5b0e-7f6a-8a1b-2f0c9d7e4b11',
);
export const reportLinkPath = assetPath.extend({ report_link_id });

export const createReportLinkRequest = z
  .strictObject({
    expiresInDays: optionalWithDefault(z.int().min(1).max(maxLinkDays), defaultDays).describe(
      'Days until the link expires.',
    ),
    includesPictures: optionalWithDefault(z.boolean(), false).describe(
      'True to show the pictures of the issues to everybody who has the link.',
    ),
  })
  .meta({ id: 'CreateReportLinkRequest', description: 'A link to share the report of an asset.' });

const reportLink = z
  .strictObject({
    id: z.guid().describe('Identifier of the link. It opens nothing.'),
    createdAt: timestampOf('When the link was created.'),
    expiresAt: timestampOf('When the link stops working.'),
    includesPictures: z.boolean().describe('True if the pages of the link show the pictures of the issues.'),
    by: author.describe('Who created the link.'),
  })
  .meta({
    id: 'ReportLink',
    description: 'A link to the report of an asset. Anybody who has it can read the report.',
  });
export type ReportLink = z.infer<typeof reportLink>;

export const createdReportLink = reportLink
  .extend({
    url: z
      .string()
      .describe(
        'The link. It contains a secret, which is not shown again. A path if `PUBLIC_URL` is not set.',
      ),
  })
  .meta({ id: 'CreatedReportLink', description: 'A new link to the report of an asset.' });

export const reportLinkList = z
  .strictObject({
    assetId: z.guid().describe('The asset that was asked for.'),
    links: z.array(reportLink).describe('The links that work, oldest first.'),
    total: count.describe('Number of links. Equals the length of `links`.'),
  })
  .meta({ id: 'ReportLinkList', description: 'The links to the report of an asset.' });
