import { z } from 'zod';
import { author, reasonText } from './decision.ts';
import { optional, timestampOf } from './fields.ts';
import { verdict } from './profile.ts';

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

export const signOffStates = ['needed', 'done'] as const;

export type SignOffState = (typeof signOffStates)[number];

export const signOffState = z.enum(signOffStates).meta({
  id: 'SignOffState',
  description: '`needed`: a person has to decide. `done`: the asset is signed off.',
});

const openCheck = z
  .strictObject({
    ...manualResult.shape,
    outcome: manualOutcome.nullable().describe('The outcome. Null if nobody has made the check.'),
  })
  .meta({ id: 'SignOffCheck', description: 'A manual check of the profile.' });

export const signOff = z
  .strictObject({
    state: signOffState
      .nullable()
      .describe('Null if the asset needs no sign-off and has none. It can still be signed off.'),
    verdict: verdict
      .nullable()
      .describe(
        'The verdict that counts: `incomplete` until an asset that needs a sign-off is signed off. Null without a profile and ' +
          'without a sign-off.',
      ),
    reason: z.string().nullable().describe('Reason of the verdict. Null without a verdict.'),
    manualChecks: z.array(openCheck).describe('The manual checks of the profile.'),
    undecided: z
      .array(z.guid())
      .describe(
        'Ids of the issues at or above `failsAt` that have no decision. A sign-off needs all of them.',
      ),
    by: author.nullable().describe('Who signed the asset off. Null unless it is signed off.'),
    at: timestampOf('When the asset was signed off.').nullable(),
    note: z.string().nullable().describe('Remark of the person. Null if there is none.'),
    isReported: z
      .boolean()
      .describe('True if the newest report has this state. It is written within seconds after a change.'),
  })
  .meta({ id: 'SignOff', description: 'Whether an asset is signed off, and what a sign-off needs.' });
export type SignOff = z.infer<typeof signOff>;

export const signOffRequest = z
  .strictObject({
    manualChecks: optional(
      z
        .array(
          z
            .strictObject({
              code: z.string().max(60).describe('Code of the check in the profile.'),
              outcome: manualOutcome,
              note: reasonText.nullish().describe('Remark. Absent or null: none.'),
            })
            .meta({ id: 'SignOffOutcome', description: 'The outcome of a manual check.' }),
        )
        .max(50)
        .meta({
          description: 'The outcomes of all manual checks of the profile. Absent: the profile has none.',
          examples: [[{ code: 'rights', outcome: 'passed' }]],
        }),
    ),
    note: optional(reasonText.meta({ examples: ['For delivery.'] })).describe(
      'Remark. Absent or null: none.',
    ),
  })
  .meta({ id: 'SignOffRequest', description: 'What a person confirms by a sign-off.' });
