import { z } from 'zod';
import { decision } from './decision.ts';
import { count, severity, timestampOf } from './fields.ts';

const fraction = z.number().min(0).max(1);
const seconds = z.number().min(0);
const confidence = fraction.describe('How certain the finding is, from 0 to 1 (certain).');

// The schema does not check that the numbers are a `PageBox`. `isPageBox` checks the answers of custom sidekicks.
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]).meta({
  // The generated schema would allow any number of array items.
  jsonSchema: {
    type: 'array',
    prefixItems: Array.from({ length: 4 }, () => ({ type: 'number' })),
    items: { type: 'number' },
    minItems: 4,
    maxItems: 4,
  },
});
const boxSides =
  'left and top count from the left and top edges. `left` is less than `right`, and `top` less than `bottom`.';

const timeAnchor = z
  .strictObject({
    kind: z.literal('time').describe('A stretch of time in a video or an audio file.'),
    startSeconds: seconds.describe('Start of the stretch, in seconds from the start of the file.'),
    endSeconds: seconds.describe(
      'End of the stretch, in seconds from the start of the file. Equal to `startSeconds` for a single moment.',
    ),
    bbox: box
      .optional()
      .describe(
        `Part of the picture as \`[left, top, right, bottom]\`. Each is a share (0–1) of the picture as displayed; ${boxSides} ` +
          'Absent when the whole picture or the sound is meant.',
      ),
  })
  .meta({ id: 'TimeAnchor', description: 'A stretch of time in a video or an audio file.' });

const pageAnchor = z
  .strictObject({
    kind: z.literal('page').describe('A page of a document.'),
    page: z.int().min(1).describe('Page number. The first page is 1.'),
    bbox: box
      .optional()
      .describe(
        'Part of the page as `[left, top, right, bottom]`. Each is a share (0–1) of the page’s crop box as shown, after ' +
          `\`/Rotate\`; ${boxSides} ` +
          'Absent when the whole page is meant. Issues of custom sidekicks from before this definition can have other numbers.',
      ),
  })
  .meta({ id: 'PageAnchor', description: 'A page of a document, or a part of it.' });

const regionAnchor = z
  .strictObject({
    kind: z.literal('region').describe('A rectangle in an image.'),
    x: fraction.describe('Left edge, as a fraction (0–1) of the width, from the left.'),
    y: fraction.describe('Top edge, as a fraction (0–1) of the height, from the top.'),
    width: fraction.describe('Width of the rectangle, as a fraction (0–1) of the width of the image.'),
    height: fraction.describe('Height of the rectangle, as a fraction (0–1) of the height of the image.'),
  })
  .meta({ id: 'RegionAnchor', description: 'A rectangle in an image.' });

const textAnchor = z
  .strictObject({
    kind: z.literal('text').describe('A passage of text in a document.'),
    start: z
      .int()
      .min(0)
      .describe('Position of the first character of the passage in the text. Starts at 0.'),
    end: z.int().min(0).describe('Position after the last character of the passage.'),
    quote: z.string().describe('The text of the passage.'),
  })
  .meta({ id: 'TextAnchor', description: 'A passage of text in a document.' });

const assetAnchor = z
  .strictObject({
    kind: z.literal('asset').describe('The asset as a whole.'),
  })
  .meta({ id: 'AssetAnchor', description: 'The asset as a whole.' });

export const anchor = z
  .discriminatedUnion('kind', [timeAnchor, pageAnchor, regionAnchor, textAnchor, assetAnchor])
  .meta({
    id: 'Anchor',
    description: 'A place in an asset. `kind` decides which other fields are present.',
  });
export type Anchor = z.infer<typeof anchor>;

const evidenceSource = z.enum(['measurement', 'excerpt', 'image']).meta({
  id: 'EvidenceSource',
  description:
    '`measurement`: a measured value beside its threshold. `excerpt`: facts read from the file. `image`: a picture of the moment.',
});

export const evidence = z
  .strictObject({
    id: z
      .string()
      .describe('Identifier of the evidence within its contributor. Not a UUID; treat it as opaque text.'),
    sourceType: evidenceSource,
    confidence: confidence.describe('How reliable this evidence is, from 0 to 1 (certain).'),
    content: z.json().meta({
      description:
        'Any JSON value; `sourceType` decides its shape. A measurement has `measured`, `threshold`, `unit` and `source`, ' +
        'so that the finding can be contested. An image has `mimeType` and `url`, a link that expires after an hour.',
      jsonSchema: {},
    }),
    anchor: anchor.describe('Where in the asset this evidence was found.'),
  })
  .meta({ id: 'Evidence', description: 'A fact that supports a finding.' });
export type Evidence = z.infer<typeof evidence>;

export const precedent = z
  .strictObject({
    url: z
      .string()
      .describe('Link to the earlier decision. For a decision of the workspace, the issue in the console.'),
    title: z.string().describe('Title of the earlier decision, for people to read.'),
    decision: z
      .string()
      .describe('The outcome of the earlier decision with its reason, and how similar the content is.'),
    date: z.string().describe('Date of the decision, as its source writes it. The format is not fixed.'),
  })
  .meta({
    id: 'Precedent',
    description:
      'An earlier decision about the same rule and similar content: a decision of the workspace, or a published ruling. Use ' +
      'it to judge the issue at hand.',
  });
export type Precedent = z.infer<typeof precedent>;

export const resolutionRequirement = z
  .strictObject({
    action: z
      .string()
      .describe(
        'The kind of action, as one word. For example `replace`, `review`, `correct`, `remove` or `none`.',
      ),
    description: z.string().describe('The action in one sentence.'),
  })
  .meta({ id: 'ResolutionRequirement', description: 'The action that resolves an issue.' });

const relationType = z.enum(['primary', 'supporting']).meta({
  id: 'RelationType',
  description:
    '`primary`: the most severe finding of this defect. The issue takes its texts, rule and severity from it. ' +
    '`supporting`: another sidekick found the same defect in the same place. An issue has exactly one primary contributor.',
});

export const contributor = z
  .strictObject({
    id: z.guid().describe('Identifier of the contributor.'),
    label: z.string().describe('Name of the sidekick that reported the finding.'),
    reasoning: z.string().describe('Why the sidekick chose this severity.'),
    confidence,
    relationType,
    evidence: z
      .array(evidence)
      .describe('The facts that support the finding. At least one entry; the order has no meaning.'),
    resolutionRequirement: resolutionRequirement.describe('The action that this sidekick asks for.'),
    ruleCode: z.string().describe('Code of the rule that the finding breaks. For example `picture.black`.'),
    ruleName: z.string().describe('Name of that rule. For example `Black picture`.'),
    severity: severity.describe(
      'Severity of this finding: `critical`, `major`, `minor` or `info`, from worst to least.',
    ),
  })
  .meta({
    id: 'Contributor',
    description:
      'A finding of one sidekick that led to the issue. Several sidekicks can contribute to one issue.',
  });

export const issue = z
  .strictObject({
    id: z.guid().describe('Identifier of the issue.'),
    assetId: z.guid().describe('The asset that the issue was found in.'),
    summary: z.string().describe('The defect in one sentence.'),
    severity,
    status: z.literal('open').describe('Always `open`. The API has no operation that changes it.'),
    createdAt: timestampOf('When the issue was recorded.'),
    updatedAt: timestampOf(
      'When the issue last changed. Equal to `createdAt`, because issues do not change.',
    ),
    referenceNumber: z
      .int()
      .min(1)
      .describe('Number of the issue within its asset, starting at 1. Lists are ordered by it.'),
    ruleId: z
      .guid()
      .describe('Identifier of the broken rule. `GET /api/integrations/sidekicks` lists all rules.'),
    ruleCode: z.string().describe('Code of the broken rule, as `family.name`. For example `picture.black`.'),
    details: z.string().describe('The full explanation of the defect, with what was measured and where.'),
    severityReasoning: z.string().describe('Why the issue has this severity, in full.'),
    severityReasoningHeadline: z.string().describe('Why the issue has this severity, in a few words.'),
    precedents: z
      .array(precedent)
      .describe(
        'Earlier decisions about the same rule and similar content, as they were when the asset finished. Up to five of the ' +
          'workspace and five published rulings, each newest first, after up to 20 that a custom sidekick sent.',
      ),
    contributors: z
      .array(contributor)
      .describe(
        'The findings that led to the issue, one per sidekick that found the defect. At least one; the `primary` one is first.',
      ),
    resolutionRequirement: resolutionRequirement.describe('The action that resolves the issue.'),
    anchor: anchor.describe('Where in the asset the defect is.'),
  })
  .describe('A defect found in an asset, as it is stored.');
export type Issue = z.infer<typeof issue>;

const issueListOf = <Each extends z.ZodType>(each: Each) =>
  z.strictObject({
    assetId: z.guid().describe('The asset that was asked for.'),
    issues: z
      .array(each)
      .describe('All issues of the asset, ordered by `referenceNumber`. Empty if nothing was found.'),
    total: count.describe('Number of issues. Equals the length of `issues`.'),
  });

/** The issues of an asset as they are stored: without decisions. */
export const storedIssueList = issueListOf(issue);

/** An issue as the API shows it. */
export const shownIssue = issue
  .extend({
    decision: decision.nullable().describe('The decision about the issue. Null until somebody decides.'),
  })
  .meta({
    id: 'Issue',
    description: 'A defect found in an asset. Every field is always present. Only `decision` can be null.',
  });

export const issueList = issueListOf(shownIssue).meta({
  id: 'IssueList',
  description: 'The issues of an asset.',
});
export type IssueList = z.infer<typeof issueList>;
