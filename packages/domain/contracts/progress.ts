import { z } from 'zod';
import { count } from './fields.ts';
import { sidekickList } from './sidekick.ts';
import { asset } from './submission.ts';

const sidekick = sidekickList.shape.sidekicks.element.shape;

export const sidekickStates = [
  'waiting',
  'decoding',
  'reading_text',
  'running',
  'done',
  'skipped',
  'failed',
  'not_applicable',
] as const;
export type SidekickState = (typeof sidekickStates)[number];

const sidekickState = z.enum(sidekickStates).meta({
  id: 'SidekickState',
  description:
    '`waiting`: not started. `decoding`: the file is being decoded for it. ' +
    '`reading_text`: the text in its pictures is being read for it, or is being examined. `running`: started, without a result. ' +
    '`done`: it has a result. `skipped`: an operator skipped it. `failed`: the asset failed before it had a ' +
    'result. `not_applicable`: it does not examine this type of file.',
});

const sidekickProgress = z
  .strictObject({
    sidekickId: sidekick.id,
    code: sidekick.code,
    name: sidekick.name,
    state: sidekickState,
    findingCount: count.nullable().describe('Number of findings. Null unless the state is `done`.'),
  })
  .meta({ id: 'SidekickProgress', description: 'The progress of one sidekick on an asset.' });

export const assetProgress = z
  .strictObject({
    assetId: z.guid().describe('The asset that was asked for.'),
    status: asset.shape.status,
    decoded: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Share of the file that has been decoded. Null if the file is not being decoded.'),
    sidekicks: z
      .array(sidekickProgress)
      .describe('The sidekicks that the submission named. Empty in the sandbox.'),
  })
  .meta({ id: 'AssetProgress', description: 'The progress of an asset, by sidekick.' });
