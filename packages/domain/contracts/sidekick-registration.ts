import { z } from 'zod';
import { assetTypes } from '../asset-type.ts';
import { isSafeText } from '../lib/characters.ts';
import { examinationHours } from '../examination.ts';
import { severities } from '../sidekick.ts';
import { taskQueues } from '../task-queues.ts';
import { checkedText } from './fields.ts';
import { endpointUrlFault } from './subscription.ts';

// Schema of the JSON file that `npm run admin -- sidekicks register` reads. The file describes a custom sidekick.

const text = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .refine(isSafeText, 'must be well-formed text without control characters');

const textMatching = (pattern: RegExp, maxCharacters: number, message: string) =>
  z.string().max(maxCharacters).regex(pattern, message);

const maxRules = 200;
const reserved: readonly string[] = Object.values(taskQueues);

const rule = z.strictObject({
  code: textMatching(
    /^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/,
    100,
    'must be family.name, in lower-case letters, digits and _',
  ),
  name: text(200),
  severity: z.enum(severities),
  threshold: z.number().nullable().default(null),
  unit: text(50).nullable().default(null),
  source: z.strictObject({
    standard: text(300),
    clause: text(300),
    url: z.url({ protocol: /^https?$/, error: 'must be a URL starting with https:// or http://' }).max(2048),
  }),
});

export const sidekickRegistration = z
  .strictObject({
    code: textMatching(
      /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
      60,
      'must be lower-case letters and digits, in words joined by -',
    ),
    name: text(100),
    description: text(1000),
    version: text(50),
    assetTypes: z.array(z.enum(assetTypes)).min(1).refine(isSet, 'must not repeat a type'),
    rules: z
      .array(rule)
      .min(1)
      .max(maxRules)
      .refine((rules) => isSet(rules.map(({ code }) => code)), 'must not repeat a code'),
    // Temporal accepts these characters in the name of a task queue. The pattern excludes the names that
    // Temporal reserves.
    taskQueue: textMatching(/^[A-Za-z0-9][\w.:/-]*$/, 200, 'must be letters, digits and . : / _ -')
      .refine((name) => !reserved.includes(name), 'must not be a task queue of the platform')
      .nullable()
      .default(null),
    maxWaitSeconds: z
      .int()
      .min(1)
      .max(examinationHours * 3600)
      .nullable()
      .default(null),
    encrypted: z.boolean().default(false),
    url: checkedText(endpointUrlFault).nullable().default(null),
  })
  .refine(({ taskQueue, url }) => (taskQueue === null) !== (url === null), {
    message: 'must have either taskQueue or url',
  })
  .refine(({ taskQueue, maxWaitSeconds }) => taskQueue !== null || maxWaitSeconds === null, {
    message: 'is only allowed with taskQueue',
    path: ['maxWaitSeconds'],
  })
  .refine(({ taskQueue, encrypted }) => taskQueue !== null || !encrypted, {
    message: 'is only allowed with taskQueue',
    path: ['encrypted'],
  });
export type SidekickRegistration = z.infer<typeof sidekickRegistration>;

function isSet(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}
