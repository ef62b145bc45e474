import type { Environment, Scope } from '@assay/domain/api-key.ts';
import type { Role } from '@assay/domain/role.ts';
import type { Plan } from './plans.ts';

/** The workspace and the environment for which a request runs, with the limits of the workspace's plan. */
export interface Caller extends Pick<
  Plan,
  | 'integrationsApi'
  | 'bucketLimits'
  | 'maxSubscriptions'
  | 'maxAssets'
  | 'maxAssetsInWork'
  | 'maxMeasurements'
  | 'maxStoredBytes'
  | 'maxSandboxPending'
  | 'maxSandboxPerDay'
> {
  /** Id by which the rate limit counts requests. Each API key has one id, and each member has one id per workspace. */
  id: string;
  workspaceId: string;
  environment: Environment;
  scopes: readonly Scope[];
  /** The role of a member. Absent for API keys. */
  role?: Role;
  /** True if the caller may read and change live submissions. */
  seesLive: boolean;
  suspended: boolean;
  plan: string;
}

/** SQL condition: workspace `w` with plan `p` may send requests. */
export const isAdmitted = '(w.suspended_at is null and p.integrations_api)';

/** Columns of a `Caller` that come from workspace `w` and its plan `p`. */
export const workspaceColumns = `
  w.suspended_at is not null as suspended,
  p.name as plan, p.integrations_api as "integrationsApi", p.bucket_limits as "bucketLimits",
  p.max_subscriptions as "maxSubscriptions", p.max_assets as "maxAssets",
  p.max_assets_in_work as "maxAssetsInWork", p.max_measurements as "maxMeasurements",
  p.max_stored_bytes::float8 as "maxStoredBytes", p.max_sandbox_pending as "maxSandboxPending",
  p.max_sandbox_per_day as "maxSandboxPerDay"`;
