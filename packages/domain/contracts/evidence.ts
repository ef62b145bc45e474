import { z } from 'zod';
import { isSafeText } from '../lib/characters.ts';
import { assetPath, checkedText, idOf, largeCount, timestampOf } from './fields.ts';

const maxAddressCharacters = 2_000;

const evidence_id = idOf(
  'The `id` of a file of evidence, from the decision about an issue of this asset.',
  '0199a4c4-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
);
export const evidencePath = assetPath.extend({ evidence_id });

const fileStatus = z.enum(['keeping', 'kept', 'lost']).meta({
  id: 'EvidenceFileStatus',
  description:
    '`keeping`: the upload is being copied, which takes seconds. `kept`: the copy is stored with the asset. `lost`: the ' +
    'upload was replaced or removed before it was copied.',
});

const evidenceFile = z
  .strictObject({
    filename: z.string().describe('Name of the uploaded file.'),
    contentType: z.string().describe('MIME type, from the extension.'),
    sizeBytes: largeCount.describe('Size in bytes.'),
    sha256: z
      .string()
      .nullable()
      .describe('SHA-256 hash of the file as 64 hexadecimal digits. Null until it is kept.'),
    status: fileStatus,
  })
  .meta({ id: 'EvidenceFile', description: 'An uploaded file that is evidence.' });

export const evidence = z
  .strictObject({
    id: z.guid().describe('Id of the evidence, with which other decisions about the asset can name it.'),
    title: z.string().describe('What it is.'),
    url: z.string().nullable().describe('Address of a page. Its content is not kept. Null for a file.'),
    file: evidenceFile.nullable().describe('The file. Null for an address.'),
  })
  .meta({
    id: 'DecisionEvidence',
    description: 'Evidence for a decision: an uploaded file, or the address of a page.',
  });
export type Evidence = z.infer<typeof evidence>;

const address = checkedText((text) => {
  if (!isSafeText(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return 'must be a valid URL';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return 'must begin with https:// or http://';
  return username === '' && password === '' ? null : 'must not contain a user name or password';
}).max(maxAddressCharacters);

/** A piece of evidence in a request: evidence that the asset has, an address, or an upload. */
export const newEvidence = z
  .strictObject({
    id: z.guid().nullish().describe('Id of evidence that a decision about this asset has. Alone.'),
    title: z
      .string()
      .min(1)
      .max(200)
      .refine(isSafeText, 'must be well-formed text without control characters')
      .nullish()
      .describe('What it is. Required with `url` and `blobPath`.'),
    url: address.nullish().describe('Address of a page, with https or http. Its content is not kept.'),
    blobPath: z
      .string()
      .nullish()
      .describe(
        'The `blobPath` of an upload of at most 100 MiB that was not submitted. The file is copied, and kept as long as the asset.',
      ),
  })
  .superRefine(({ id, title, url, blobPath }, context) => {
    const add = (message: string) => context.addIssue({ code: 'custom', message });
    if ([id, url, blobPath].filter(isSent).length !== 1) add('must have one of id, url and blobPath');
    else if (isSent(id) === isSent(title))
      add(isSent(id) ? 'must have nothing beside id' : 'must have a title');
  })
  .meta({
    id: 'NewEvidence',
    description: 'Evidence for a decision: evidence that the asset has (`id`), an address, or an upload.',
    examples: [{ title: 'Study of 40 people', url: 'https://client.example/study' }],
  });
export type NewEvidence = z.infer<typeof newEvidence>;

const isSent = (value: unknown): boolean => (value ?? null) !== null;

export const evidenceLink = z
  .strictObject({
    url: z.string().describe('Link to the file, for GET. It downloads files that can contain scripts.'),
    expiresAt: timestampOf('When the link expires, at most an hour after the response.'),
    filename: evidenceFile.shape.filename,
    contentType: evidenceFile.shape.contentType,
    sizeBytes: evidenceFile.shape.sizeBytes,
    sha256: z.string().describe('SHA-256 hash of the file as 64 hexadecimal digits.'),
  })
  .meta({ id: 'EvidenceLink', description: 'A link to a file of evidence.' });
