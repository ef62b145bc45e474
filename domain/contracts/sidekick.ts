import { z } from 'zod';
import { assetTypes } from '../asset-type.ts';
import { severities } from '../sidekick.ts';

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
        builtIn: z
          .boolean()
          .meta({ description: 'False for a custom sidekick, which an operator registered.' }),
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
