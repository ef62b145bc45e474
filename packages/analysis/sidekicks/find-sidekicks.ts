import { isUuid } from '@assay/domain/blob-path.ts';
import type { AssetType } from '@assay/domain/asset-type.ts';
import type { Profile } from '@assay/domain/contracts/profile.ts';
import { type CustomSidekick, requirementsCode, type SidekickVersion } from '@assay/domain/sidekick.ts';
import { availableSidekicks, findSidekick } from './catalogue.ts';
import type { SidekickDescription } from '../contract/description.ts';
import { requirementsFor } from '../contract/settings.ts';

/** Where a sidekick runs: in Assay's media workers, on the operator's Temporal task queue, or at an HTTPS endpoint. */
export type Runs =
  | { on: 'media' }
  | { on: 'task queue'; taskQueue: string; maxWaitSeconds: number; encrypted: boolean }
  | { on: 'https'; url: string };

/** The current version of a sidekick that a workspace may use, built-in or custom. */
export interface KnownSidekick extends SidekickDescription {
  runs: Runs;
  /** True for a custom sidekick that the operator has removed. */
  removed: boolean;
}

/**
 * Returns the sidekicks with the given ids. Built-in sidekicks are first, in the order of the catalogue. Unknown ids
 * are ignored.
 * @param readCustom returns the custom sidekicks of the workspace with the given ids; not called for built-in ones
 * @param readsText whether the installation has the reader of text in pictures
 */
export async function findSidekicks(
  ids: readonly string[],
  readCustom: (ids: readonly string[]) => Promise<readonly CustomSidekick[]>,
  readsText = true,
): Promise<KnownSidekick[]> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const builtIn = availableSidekicks(readsText).filter(({ id }) => wanted.delete(id));
  const others = [...wanted].filter(isUuid);
  const custom = others.length === 0 ? [] : await readCustom(others);
  return [
    ...builtIn.map((sidekick) => ({ ...sidekick, runs: { on: 'media' as const }, removed: false })),
    ...custom.map((sidekick) => ({
      ...sidekick,
      decodes: false,
      readsText: false,
      runs: runsOf(sidekick),
    })),
  ];
}

function runsOf({ taskQueue, maxWaitSeconds, encrypted, url }: CustomSidekick): Runs {
  return taskQueue === null
    ? { on: 'https', url: url! }
    : { on: 'task queue', taskQueue, maxWaitSeconds: maxWaitSeconds!, encrypted };
}

/**
 * Returns whether a sidekick examines a type of asset under a profile. Without requirements for the type,
 * `requirements` has nothing to find.
 */
export function examines(
  { code, assetTypes }: Pick<SidekickDescription, 'code' | 'assetTypes'>,
  assetType: string | null,
  profile: Pick<Profile, 'requirements'> | null,
): boolean {
  if (!(assetTypes as readonly (string | null)[]).includes(assetType)) return false;
  return (
    code !== requirementsCode ||
    requirementsFor(profile?.requirements ?? {}, assetType as AssetType).length > 0
  );
}

/**
 * Returns the descriptions of the sidekicks of the given results, by sidekick id. Each description has the sidekick
 * version that the result stores. Results with an unknown version are ignored.
 * @param readVersions returns stored versions: of custom sidekicks, and of built-in sidekicks other than the current
 * one; not called if all results have current versions of built-in sidekicks
 */
export async function findRuleSets(
  results: readonly { sidekickId: string; sidekickVersion: string }[],
  readVersions: (wanted: readonly { id: string; version: string }[]) => Promise<readonly SidekickVersion[]>,
): Promise<Map<string, SidekickDescription>> {
  const current = results.flatMap(({ sidekickId, sidekickVersion }) => {
    const sidekick = findSidekick(sidekickId);
    return sidekick?.version === sidekickVersion ? [sidekick] : [];
  });
  const wanted = results
    .filter(({ sidekickId }) => !current.some(({ id }) => id === sidekickId))
    .map(({ sidekickId, sidekickVersion }) => ({ id: sidekickId, version: sidekickVersion }));
  const read = wanted.length === 0 ? [] : await readVersions(wanted);
  const all = [...current, ...read.map((version) => ({ ...version, decodes: false, readsText: false }))];
  return new Map(all.map((sidekick) => [sidekick.id, sidekick]));
}
