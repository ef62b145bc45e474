import { z } from 'zod';

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** A JSON Web Signature in the flattened JSON serialization (RFC 7515, 7.2.2). */
export const signedReport = z
  .strictObject({
    payload: base64url.describe('The signed in-toto Statement (version 1), in base64url.'),
    protected: base64url.describe('The header in base64url: `alg` is EdDSA, and `kid` names the key.'),
    signature: base64url.describe('The Ed25519 signature in base64url.'),
  })
  .meta({
    id: 'SignedReport',
    description:
      'The signature of a report: a JSON Web Signature. Its payload has the SHA-256 of the file and of the report.',
  });
export type SignedReport = z.infer<typeof signedReport>;
