import { type Command, InvalidArgumentError } from 'commander';
import { type Bucket, buckets, type BucketLimits } from '../../domain/api-key.ts';
import { listPlans, type Plan, readPlan, savePlan } from '../../storage/postgres/plans.ts';
import type { Run } from '../run.ts';
import { wholeNumber } from '../arguments.ts';

interface PlanOptions {
  integrationsApi?: boolean;
  bucket: Partial<Record<Bucket, number | null | 'none'>>;
  maxSubscriptions?: number;
  maxAssets?: number;
  maxAssetsInWork?: number | 'all';
  uploadDays?: number | 'forever';
  sandboxDays?: number | 'forever';
  liveDays?: number | 'forever';
}

const emptyPlan = (name: string): Plan => ({
  name,
  integrationsApi: true,
  bucketLimits: {},
  maxSubscriptions: 20,
  maxAssets: 50,
  maxAssetsInWork: 32,
  uploadDays: 7,
  sandboxDays: 30,
  liveDays: null,
});

const orForever = '"forever" for no end';

export function addPlanCommands(program: Command, run: Run): void {
  const plans = program.command('plans').description('what workspaces may do');

  plans
    .command('list')
    .description('list the plans')
    .action(() => run(async (db) => (await listPlans(db)).map((plan) => ({ ...plan }))));

  plans
    .command('set')
    .description('create a plan or change the given parts of one; in force from the next request on')
    .argument('<name>', 'the plan')
    .option('--integrations-api <yes|no>', 'whether the plan has the Integrations API at all', yesOrNo)
    .option(
      '--bucket <name=limit>',
      `requests a minute for one of ${buckets.join(', ')}: a number, "unlimited" or "none"; repeatable`,
      bucketLimit,
      {},
    )
    .option('--max-subscriptions <n>', 'webhook subscriptions a workspace may have', wholeNumber(0))
    .option('--max-assets <n>', 'assets a submission or estimate may have', wholeNumber(1))
    .option(
      '--max-assets-in-work <n>',
      'assets of its live submissions that are worked on at once, the others wait; "all" for no limit',
      orWord('all'),
    )
    .option(
      '--upload-days <n>',
      `days that uploads are kept which nobody submits; ${orForever}`,
      orWord('forever'),
    )
    .option(
      '--sandbox-days <n>',
      `days that sandbox submissions are kept after their end; ${orForever}`,
      orWord('forever'),
    )
    .option(
      '--live-days <n>',
      `days that live submissions are kept after their end; ${orForever}`,
      orWord('forever'),
    )
    .action((name: string, options: PlanOptions) =>
      run(async (db) => {
        const { bucket, ...rest } = options;
        const known = (await readPlan(db, name)) ?? emptyPlan(name);
        const plan = { ...known, ...rest, ...unboundedOf(known, rest) };
        return { ...(await savePlan(db, { ...plan, bucketLimits: changed(plan.bucketLimits, bucket) })) };
      }),
    );
}

function changed(limits: BucketLimits, changes: PlanOptions['bucket']): BucketLimits {
  const entries = Object.entries({ ...limits, ...changes }).filter(([, limit]) => limit !== 'none');
  return Object.fromEntries(entries);
}

/** What a plan may leave without an end, with changes. */
function unboundedOf(known: Plan, changes: Omit<PlanOptions, 'bucket'>) {
  const valueOf = (kind: 'maxAssetsInWork' | 'uploadDays' | 'sandboxDays' | 'liveDays') => {
    const changed = changes[kind] ?? known[kind];
    return typeof changed === 'string' ? null : changed;
  };
  return {
    maxAssetsInWork: valueOf('maxAssetsInWork'),
    uploadDays: valueOf('uploadDays'),
    sandboxDays: valueOf('sandboxDays'),
    liveDays: valueOf('liveDays'),
  };
}

/** A number from 1 on, or a word for none. */
const orWord =
  <Word extends string>(word: Word) =>
  (text: string): number | Word =>
    text === word ? word : wholeNumber(1)(text);

function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new InvalidArgumentError('Say yes or no.');
  return text === 'yes';
}

function bucketLimit(text: string, previous: PlanOptions['bucket']): PlanOptions['bucket'] {
  const [name, limit = ''] = text.split('=', 2);
  if (!buckets.includes(name as Bucket))
    throw new InvalidArgumentError(`The buckets are ${buckets.join(', ')}.`);
  const value = limit === 'unlimited' ? null : limit === 'none' ? 'none' : wholeNumber(1)(limit);
  return { ...previous, [name as Bucket]: value };
}
