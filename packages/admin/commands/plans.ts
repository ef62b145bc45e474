import { type Command, InvalidArgumentError } from 'commander';
import { type Bucket, buckets, type BucketLimits } from '@assay/domain/api-key.ts';
import { listPlans, type Plan, readPlan, savePlan } from '@assay/storage/accounts/plans.ts';
import { currentOperator } from '../operator.ts';
import type { Run } from '../run.ts';
import { wholeNumber } from '../whole-number.ts';

interface PlanOptions {
  integrationsApi?: boolean;
  bucket: Partial<Record<Bucket, number | null | 'none'>>;
  maxSubscriptions?: number;
  maxAssets?: number;
  maxAssetsInWork?: number | 'all';
  maxMeasurements?: number | 'all';
  maxStoredBytes?: number | 'all';
  maxSandboxPending?: number | 'all';
  maxSandboxPerDay?: number | 'all';
  uploadDays?: number | 'forever';
  sandboxDays?: number | 'forever';
  liveDays?: number | 'forever';
  keyDays?: number | 'never';
}

const emptyPlan = (name: string): Plan => ({
  name,
  integrationsApi: true,
  bucketLimits: {},
  maxSubscriptions: 20,
  maxAssets: 50,
  maxAssetsInWork: 32,
  maxMeasurements: 100,
  maxStoredBytes: 2 ** 40,
  maxSandboxPending: 10_000,
  maxSandboxPerDay: 50_000,
  uploadDays: 7,
  sandboxDays: 7,
  liveDays: null,
  keyDays: 365,
});

const maxKeyDays = 36_500;
const orForever = '"forever" for no limit';

export function addPlanCommands(program: Command, run: Run): void {
  const plans = program.command('plans').description('manage plans, the limits of workspaces');

  plans
    .command('list')
    .description('list the plans')
    .action(() => run(async (db) => (await listPlans(db)).map((plan) => ({ ...plan }))));

  plans
    .command('set')
    .description('create a plan or change the given settings of one, effective with the next request')
    .argument('<name>', 'the plan')
    .option('--integrations-api <yes|no>', 'whether the plan includes the Integrations API', yesOrNo)
    .option(
      '--bucket <name=limit>',
      `requests per minute for one of ${buckets.join(', ')}: a number, "unlimited" or "none"; repeatable`,
      bucketLimit,
      {},
    )
    .option(
      '--max-subscriptions <n>',
      'maximum number of webhook subscriptions per workspace',
      wholeNumber(0),
    )
    .option('--max-assets <n>', 'maximum number of assets per submission or estimate', wholeNumber(1))
    .option(
      '--max-assets-in-work <n>',
      'maximum number of live assets in progress per workspace, others are queued; "all" for no limit',
      orWord('all'),
    )
    .option(
      '--max-measurements <n>',
      'maximum number of uploads per workspace that are measured at the same time; "all" for no limit',
      orWord('all'),
    )
    .option(
      '--max-stored-bytes <n>',
      'maximum number of stored bytes per workspace; "all" for no limit',
      orWord('all'),
    )
    .option(
      '--max-sandbox-pending <n>',
      'maximum number of unfinished sandbox assets marked `pending` per workspace; "all" for no limit',
      orWord('all'),
    )
    .option(
      '--max-sandbox-per-day <n>',
      'maximum number of sandbox assets per workspace and day (UTC); "all" for no limit',
      orWord('all'),
    )
    .option(
      '--upload-days <n>',
      `days to keep uploads that are never submitted; ${orForever}`,
      orWord('forever'),
    )
    .option(
      '--sandbox-days <n>',
      `days to keep finished sandbox submissions; ${orForever}`,
      orWord('forever'),
    )
    .option('--live-days <n>', `days to keep finished live submissions; ${orForever}`, orWord('forever'))
    .option(
      '--key-days <n>',
      'days until new keys expire, unless "keys create" sets another time; "never" for no expiry',
      orWord('never', maxKeyDays),
    )
    .action((name: string, options: PlanOptions) =>
      run(async (db) => {
        const { bucket, ...rest } = options;
        const known = (await readPlan(db, name)) ?? emptyPlan(name);
        const plan = { ...known, ...rest, ...unboundedOf(known, rest) };
        const bucketLimits = changed(plan.bucketLimits, bucket);
        return { ...(await savePlan(db, { ...plan, bucketLimits }, currentOperator())) };
      }),
    );
}

function changed(limits: BucketLimits, changes: PlanOptions['bucket']): BucketLimits {
  const entries = Object.entries({ ...limits, ...changes }).filter(([, limit]) => limit !== 'none');
  return Object.fromEntries(entries);
}

const unlimitedSettings = [
  'maxAssetsInWork',
  'maxMeasurements',
  'maxStoredBytes',
  'maxSandboxPending',
  'maxSandboxPerDay',
  'uploadDays',
  'sandboxDays',
  'liveDays',
  'keyDays',
] as const;

function unboundedOf(known: Plan, changes: Omit<PlanOptions, 'bucket'>) {
  const entries = unlimitedSettings.map((setting) => {
    const value = changes[setting] ?? known[setting];
    return [setting, typeof value === 'string' ? null : value] as const;
  });
  return Object.fromEntries(entries) as Record<(typeof unlimitedSettings)[number], number | null>;
}

/** Returns a parser that accepts positive integers, and `word` for no limit. */
const orWord =
  <Word extends string>(word: Word, max?: number) =>
  (text: string): number | Word =>
    text === word ? word : wholeNumber(1, max)(text);

function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Give yes or no.');
  return text === 'yes';
}

function bucketLimit(text: string, previous: PlanOptions['bucket']): PlanOptions['bucket'] {
  const [name, limit = ''] = text.split('=', 2);
  if (!buckets.includes(name as Bucket))
    throw new InvalidArgumentError(`The buckets are ${buckets.join(', ')}.`);
  const value = limit === 'unlimited' ? null : limit === 'none' ? 'none' : wholeNumber(1)(limit);
  return { ...previous, [name as Bucket]: value };
}
