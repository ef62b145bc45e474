import { z } from 'zod';
import { seriesNames } from '../series/series.ts';
import { assetPath, count, queryInteger, timestampOf } from './fields.ts';

const seriesName = z.enum(seriesNames).meta({ id: 'SeriesName', description: 'Name of a curve.' });
const unit = z.string().describe('Unit of the values. `1` for a number without a unit.');
const startSeconds = z.number().describe('Time of the first value, in seconds from the start of the file.');

/** Maximum number of points per curve that a client can request. */
const maxPoints = 2_000;

export const seriesPath = assetPath.extend({
  name: z.string().meta({
    description: `Name of the curve: ${seriesNames.map((name) => `\`${name}\``).join(', ')}.`,
    jsonSchema: { type: 'string', examples: ['loudness'] },
  }),
});

const seconds = (description: string) =>
  z
    .string()
    .regex(/^[0-9]{1,7}(\.[0-9]{1,6})?$/, 'must be a number of seconds')
    .transform(Number)
    .optional()
    .meta({ description, jsonSchema: { type: 'number', minimum: 0, maximum: 9_999_999 } });

export const seriesQuery = z
  .object({
    from: seconds('Start of the part, in seconds. Absent: the start of the curve.'),
    to: seconds('End of the part, in seconds. Absent: the end of the curve.'),
    points: queryInteger(1, maxPoints, 500).meta({
      description: 'Maximum number of points. Each point has the smallest and the largest value of its time.',
    }),
  })
  .refine(({ from = 0, to = Infinity }) => !(from > to), {
    path: ['to'],
    message: 'must not be before `from`',
  });

const assetId = z.guid().describe('The asset that was asked for.');

const storyboard = z
  .strictObject({
    url: z.string().describe('Link to one JPEG with all pictures, row by row.'),
    expiresAt: timestampOf('When the link expires, at most an hour after the response.'),
    columns: z.int().min(1).describe('Number of pictures in a row.'),
    rows: z.int().min(1).describe('Number of rows. The last rows can be empty.'),
    count: z.int().min(1).describe('Number of pictures.'),
    startSeconds: z.number().describe('Time of the first picture, in seconds from the start of the file.'),
    stepSeconds: z.number().describe('Time between two pictures, in seconds.'),
  })
  .meta({ id: 'Storyboard', description: 'Small pictures of a video at equal intervals.' });

const listedSeries = z
  .strictObject({
    name: seriesName,
    unit,
    channels: z.array(z.string()).describe('Names of the channels of the curve.'),
    startSeconds,
    endSeconds: z.number().describe('End of the last value, in seconds.'),
    stepSeconds: z.number().describe('Time that each stored value covers, in seconds.'),
  })
  .meta({ id: 'SeriesSummary', description: 'A curve in a list.' });

export const seriesList = z
  .strictObject({
    assetId,
    series: z
      .array(listedSeries)
      .describe(
        'The curves that the sidekicks measured while the file was decoded. Empty for documents, images, in the sandbox, and ' +
          'until the asset has finished.',
      ),
    storyboard: storyboard.nullable().describe('Null if there are no pictures.'),
    total: count.describe('Number of curves. Equals the length of `series`.'),
  })
  .meta({ id: 'SeriesList', description: 'The curves of an asset, and the storyboard of a video.' });

const values = (which: string) =>
  z
    .array(z.number().nullable())
    .describe(
      `The ${which} value of each point. Null where nothing was measured, for example in digital silence.`,
    );

const seriesChannel = z
  .strictObject({
    name: z.string().describe('Name of the channel.'),
    min: values('smallest'),
    max: values('largest'),
  })
  .meta({ id: 'SeriesChannel', description: 'The points of one channel of a curve.' });

const seriesLimit = z
  .strictObject({
    value: z.number().describe('The limit, in the unit of the curve.'),
    label: z.string().describe('What the limit is.'),
    ruleCode: z.string().describe('Code of the rule that has the limit.'),
  })
  .meta({ id: 'SeriesLimit', description: 'A limit of a sidekick, for the values of a curve.' });

export const series = z
  .strictObject({
    name: seriesName.describe('The curve that was asked for.'),
    unit,
    startSeconds,
    stepSeconds: z
      .number()
      .describe(
        'Time that each point covers, in seconds. Point i starts at `startSeconds + i * stepSeconds`.',
      ),
    complete: z.boolean().describe('False if only the first part of the file was decoded.'),
    channels: z
      .array(seriesChannel)
      .describe('The channels of the curve. All have the same number of points.'),
    limits: z.array(seriesLimit).describe('The limits of the sidekicks that measured the curve.'),
  })
  .meta({ id: 'Series', description: 'A part of a curve.' });
