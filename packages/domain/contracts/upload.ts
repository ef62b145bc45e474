import { z } from 'zod';
import { filenameFault } from '../blob-path.ts';
import { checkedText, largeCount, optional, timestampOf } from './fields.ts';

export const uploadUrlRequest = z
  .object({
    filename: checkedText(filenameFault).meta({
      description:
        'Name of the file, without `/`, `\\`, control or bidirectional-control characters. Its extension decides the asset type.',
      examples: ['trailer.mp4'],
      jsonSchema: {
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
        description: 'MIME type of the file. It must be an allowed content type and match the extension.',
        examples: ['video/mp4'],
      }),
    contentLength: optional(largeCount.meta({ examples: [1_048_576] })).describe(
      'Size of the file in bytes. If present, the storage rejects an upload of any other size. Absent or null: any size.',
    ),
  })
  .meta({ id: 'UploadUrlRequest', description: 'The file to upload.' });

export const uploadUrl = z
  .strictObject({
    uploadUrl: z
      .url()
      .describe(
        'URL for a `PUT` request with the bytes of the file. Until the submission, another upload replaces the previous one.',
      ),
    method: z.literal('PUT').describe('HTTP method of the upload. Always `PUT`.'),
    headers: z
      .record(z.string(), z.string())
      .describe(
        'Headers to send with the upload, exactly as they are. Each value is a string. HTTP clients add `Content-Length` ' +
          'themselves.',
      ),
    blobPath: z.string().describe('Identifies the upload in estimates and submissions.'),
    expiresAt: timestampOf('When `uploadUrl` stops working, an hour after the request.'),
  })
  .meta({ id: 'UploadUrl', description: 'A presigned upload URL.' });
