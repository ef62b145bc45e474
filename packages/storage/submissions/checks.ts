import type { Profile } from '@assay/domain/contracts/profile.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Environment } from '@assay/domain/api-key.ts';
import type { AssetStatus } from '@assay/domain/contracts/submission.ts';
import type { AssetSidekicks } from '@assay/domain/recorded-result.ts';
import { storedProfileJson } from '../database/json.ts';
import { isVisible, type WorkspaceRead } from '../accounts/workspace-read.ts';

export interface AssetChecks extends AssetSidekicks {
  /** The version of the profile that judges the asset. Null without a profile. */
  profile: Profile | null;
  status: AssetStatus;
  environment: Environment;
  assetType: AssetType | null;
}

/** The sidekicks and results of an asset that may still be in progress. The rules of the sidekicks are left out. */
export interface AssetProgress extends Omit<AssetChecks, 'profile'> {
  /** The requirements and rules of the profile that judges the asset. Null without a profile. */
  profile: Pick<Profile, 'requirements' | 'rules'> | null;
  mimeType: string | null;
  /** Share of the file that has been decoded, from 0 to 1. Null if no share was reported, or the asset has finished. */
  decoded: number | null;
}

/** Postgres regular expression. In the sandbox, a sidekick id can be any text, which `::uuid` would reject. */
const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * Returns an SQL expression: a `SidekickVersion` as JSON. `version` is the alias of a table with sidekick versions. The
 * other parameters are SQL expressions.
 */
const ruleSetJson = (id: string, code: string, version: string, rules: string) => `json_build_object(
  'id', ${id}, 'code', ${code}, 'version', ${version}.version, 'name', ${version}.name,
  'description', ${version}.description, 'assetTypes', ${version}.asset_types, 'rules', ${rules})`;

/**
 * Returns an SQL expression: the results of asset `a` as JSON, ordered by sidekick id.
 * @param rulesOf returns an SQL expression for the rules of the sidekick version with this table alias
 */
export const resultsJson = (rulesOf: (version: string) => string) => `(
        select coalesce(json_agg(json_build_object('sidekickId', r.sidekick_id, 'version', r.sidekick_version,
          'findingCount', r.finding_count, 'ruleCounts', r.rule_counts,
          'measured', r.measured, 'ruleSet', case
            when b.sidekick_id is not null then ${ruleSetJson('b.sidekick_id', 'b.code', 'b', rulesOf('b'))}
            when v.sidekick_id is not null then ${ruleSetJson('v.sidekick_id', 'k.code', 'v', rulesOf('v'))}
          end) order by r.sidekick_id), '[]')
        from sidekick_results r
        left join built_in_rule_sets b on (b.sidekick_id, b.version) = (r.sidekick_id, r.sidekick_version)
        left join registered_sidekick_versions v on (v.sidekick_id, v.version) = (r.sidekick_id, r.sidekick_version)
        left join registered_sidekicks k on k.id = v.sidekick_id
        where r.submission_id = a.submission_id and r.asset_id = a.asset_id)`;

/**
 * Returns an SQL expression: the current versions of the custom sidekicks that submission `s` named, ordered by code.
 * @param rulesOf as for `resultsJson`
 */
export const customJson = (rulesOf: (version: string) => string) => `(
        select coalesce(json_agg(${ruleSetJson('k.id', 'k.code', 'v', rulesOf('v'))} order by k.code, k.id), '[]')
        from (select distinct lower(given) as id from unnest(s.sidekick_ids) given where given ~* '${uuid}') named
        join registered_sidekicks k on k.id = named.id::uuid
        join registered_sidekick_versions v on (v.sidekick_id, v.version) = (k.id, k.version)
        where (k.workspace_id is null or k.workspace_id = a.workspace_id))`;

/**
 * Returns an SQL query for the sidekicks and results of an asset as JSON. `$2` is the submission id, and `$3` the asset
 * id.
 * @param more further arguments of `json_build_object` in SQL, each followed by a comma. They may refer to the asset as
 *   `a`.
 * @param rulesOf as for `resultsJson`
 */
const sidekicksOfAsset = (more: string, rulesOf: (version: string) => string) => `
    select json_build_object('status', a.status, 'environment', a.environment, 'assetType', a.asset_type,
      'sidekickIds', s.sidekick_ids, ${more}
      'results', ${resultsJson(rulesOf)}, 'custom', ${customJson(rulesOf)})::text
    from assets a
    join submissions s on s.id = a.submission_id and s.expired_at is null
    where a.submission_id = $2 and a.asset_id = $3 and a.workspace_id = scope.workspace_id
      and ${isVisible('a.environment')}
      and a.erased_at is null`;

/** Reads the `AssetChecks` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetChecks: WorkspaceRead = {
  name: 'read-asset-checks',
  expression: sidekicksOfAsset(`'profile', ${storedProfileJson},`, (version) => `${version}.rules`),
};

/** Reads the `AssetProgress` of an asset. `$2` is the submission id, and `$3` the asset id. */
export const assetProgress: WorkspaceRead = {
  name: 'read-asset-progress',
  expression: sidekicksOfAsset(
    `'mimeType', a.mime_type, 'profile', (
        select json_build_object('requirements', p.content -> 'requirements', 'rules', p.content -> 'rules')
        from profile_versions p where p.profile_id = s.profile_id and p.version = s.profile_version),
      'decoded', (
        select p.share from asset_progress p
        where p.submission_id = a.submission_id and p.asset_id = a.asset_id and p.version = a.version
          and a.status = 'processing'),`,
    () => `'[]'::json`,
  ),
};
