import { z } from 'zod';
import { count, nullableTimestampOf, timestampOf } from './fields.ts';
import { asset } from './submission.ts';

const previewStatuses = ['making', 'ready', 'failed'] as const;
export type PreviewStatus = (typeof previewStatuses)[number];

const preview = z
  .strictObject({
    status: z
      .enum(previewStatuses)
      .describe(
        '`making`: requested, queued or being made. `ready`: `url` has it. `failed`: the file cannot be converted. A further ' +
          'request for the preview tries again.',
      ),
    url: z.string().nullable().describe('Link to the preview. Null until it is ready.'),
    expiresAt: nullableTimestampOf('When the link expires. Null without a link.'),
  })
  .nullable()
  .describe(
    'The preview: an MP4 file with H.264 and AAC, at most 640 pixels wide, whose frames have the times of the original. Null ' +
      'until it is requested.',
  );

export const requestedPreview = z
  .strictObject({ status: z.enum(previewStatuses).exclude(['failed']).describe('`making` or `ready`.') })
  .meta({ id: 'RequestedPreview', description: 'The state of a requested preview.' });

export const assetMedia = z
  .strictObject({
    original: z
      .strictObject({
        url: z
          .string()
          .describe(
            'Link to the file, for GET with or without `Range`. Types that can contain scripts (SVG, documents) are served ' +
              'as downloads.',
          ),
        expiresAt: timestampOf('When the link expires, at most an hour after the response.'),
        playable: z
          .boolean()
          .describe(
            'Whether browsers usually play or show the file without conversion. Told from the type alone: true for MP4, MP3, ' +
              'WAV, AAC, JPEG, PNG, GIF, WebP and PDF. An MP4 with a rare codec can still fail.',
          ),
      })
      .nullable()
      .describe('The file itself. Null in the sandbox, which has no files, and until processing has begun.'),
    filename: asset.shape.filename,
    sizeBytes: count.nullable().describe('Size of the file in bytes. Null in the sandbox.'),
    mimeType: asset.shape.mimeType,
    sha256: z
      .string()
      .nullable()
      .describe(
        'SHA-256 of the bytes that were analysed, as 64 hexadecimal digits. Null until they have been read as a whole, in ' +
          'the sandbox, and for assets that were not decoded completely.',
      ),
    preview,
  })
  .meta({ id: 'AssetMedia', description: 'The file of an asset, with a link that expires.' });
