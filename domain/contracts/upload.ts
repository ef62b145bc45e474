import { z } from 'zod';
import { filenameFault } from '../blob-path.ts';
import { faultless, timestamp } from './fields.ts';

export const uploadUrlRequest = z
  .object({
    filename: faultless(filenameFault).meta({
      description:
        'No `/`, `\\`, control or bidirectional-control characters. Its extension decides the asset type.',
      describedAs: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        pattern: '^[^/\\\\\\u0000-\\u001f\\u007f]+$',
      },
    }),
    contentType: z
      .string()
      .min(1)
      .max(255)
      .meta({
        description: 'One of the allowed content types, and fitting the extension.',
        examples: ['video/mp4'],
      }),
    contentLength: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Bytes. Given, the storage refuses an upload of any other length.' }),
  })
  .meta({ id: 'UploadUrlRequest' });

export const uploadUrl = z
  .strictObject({
    uploadUrl: z.url().meta({
      description: 'Takes a PUT of the bytes, until it expires; the last one before the submission counts.',
    }),
    method: z.literal('PUT'),
    headers: z
      .record(z.string(), z.string())
      .meta({ description: 'To be sent with the upload exactly as they are.' }),
    blobPath: z.string().meta({ description: 'What the upload is called in estimates and submissions.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'UploadUrl' });
