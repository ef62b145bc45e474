import { z } from 'zod';
import { assetTypes } from '../asset-type.ts';
import { severities } from '../severity.ts';

export const sidekickList = z
  .strictObject({
    sidekicks: z.array(
      z.strictObject({
        id: z.guid(),
        code: z.string(),
        name: z.string(),
        description: z.string(),
        version: z.string(),
        assetTypes: z.array(z.enum(assetTypes)),
        rules: z.array(
          z.strictObject({
            id: z.guid(),
            code: z.string(),
            name: z.string(),
            severity: z.enum(severities),
            threshold: z.number().nullable(),
            unit: z.string().nullable(),
            source: z.strictObject({ standard: z.string(), clause: z.string(), url: z.string() }),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'SidekickList' });
