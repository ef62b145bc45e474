import { z } from 'zod';
import { author } from './decision.ts';
import { timestampOf } from './fields.ts';

const manualOutcome = z.enum(['passed', 'failed']).meta({
  id: 'ManualOutcome',
  description: '`passed`: a person has confirmed the check. `failed`: the file does not meet it.',
});

const manualResult = z
  .strictObject({
    code: z.string().describe('Code of the check in the profile.'),
    text: z.string().describe('What the person had to confirm.'),
    outcome: manualOutcome,
    note: z.string().nullable().describe('Remark of the person. Null if there is none.'),
  })
  .meta({ id: 'ManualResult', description: 'A check of the profile that a person has made.' });
export type ManualResult = z.infer<typeof manualResult>;

/** The sign-off of an asset, as its report has it. */
export const reportSignOff = z
  .strictObject({
    by: author,
    at: timestampOf('When the asset was signed off.'),
    note: z.string().nullable().describe('Remark of the person. Null if there is none.'),
    manualChecks: z.array(manualResult).describe('The manual checks of the profile.'),
  })
  .meta({
    id: 'ReportSignOff',
    description: 'Who signed the file off, and the checks that this person made.',
  });
export type ReportSignOff = z.infer<typeof reportSignOff>;
