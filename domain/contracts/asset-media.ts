import { z } from 'zod';
import { count, timestampOf } from './fields.ts';
import { asset } from './submission.ts';

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
  })
  .meta({ id: 'AssetMedia', description: 'The file of an asset, with a link that expires.' });
