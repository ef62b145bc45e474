import { z } from 'zod';

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);

/** A JSON Web Signature in the flattened JSON serialization (RFC 7515, 7.2.2). */
export const signedReport = z
  .strictObject({
    payload: base64url.describe('The signed in-toto Statement (version 1), in base64url.'),
    protected: base64url.describe('The header in base64url: `alg` is EdDSA, and `kid` names the key.'),
    signature: base64url.describe('The Ed25519 signature in base64url.'),
    header: z
      .strictObject({
        etsiU: z
          .array(
            z
              .strictObject({
                sigTst: z
                  .strictObject({
                    tstTokens: z
                      .array(
                        z
                          .strictObject({ val: z.string().describe('The token (RFC 3161, DER) in base64.') })
                          .meta({ id: 'TimeStampToken', description: 'A time stamp token.' }),
                      )
                      .describe('The tokens.'),
                  })
                  .meta({ id: 'SignatureTimeStamp', description: 'The time stamp of the signature.' }),
              })
              .meta({ id: 'UnsignedProperty', description: 'A property that is not signed.' }),
          )
          .describe('Properties that were added after the signature (ETSI TS 119 182-1).'),
      })
      .meta({ id: 'UnsignedHeader', description: 'The header that is not signed.' })
      .optional()
      .describe('The time stamp of the signature. Absent if there is none yet, and without an authority.'),
  })
  .meta({
    id: 'SignedReport',
    description:
      'The signature of a report: a JSON Web Signature. Its payload has the SHA-256 of the file and of the report.',
  });
export type SignedReport = z.infer<typeof signedReport>;
