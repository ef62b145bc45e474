import { z } from 'zod';
import { changes } from '../comparison/compare-issues.ts';
import { idOf } from './fields.ts';
import { shownIssue } from './issue.ts';
import { assetReferenceOf } from './submission.ts';

export const compareQuery = z.object({
  with: idOf(
    'The `assetId` of the earlier asset, of this workspace and environment. Absent: the asset that this one replaces.',
    '0199a4bf-21a7-7b3e-8f46-5c0de1a4b722',
  ).optional(),
});

const part = z
  .strictObject({
    startSeconds: z.number().describe('Start of the part in the earlier recording, in seconds.'),
    endSeconds: z.number().describe('End of the part in the earlier recording, in seconds.'),
    offsetSeconds: z
      .number()
      .describe('Seconds to add to a time in the earlier recording to get the time in the newer one.'),
  })
  .meta({ id: 'TimelinePart', description: 'A part of the earlier recording that the newer one has too.' });

const change = z.enum(changes).meta({
  id: 'IssueChange',
  description:
    '`severity`: the severity. `measured`: the measured value, by more than a tenth of its distance from the threshold. ' +
    '`wording`: the words that the issue is about. `place`: the time, which is shorter or longer, or the worst place of the recording.',
});

const earlierIssueId = z.guid().describe('Id of the same issue of the earlier asset.');

export const comparison = z
  .strictObject({
    assetId: z.guid().describe('The asset that was asked for.'),
    with: assetReferenceOf('EarlierAsset', 'earlier'),
    offsetSeconds: z
      .number()
      .describe(
        'Seconds to add to a time in the earlier recording to get the time in the newer one: that of the longest part of ' +
          '`timeline`. 0 without parts.',
      ),
    timeline: z
      .array(part)
      .nullable()
      .describe(
        'The parts of the earlier recording that the newer one has too. Empty if their contents differ. Null if no curve ' +
          'of both was measured, as for documents and images; times are then compared as they are.',
      ),
    fixed: z.array(shownIssue).describe('The issues of the earlier asset that this one does not have.'),
    remaining: z
      .array(
        shownIssue
          .extend({ earlierIssueId })
          .meta({ id: 'RemainingIssue', description: 'An issue that the earlier asset has too.' }),
      )
      .describe('The issues of this asset that the earlier one has too, without a noticeable change.'),
    changed: z
      .array(
        shownIssue
          .extend({
            earlierIssueId,
            earlier: shownIssue.describe('The issue of the earlier asset.'),
            changes: z.array(change).describe('What differs. At least one entry.'),
          })
          .meta({ id: 'ChangedIssue', description: 'An issue that differs in the earlier asset.' }),
      )
      .describe('The issues of this asset that the earlier one has too, but that differ.'),
    new: z.array(shownIssue).describe('The issues of this asset that the earlier one does not have.'),
  })
  .meta({ id: 'Comparison', description: 'The issues of an asset, compared with those of an earlier one.' });
