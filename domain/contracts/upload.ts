import { z } from 'zod';
import { filenameFault } from '../blob-path.ts';

export const uploadUrlRequest = z.object({
  filename: z.string().superRefine((value, context) => {
    const fault = filenameFault(value);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  }),
  contentType: z.string().min(1),
  /** In bytes. Given, it is signed into the URL, so that the storage refuses any other length. */
  contentLength: z.int().min(0).optional(),
});

export const uploadUrl = z.strictObject({
  uploadUrl: z.string(),
  method: z.literal('PUT'),
  /** To be sent with the upload exactly as they are. */
  headers: z.record(z.string(), z.string()),
  blobPath: z.string(),
  expiresAt: z.iso.datetime(),
});
